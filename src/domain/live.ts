// What an open page is notified of: the subject of a change and the id, never the content. The page
// then asks the API.

/** The subject of a change; `everything` when a change may have been missed. */
export const LIVE_SUBJECTS = [
  "bookings",
  "messages",
  "notifications",
  "favourites",
  "listings",
  "payouts",
  "money",
  "reviews",
  "support",
  "profile",
  "everything",
] as const;
export type LiveSubject = (typeof LIVE_SUBJECTS)[number];

/** Who is notified: one person, or all admins. */
export type LiveTopic = `user:${string}` | "admins";

/** The topic of one person, in every tab. */
export const personalTopic = (userId: string): LiveTopic => `user:${userId}`;

/** A change as sent in the broadcast event `changed`. */
export interface LiveChange {
  what: LiveSubject;
  id?: string;
}
export const LIVE_EVENT = "changed";
