// Payouts to hosts: every Monday, for what ended up to the Sunday before it (product.md, Money).

import { addDays, dayAfter, daysBetween, type CalendarDate } from "../calendar/dates.ts";

export const PAYOUT_STATES = ["pending", "paid", "failed"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** What may become of a payout. What was paid can come back from the bank; what has failed is paid by a later one. */
const NEXT: Record<PayoutState, readonly PayoutState[]> = { pending: ["paid", "failed"], paid: ["failed"], failed: [] };
export const mayBecome = (from: PayoutState, to: PayoutState): boolean => NEXT[from].includes(to);

/** How payouts are made. Another way stands beside it in modules/payouts/payout-methods.ts. */
const PAYOUT_METHODS = ["bank_batch"] as const;
export type PayoutMethodId = (typeof PAYOUT_METHODS)[number];

/** Why a host's balance is carried over to the next Monday. */
export const CARRIED_REASONS = ["suspended", "nothing_due", "no_bank_details"] as const;
export type CarriedReason = (typeof CARRIED_REASONS)[number];

/**
 * Why a balance is not paid, or null where it is. A suspended account may have to give money back to those whom it has wronged,
 * so its balance waits until the suspension is lifted.
 */
export function carriedBecause(host: {
  balanceCents: number;
  hasBankDetails: boolean;
  isSuspended: boolean;
}): CarriedReason | null {
  if (host.isSuspended) return "suspended";
  if (host.balanceCents <= 0) return "nothing_due";
  return host.hasBankDetails ? null : "no_bank_details";
}

const A_SUNDAY = "1970-01-04";
const weekday = (date: CalendarDate): number => ((daysBetween(A_SUNDAY, date) % 7) + 7) % 7;

/** The last Sunday that is over. */
export const lastSunday = (today: CalendarDate): CalendarDate => addDays(today, -(weekday(today) || 7));

/** The Sunday of the week, Monday to Sunday, that a day lies in: what ends on the day is paid after it. */
export const sundayOf = (date: CalendarDate): CalendarDate => addDays(date, (7 - weekday(date)) % 7);

/** The Monday on which what ended up to that Sunday is paid. */
export const payoutDay = (sunday: CalendarDate): CalendarDate => dayAfter(sunday);
