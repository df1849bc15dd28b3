// The vocabulary of cases.

export const CASE_STATES = [
  /** The renter may answer. */
  "answering",
  /** Each side can read the other's statement, and an admin has to decide. */
  "deciding",
  /** Decided, and a side can still appeal. */
  "decided",
  /** A side has appealed, and another admin has to decide. */
  "appealed",
  "closed",
] as const;
export type CaseState = (typeof CASE_STATES)[number];

export const CASE_OUTCOMES = ["accepted", "decided", "withdrawn"] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

export const CASE_STEPS = ["accept", "answer", "withdraw", "decide", "appeal"] as const;
export type CaseStepKind = (typeof CASE_STEPS)[number];

/** Evidence that can be missing from a claim. */
export type CaseNeed = "mark" | "pickup_photo" | "return_photo" | "document";

/** The admins' lists of cases. */
export const CASE_LISTS = ["to_decide", "waiting", "closed"] as const;
export type CaseList = (typeof CASE_LISTS)[number];
