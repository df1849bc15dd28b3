// The included distance and the ceiling among the facts of a booking or a receipt.
import { rentalDays, toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { WirePeriod } from "../../../../domain/calendar/time-of-day.ts";
import { describeDeposit } from "../../../../domain/money/deposit/deposit-text.ts";
import { describeDistance } from "../../../../domain/tariff/distance-text.ts";
import { describeCeiling } from "../../../../domain/tariff/tariff-text.ts";
import type { UsageDetails } from "../../../../domain/tariff/usage-columns.ts";
import { toDistanceLimit } from "../../../../domain/tariff/usage-terms.ts";

/** Nothing for a booking from before the tariff. */
export function usageFacts({
  usage_terms: terms,
  isRenter = true,
  ...period
}: WirePeriod & { usage_terms: UsageDetails | null; isRenter?: boolean }): {
  label: string;
  value: string;
}[] {
  if (!terms) return [];
  const days = rentalDays(toRentalPeriod(period));
  return [
    { label: "Distance", value: describeDistance(toDistanceLimit(terms), days) },
    { label: "Claims after the trip", value: describeCeiling(terms.ceiling_cents) },
    ...(terms.deposit_cents > 0
      ? [{ label: "Deposit", value: describeDeposit(terms.deposit_cents, isRenter) }]
      : []),
  ];
}
