// Distance and tank in the listing form: as typed, and as the API sends and takes them.
import type { FuelType } from "../../../../../domain/listing/listing.ts";
import type { DistanceColumns } from "../../../../../domain/tariff/usage-columns.ts";
import { readCents, withoutSeparators } from "../../../../forms/read-cents.ts";
import { formatOptional } from "../typed-price.ts";

export interface UsageValues {
  /** Empty for unlimited distance. */
  included_miles_per_day: string;
  /** In dollars; empty for unlimited distance. */
  price_per_mile_cents: string;
  /** Empty if not stated, and for electric cars. */
  tank_gallons: string;
  /** In dollars; empty for no deposit. */
  deposit_cents: string;
}

export const USAGE_LABELS: Record<keyof UsageValues, string> = {
  included_miles_per_day: "Miles included a day",
  price_per_mile_cents: "Price per further mile",
  tank_gallons: "Tank size",
  deposit_cents: "Deposit",
};

export const NO_USAGE_VALUES: UsageValues = {
  included_miles_per_day: "",
  price_per_mile_cents: "",
  tank_gallons: "",
  deposit_cents: "",
};

type UsageOfCar = DistanceColumns & { tank_gallons: number | null; deposit_cents: number };

export const toUsageValues = (car: UsageOfCar): UsageValues => ({
  included_miles_per_day: car.included_miles_per_day?.toString() ?? "",
  price_per_mile_cents: formatOptional(car.price_per_mile_cents ?? 0),
  tank_gallons: car.tank_gallons?.toString() ?? "",
  deposit_cents: formatOptional(car.deposit_cents),
});

/** For values that passed checkUsage. */
export const readUsage = (values: UsageValues & { fuel_type: FuelType }): UsageOfCar => ({
  included_miles_per_day: readOptionalWhole(values.included_miles_per_day),
  price_per_mile_cents: readOptionalCents(values.price_per_mile_cents),
  tank_gallons: values.fuel_type === "electric" ? null : readOptionalWhole(values.tank_gallons),
  deposit_cents: readOptionalCents(values.deposit_cents) ?? 0,
});

/** Null for nothing, NaN for anything but a whole number. */
export const readOptionalWhole = (typed: string): number | null => {
  const digits = withoutSeparators(typed);
  if (digits === "") return null;
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** In cents; null for nothing, NaN for anything but an amount. */
export const readOptionalCents = (typed: string): number | null =>
  typed.trim() === "" ? null : (readCents(typed) ?? Number.NaN);
