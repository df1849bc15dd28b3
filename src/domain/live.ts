// The notifications that open pages receive: the subject of a change and its id, never the content.
// The page then fetches the content from the API.

/** The subject of a change; `everything` when a change may have been missed. */
export const LIVE_SUBJECTS = [
  "bookings",
  "messages",
  "notifications",
  "favourites",
  "listings",
  "drafts",
  "payouts",
  "money",
  "reviews",
  "support",
  "queue",
  "notes",
  "approvals",
  "profile",
  "helpers",
  "everything",
] as const;
export type LiveSubject = (typeof LIVE_SUBJECTS)[number];

/** Who is notified: one person, or all admins. */
export type LiveTopic = `user:${string}` | "admins";

/** The topic of one person, shared by all their tabs. */
export const personalTopic = (userId: string): LiveTopic => `user:${userId}`;

/** A change as sent in the broadcast event `changed`. */
export interface LiveChange {
  what: LiveSubject;
  id?: string;
}
export const LIVE_EVENT = "changed";
