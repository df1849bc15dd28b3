// The errors about a car's distance and about the terms of a booking.
import type { IslandId } from "../place/islands.ts";
import type { DistanceColumns, UsageDetails } from "./usage-columns.ts";

/** The codes that refuse what a host enters about distance and fuel. */
export const USAGE_INPUT_ERRORS = [
  "distance_incomplete",
  "included_miles_out_of_range",
  "mile_price_out_of_range",
  "unlimited_distance_included",
  "tank_out_of_range",
  "tank_of_electric_car",
  "deposit_out_of_range",
] as const satisfies (keyof TariffErrorDetails)[];

/** Each code with its details. */
export interface TariffErrorDetails {
  /** One of the two is set without the other. `field` is the one that is missing. */
  distance_incomplete: { field: keyof DistanceColumns };
  included_miles_out_of_range: { min: number; max: number };
  mile_price_out_of_range: { min_cents: number; max_cents: number };
  /** The terms for distance and fuel, or the ceiling, differ from those that the page showed. */
  usage_terms_changed: { usage_terms: UsageDetails };
  /** The extra "Unlimited distance" with a car whose distance is unlimited anyway. */
  unlimited_distance_included: Record<string, never>;
  /** In whole US gallons. */
  tank_out_of_range: { min: number; max: number };
  tank_of_electric_car: Record<string, never>;
  /** A deposit that is neither none nor within these bounds. */
  deposit_out_of_range: { min_cents: number; max_cents: number };
  // What owners set
  excess_out_of_range: { min_cents: number; max_cents: number };
  pump_price_out_of_range: { island: IslandId; min_cents: number; max_cents: number };
}
