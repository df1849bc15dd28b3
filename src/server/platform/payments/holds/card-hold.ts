// Holds on cards, as the interface of a card provider describes them (provider.ts).
/** The hold of an amount on a saved card whose owner was absent. */
export interface CardHoldRequest {
  customerId: string;
  paymentMethodId: string;
  /** A repeated request, however late, makes no second hold. */
  idempotencyKey: string;
  /** Before this moment there was no request with this key. */
  requestedSince: Date;
  holdId: string;
  renterId: string;
  amountCents: number;
  description: string;
  /** Only asks about an earlier request with this key, and holds nothing if there was none. */
  onlyAsks?: boolean;
}

/** A hold on a card, whether its owner was absent or authorised it on a checkout page. */
export interface CardHold {
  intentId: string;
  /** "ended": it was released, by us or by the bank, and can't be captured. */
  outcome: "held" | "captured" | "ended" | "declined" | "needs_authentication";
  /** The amount that was requested. */
  amountCents: number;
  currency: string;
  capturedCents: number;
  refundedCents: number;
  /** The provider's fee for what was captured; null until it is known. */
  feeCents: number | null;
  cardLast4: string | null;
  /** When the bank ends it; null if it does not say. */
  captureBefore: Date | null;
}
