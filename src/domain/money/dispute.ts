// The states of a charge that the cardholder's bank disputes.

/**
 * inquiry: the bank inquires, and no money has moved; dropped: the inquiry ended without a dispute;
 * open: the bank has taken the charge back until it decides.
 */
export const DISPUTE_STATES = ["inquiry", "dropped", "open", "won", "lost"] as const;
export type DisputeStatus = (typeof DISPUTE_STATES)[number];
