// How much of a charge can still be refunded, to the card and as credit, and who bears a partial
// refund (product.md, Booking and payment 4; decision 54).

import { DomainError } from "../errors.ts";

/**
 * Who bears a partial refund by an admin: host and platform, in proportion to what the booking
 * earns each of them; the host, up to the booking's earnings; or the platform.
 */
export const REFUND_BEARERS = ["shared", "host", "platform"] as const;
export type RefundBearer = (typeof REFUND_BEARERS)[number];

/** The money of a charge so far, integer cents. */
export interface ChargedMoney {
  /** What the card was charged. */
  amountDueCents: number;
  /** The refunds to the card decided, made or not. */
  refundedCents: number;
  /** What cardholders' banks have taken back for good, beyond the refunds settled with it. */
  lostCents: number;
  /** What was paid with credit. */
  creditCents: number;
  /** What refunds have returned as credit. */
  creditReturnedCents: number;
}

/** A refund by where it goes, integer cents. */
export interface RefundSplit {
  cardCents: number;
  creditCents: number;
}

/** What a booking earns its host, integer cents. */
export interface HostEarnings {
  /** What the card was charged. */
  amountDueCents: number;
  /** What was paid with credit. */
  creditCents: number;
  hostShareCents: number;
  /** What refunds have deducted from it so far. */
  borneByHostCents: number;
}

/** What a booking cost, however it was paid. */
const priceCents = ({ amountDueCents, creditCents }: HostEarnings): number =>
  amountDueCents + creditCents;

/** What the host can still bear: never more than the booking earns. */
export const mostByHost = ({
  hostShareCents,
  borneByHostCents,
}: Pick<HostEarnings, "hostShareCents" | "borneByHostCents">): number =>
  Math.max(0, hostShareCents - borneByHostCents);

/** The host's part of a refund; the platform bears the rest. */
export function hostPartOfRefund(
  amountCents: number,
  bearer: RefundBearer,
  earnings: HostEarnings,
): number {
  const { hostShareCents } = earnings;
  const wantedCents = {
    shared: Math.round((amountCents * hostShareCents) / priceCents(earnings)),
    host: amountCents,
    platform: 0,
  }[bearer];
  return Math.min(wantedCents, mostByHost(earnings));
}

/** What an admin refunds: a number of the booked days, or an amount in integer cents. */
export type RefundSize = { days: number } | { amountCents: number };

/** A booking as far as a partial refund depends on it. */
export interface RefundedBooking extends HostEarnings {
  bookedDays: number;
  /** What each day cost before the discount, first day first; null if all days cost the same. */
  dayPricesCents: readonly number[] | null;
  /** The days that earlier refunds were for. */
  refundedDays: number;
}

/**
 * What the next `days` days cost out of a total, in integer cents. Refunds begin with the last day,
 * as trips end early. Counting from the days refunded before makes all days of a booking add up to
 * its total, in whatever parts they are refunded.
 */
function costOfDays(
  totalCents: number,
  days: number,
  {
    bookedDays,
    refundedDays,
    dayPricesCents,
  }: Pick<RefundedBooking, "bookedDays" | "refundedDays" | "dayPricesCents">,
): number {
  const weights = dayPricesCents ?? Array.from({ length: bookedDays }, () => 1);
  const sum = (prices: readonly number[]): number => prices.reduce((a, b) => a + b, 0);
  const upTo = (count: number): number => {
    // More days than were booked cost more than the total, which is then refused.
    if (count > bookedDays) return Math.round((totalCents * count) / bookedDays);
    return Math.round((totalCents * sum(weights.slice(bookedDays - count))) / sum(weights));
  };
  return upTo(refundedDays + days) - upTo(refundedDays);
}

/**
 * The amount of a partial refund and the host's part of it, in integer cents. A day costs the
 * renter the same part of every line of the charge, discount and fees included, and it earned the
 * host the same part of the host's share. This part is the day's price out of all days' prices.
 */
export function planRefund(
  size: RefundSize,
  bearer: RefundBearer,
  booking: RefundedBooking,
): { amountCents: number; byHostCents: number } {
  if (!("days" in size))
    return { ...size, byHostCents: hostPartOfRefund(size.amountCents, bearer, booking) };
  const amountCents = costOfDays(priceCents(booking), size.days, booking);
  const byHostCents =
    bearer === "shared"
      ? Math.min(costOfDays(booking.hostShareCents, size.days, booking), mostByHost(booking))
      : hostPartOfRefund(amountCents, bearer, booking);
  return { amountCents, byHostCents };
}

/**
 * The part of a booking's total for the days that are still booked, in integer cents: changes that
 * give days back leave the total as charged.
 * @param booking dayPricesCents: also of the days that were given back
 */
export function bookedPart({
  totalCents,
  days,
  givenBackDays,
  dayPricesCents,
}: {
  totalCents: number;
  days: number;
  givenBackDays: number;
  dayPricesCents: readonly number[] | null;
}): number {
  const charged = { bookedDays: days + givenBackDays, refundedDays: 0, dayPricesCents };
  return totalCents - costOfDays(totalCents, givenBackDays, charged);
}

/** The most days that can be refunded within `mostCents`. */
export function mostRefundDays(booking: RefundedBooking, mostCents: number): number {
  let days = Math.max(0, booking.bookedDays - booking.refundedDays);
  while (days > 0 && costOfDays(priceCents(booking), days, booking) > mostCents) days--;
  return days;
}

/**
 * What can still be refunded to the card. Nothing is refunded twice, neither by us nor by us and a
 * bank.
 */
export const refundableToCard = ({
  amountDueCents,
  refundedCents,
  lostCents,
}: Pick<ChargedMoney, "amountDueCents" | "refundedCents" | "lostCents">): number =>
  Math.max(0, amountDueCents - refundedCents - lostCents);

/** What can still be returned as credit. */
export const refundableAsCredit = ({
  creditCents,
  creditReturnedCents,
}: Pick<ChargedMoney, "creditCents" | "creditReturnedCents">): number =>
  Math.max(0, creditCents - creditReturnedCents);

/** What can still be refunded, to the card and as credit. */
export const refundableCents = (money: ChargedMoney): number =>
  refundableToCard(money) + refundableAsCredit(money);

/**
 * Where a refund goes: to the card first, up to what it paid, and the rest back to the renter's
 * credit. Credit is spent first at a checkout, so a trip that is shortened costs the card what it
 * would have cost if it had been booked like that (decision 54).
 */
export function splitRefund(amountCents: number, money: ChargedMoney): RefundSplit {
  const cardCents = Math.min(amountCents, refundableToCard(money));
  return { cardCents, creditCents: amountCents - cardCents };
}

/** Whether the renter has everything back: made refunds to the card, and credit. */
export const isReturnedInFull = (money: ChargedMoney & { madeCents: number }): boolean =>
  money.madeCents === money.amountDueCents && refundableAsCredit(money) === 0;

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
