// How far a cardholder's bank has gone with a charge that it questions.

/** inquiry: the bank asks, and no money has moved; dropped: nor will any; open: it has taken the charge back until it decides. */
export const DISPUTE_STATES = ["inquiry", "dropped", "open", "won", "lost"] as const;
export type DisputeStatus = (typeof DISPUTE_STATES)[number];
