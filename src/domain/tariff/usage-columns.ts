// The terms for usage as the tables and the wire write them (usage-terms.ts).

/** The limit as columns of a car or a booking, and on the wire. */
export interface DistanceColumns {
  included_miles_per_day: number | null;
  price_per_mile_cents: number | null;
}

/**
 * The terms as columns of a booking. All but the deposit are null in bookings from before the
 * tariff.
 */
export interface UsageColumns extends DistanceColumns {
  tariff_version: number | null;
  ceiling_cents: number | null;
  level_charge: "fuel" | "charging" | null;
  tank_gallons: number | null;
  pump_price_cents: number | null;
  /** Zero for no deposit. */
  deposit_cents: number;
}

/** The terms on the wire. */
export type UsageDetails = UsageColumns & { tariff_version: number; ceiling_cents: number };
