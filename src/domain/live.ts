// What an open page is told of a change elsewhere: what it is about and the id, never the content. Whoever is told asks the API for it.

/** What a change is about; `everything` is said when something may have been missed. */
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

/** Who is told: one person, or all admins. */
export type LiveTopic = `user:${string}` | "admins";

/** What one person is told, in every tab. */
export const personalTopic = (userId: string): LiveTopic => `user:${userId}`;

/** A change, as it is sent in the broadcast event `changed`. */
export interface LiveChange {
  what: LiveSubject;
  id?: string;
}
export const LIVE_EVENT = "changed";
