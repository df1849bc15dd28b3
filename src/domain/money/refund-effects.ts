// The effect of a refund on each side before it is made, as shown in an admin's and a host's
// dialogs.

/** The change for each side in integer cents; the three sum to zero. */
export interface RefundEffects {
  renterCents: number;
  /** The change of the host's earnings from this booking. */
  hostCents: number;
  /** The change of the platform's earnings from this booking. */
  platformCents: number;
}

/** @param byHostCents the host's part, by hostPartOfRefund */
export const partEffects = (amountCents: number, byHostCents: number): RefundEffects => ({
  renterCents: amountCents,
  hostCents: 0 - byHostCents,
  platformCents: byHostCents - amountCents,
});

/**
 * A cancelled booking earns nothing: the host loses what is left of the share, the platform the
 * rest.
 */
export function cancellationEffects(money: {
  /** What goes back to the card. */
  refundCents: number;
  /** What goes back to the renter's credit. */
  creditCents: number;
  hostShareCents: number;
  borneByHostCents: number;
}): RefundEffects {
  const renterCents = money.refundCents + money.creditCents;
  const hostCents = money.borneByHostCents - money.hostShareCents;
  return {
    renterCents,
    hostCents,
    platformCents: 0 - renterCents - hostCents,
  };
}
