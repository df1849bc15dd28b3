// What is wrong with the distance and the tank as typed in the form.
import {
  isWithin,
  MAX_INCLUDED_MILES,
  MAX_MILE_PRICE_CENTS,
  MAX_TANK_GALLONS,
  MIN_INCLUDED_MILES,
  MIN_MILE_PRICE_CENTS,
  MIN_TANK_GALLONS,
} from "../../../../../domain/tariff/usage-terms.ts";
import {
  MAX_DEPOSIT_CENTS,
  MIN_DEPOSIT_CENTS,
} from "../../../../../domain/money/deposit/deposit.ts";
import { formatCount, formatUsd } from "../../../../../domain/text/format.ts";
import type { FuelType } from "../../../../../domain/listing/listing.ts";
import { readOptionalCents, readOptionalWhole, type UsageValues } from "./usage-values.ts";

function checkMiles(miles: number | null, hasPrice: boolean): string | undefined {
  if (miles === null)
    return hasPrice
      ? "Enter the included miles, or clear the price for unlimited distance"
      : undefined;
  if (isWithin(miles, MIN_INCLUDED_MILES, MAX_INCLUDED_MILES)) return undefined;
  return `Include ${MIN_INCLUDED_MILES} to ${formatCount(MAX_INCLUDED_MILES)} miles a day, or leave it empty for unlimited distance`;
}

function checkMilePrice(cents: number | null, hasMiles: boolean): string | undefined {
  if (cents === null)
    return hasMiles
      ? "Enter a price per mile, or clear the miles for unlimited distance"
      : undefined;
  if (isWithin(cents, MIN_MILE_PRICE_CENTS, MAX_MILE_PRICE_CENTS)) return undefined;
  return `Enter a price from ${formatUsd(MIN_MILE_PRICE_CENTS)} to ${formatUsd(MAX_MILE_PRICE_CENTS)} a mile`;
}

const checkTank = (gallons: number | null): string | undefined =>
  gallons === null || isWithin(gallons, MIN_TANK_GALLONS, MAX_TANK_GALLONS)
    ? undefined
    : `Enter whole gallons from ${MIN_TANK_GALLONS} to ${MAX_TANK_GALLONS}`;

const checkDeposit = (cents: number): string | undefined =>
  cents === 0 || isWithin(cents, MIN_DEPOSIT_CENTS, MAX_DEPOSIT_CENTS)
    ? undefined
    : `Enter ${formatUsd(MIN_DEPOSIT_CENTS)} to ${formatUsd(MAX_DEPOSIT_CENTS)}, or leave it empty for no deposit`;

/** The fields with an error, by the rules of checkDistance (domain/tariff/usage-terms.ts). */
export function checkUsage(
  values: UsageValues & { fuel_type: FuelType; extras: readonly { kind: string }[] },
): Partial<Record<keyof UsageValues | "extras", string | undefined>> {
  const miles = readOptionalWhole(values.included_miles_per_day);
  const cents = readOptionalCents(values.price_per_mile_cents);
  const sellsDistance = values.extras.some(({ kind }) => kind === "unlimited_distance");
  return {
    included_miles_per_day: checkMiles(miles, cents !== null),
    price_per_mile_cents: checkMilePrice(cents, miles !== null),
    deposit_cents: checkDeposit(readOptionalCents(values.deposit_cents) ?? 0),
    ...(values.fuel_type !== "electric" && {
      tank_gallons: checkTank(readOptionalWhole(values.tank_gallons)),
    }),
    ...(sellsDistance &&
      miles === null &&
      cents === null && {
        extras:
          "This car's distance is unlimited already. Remove the extra, or limit the distance.",
      }),
  };
}
