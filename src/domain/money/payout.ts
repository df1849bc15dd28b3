// Payouts to hosts: every Monday, for rentals that ended by the Sunday before (product.md, Money).

import { addDays, dayAfter, daysBetween, type CalendarDate } from "../calendar/dates.ts";

/** In characters: how the bank names a transfer. */
export const MAX_BANK_REFERENCE_LENGTH = 100;

export const PAYOUT_STATES = ["pending", "paid", "failed"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/**
 * The next states of a payout. The bank can return a paid payout; a failed one is paid with a later
 * payout.
 */
const NEXT: Record<PayoutState, readonly PayoutState[]> = {
  pending: ["paid", "failed"],
  paid: ["failed"],
  failed: [],
};
export const mayBecome = (from: PayoutState, to: PayoutState): boolean => NEXT[from].includes(to);

/** How payouts are made. modules/payouts/payout-methods.ts implements each method. */
const PAYOUT_METHODS = ["bank_batch"] as const;
export type PayoutMethodId = (typeof PAYOUT_METHODS)[number];

/** Why a host's balance is carried over to the next Monday. */
export const CARRIED_REASONS = ["suspended", "nothing_due", "no_bank_details"] as const;
export type CarriedReason = (typeof CARRIED_REASONS)[number];

/**
 * Why a balance is not paid, or null if it is. A suspended account may have to compensate others,
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

/** The last Sunday before today. */
export const lastSunday = (today: CalendarDate): CalendarDate =>
  addDays(today, -(weekday(today) || 7));

/**
 * The Sunday of a day's week (Monday to Sunday). Rentals that end that day are paid after it.
 */
export const endOfPayoutWeek = (date: CalendarDate): CalendarDate =>
  addDays(date, (7 - weekday(date)) % 7);

/** The Monday on which rentals that ended by `sunday` are paid. */
export const payoutDay = (sunday: CalendarDate): CalendarDate => dayAfter(sunday);
