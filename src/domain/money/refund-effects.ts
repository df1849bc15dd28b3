// What giving money back means to each side before it is done: what an admin's and a host's dialogs show, to the cent.

/** The change for each side, integer cents; together they come to nothing. */
export interface RefundEffects {
  renterCents: number;
  /** Of what the host earns of this booking, or has earned. */
  hostCents: number;
  /** Of what the platform keeps of it. */
  platformCents: number;
}

/** @param byHostCents the host's part, by hostPartOfRefund */
export const partEffects = (amountCents: number, byHostCents: number): RefundEffects => ({
  renterCents: amountCents,
  hostCents: 0 - byHostCents,
  platformCents: byHostCents - amountCents,
});

/** A booking that is cancelled earns nobody anything: the host loses the share that parts had left, the platform the rest. */
export function cancellationEffects(money: {
  refundCents: number;
  hostShareCents: number;
  borneByHostCents: number;
}): RefundEffects {
  const hostCents = money.borneByHostCents - money.hostShareCents;
  return { renterCents: money.refundCents, hostCents, platformCents: 0 - money.refundCents - hostCents };
}
