// The terms that usage is charged by if a car is booked now (trips.md, section 3).
import type { FuelType } from "../../../../domain/listing/listing.ts";
import { ceilingCents, TARIFF_VERSION } from "../../../../domain/tariff/tariff.ts";
import type { DistanceColumns } from "../../../../domain/tariff/usage-columns.ts";
import {
  levelTerms,
  toDistanceLimit,
  type UsageTerms,
} from "../../../../domain/tariff/usage-terms.ts";

interface UsageRow extends DistanceColumns {
  fuel_type: FuelType;
  tank_gallons: number | null;
  pump_price_cents: number | null;
  deposit_cents: number;
}

/** @param settings of the marketplace */
export const toUsageTerms = (
  row: UsageRow,
  { damage_excess_cents }: { damage_excess_cents: number },
): UsageTerms => ({
  tariffVersion: TARIFF_VERSION,
  ceilingCents: ceilingCents(TARIFF_VERSION, damage_excess_cents),
  distance: toDistanceLimit(row),
  level: levelTerms({
    fuelType: row.fuel_type,
    tankGallons: row.tank_gallons,
    pumpPriceCents: row.pump_price_cents,
  }),
  depositCents: row.deposit_cents,
});
