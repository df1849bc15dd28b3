// Internal notes of admins, and their access to the messages of a booking (product.md, Admins).

/** What a note is about, in the words of the audit log. */
export const NOTE_SUBJECTS = ["account", "booking"] as const;
export type NoteSubject = (typeof NOTE_SUBJECTS)[number];

/** In characters. */
export const MAX_NOTE_LENGTH = 2000;

/** In characters: long enough to name a case or a dispute. */
export const MIN_ACCESS_REASON_LENGTH = 10;

/** For how long a reason lets an admin read the messages of a booking. */
export const MESSAGE_ACCESS_MINUTES = 60;

/** When the access ends that begins at an instant. */
export const messageAccessEndsAt = (begins: Date): Date =>
  new Date(begins.getTime() + MESSAGE_ACCESS_MINUTES * 60_000);
