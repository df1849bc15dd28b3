// How much of a charge can still be given back, and who bears a part of it (product.md, Booking and payment 4).

import { DomainError } from "../errors.ts";

/**
 * Who bears what an admin gives back in part: the host as
 * far as the booking's earnings go, or the platform.
 */
export const REFUND_BEARERS = ["platform", "host"] as const;
export type RefundBearer = (typeof REFUND_BEARERS)[number];

/** The money of a charge so far, integer cents. */
export interface ChargedMoney {
  /** What the card was charged. */
  amountDueCents: number;
  /** What was decided to be given back, made or not. */
  refundedCents: number;
  /** What cardholders' banks have taken back for good, beyond the refunds that this has settled. */
  lostCents: number;
}

/** What a booking earns its host, integer cents. */
export interface HostEarnings {
  hostShareCents: number;
  /** What refunds have taken off that so far. */
  borneByHostCents: number;
}

/** What the host can still bear: never more than what the booking earns. */
export const mostByHost = ({ hostShareCents, borneByHostCents }: HostEarnings): number =>
  Math.max(0, hostShareCents - borneByHostCents);

/** The host's part of a refund; the platform bears the rest. */
export const hostPartOfRefund = (amountCents: number, bearer: RefundBearer, earnings: HostEarnings): number =>
  bearer === "host" ? Math.min(amountCents, mostByHost(earnings)) : 0;

/** What is left to give back. Nothing is ever given back twice: not by us, nor by us and a bank. */
export const refundableCents = ({ amountDueCents, refundedCents, lostCents }: ChargedMoney): number =>
  Math.max(0, amountDueCents - refundedCents - lostCents);

/** What an admin may give back in part: of a completed booking all that is left; one that is still to come is cancelled for that. */
export const mostPartialRefund = (money: ChargedMoney, isCompleted: boolean): number =>
  Math.max(0, refundableCents(money) - (isCompleted ? 0 : 1));

/** @throws DomainError refund_too_high with what is possible */
export function checkPartialRefund(amountCents: number, money: ChargedMoney, isCompleted: boolean): void {
  const most = mostPartialRefund(money, isCompleted);
  if (amountCents > most) throw new DomainError("refund_too_high", { refundable_cents: most });
}
