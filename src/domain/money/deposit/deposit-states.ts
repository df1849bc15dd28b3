// The states of a deposit, and of its holds on cards.

export const DEPOSIT_STATES = [
  /** The card is authorised a day before the pickup. */
  "planned",
  /** The provider is asked to authorise the card. */
  "authorising",
  /** The card was declined, and the renter can provide another one. */
  "declined",
  /** The renter provided no other card in time, so the host decides. */
  "undecided",
  "held",
  /** Money is being taken for a decided case. */
  "capturing",
  "releasing",
  /** Money was taken, and the rest was released. */
  "captured",
  "released",
  /** The host hands over without a deposit. */
  "waived",
  /** Nothing is held and nothing was taken. */
  "lapsed",
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

const FINAL: readonly DepositState[] = ["captured", "released", "waived", "lapsed"];
export const isFinal = (state: DepositState): boolean => FINAL.includes(state);

export const HOLD_STATES = [
  /** The saved card is being authorised; its outcome is unknown. */
  "requested",
  /** The renter can provide a card on a checkout page. */
  "page",
  "active",
  "capturing",
  "captured",
  "released",
  "declined",
  /** The checkout page was not used. */
  "expired",
  /** It ended at the bank before it was released. */
  "ended",
] as const;
export type HoldState = (typeof HOLD_STATES)[number];
