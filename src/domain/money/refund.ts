// How much of a charge can still be refunded, and who bears a partial refund (product.md, Booking
// and payment 4).

import { DomainError } from "../errors.ts";

/**
 * Who bears a partial refund by an admin: the host, up to the booking's earnings, or the platform.
 */
export const REFUND_BEARERS = ["platform", "host"] as const;
export type RefundBearer = (typeof REFUND_BEARERS)[number];

/** The money of a charge so far, integer cents. */
export interface ChargedMoney {
  /** What the card was charged. */
  amountDueCents: number;
  /** The refunds decided, made or not. */
  refundedCents: number;
  /** What cardholders' banks have taken back for good, beyond the refunds settled with it. */
  lostCents: number;
}

/** What a booking earns its host, integer cents. */
export interface HostEarnings {
  hostShareCents: number;
  /** What refunds have deducted from it so far. */
  borneByHostCents: number;
}

/** What the host can still bear: never more than the booking earns. */
export const mostByHost = ({ hostShareCents, borneByHostCents }: HostEarnings): number =>
  Math.max(0, hostShareCents - borneByHostCents);

/** The host's part of a refund; the platform bears the rest. */
export const hostPartOfRefund = (
  amountCents: number,
  bearer: RefundBearer,
  earnings: HostEarnings,
): number => (bearer === "host" ? Math.min(amountCents, mostByHost(earnings)) : 0);

/** What can still be refunded. Nothing is refunded twice, neither by us nor by us and a bank. */
export const refundableCents = ({
  amountDueCents,
  refundedCents,
  lostCents,
}: ChargedMoney): number => Math.max(0, amountDueCents - refundedCents - lostCents);

/**
 * The maximum of a partial refund: everything left of a completed booking, one cent less of an
 * upcoming one, which has to be cancelled for a full refund.
 */
export const mostPartialRefund = (money: ChargedMoney, isCompleted: boolean): number =>
  Math.max(0, refundableCents(money) - (isCompleted ? 0 : 1));

/** @throws DomainError refund_too_high with what is possible */
export function checkPartialRefund(
  amountCents: number,
  money: ChargedMoney,
  isCompleted: boolean,
): void {
  const most = mostPartialRefund(money, isCompleted);
  if (amountCents > most) throw new DomainError("refund_too_high", { refundable_cents: most });
}
