// The card provider's payouts to our bank, in its vocabulary.

export const PROVIDER_PAYOUT_STATES = [
  "pending",
  "in_transit",
  "paid",
  "failed",
  "canceled",
] as const;
export type ProviderPayoutStatus = (typeof PROVIDER_PAYOUT_STATES)[number];

/** What a line of a payout is about. Other lines, such as fees of the account, have no match. */
export const PROVIDER_LINE_KINDS = ["charge", "refund", "dispute", "other"] as const;
export type ProviderLineKind = (typeof PROVIDER_LINE_KINDS)[number];
