// What a host sets about distance and fuel, and the terms by which usage is charged.
import { z } from "zod";
import type { DistanceColumns, UsageColumns } from "../../domain/tariff/usage-columns.ts";

export const distanceFields = {
  included_miles_per_day: z
    .int()
    .nullable()
    .describe("Miles that each rental day includes; null for unlimited distance."),
  price_per_mile_cents: z
    .int()
    .nullable()
    .describe("In cents, for each further mile; null for unlimited distance."),
} satisfies Record<keyof DistanceColumns, z.ZodType>;

export const tankGallons = z
  .int()
  .nullable()
  .describe("The size of the tank in US gallons; null if unknown, and for electric cars.");

export const depositCents = z
  .int()
  .describe("What is held on the card from a day before the pickup; 0 for no deposit.");

/** As a host enters them. The domain checks them, with codes of its own. */
export const usageInput = {
  included_miles_per_day: distanceFields.included_miles_per_day.default(null),
  price_per_mile_cents: distanceFields.price_per_mile_cents.default(null),
  tank_gallons: tankGallons.default(null),
  deposit_cents: depositCents.default(0),
};

/** The terms that usage is charged by: of a car for new bookings, or as a booking keeps them. */
export const usageTermsSchema = z
  .object({
    tariff_version: z.int(),
    ceiling_cents: z.int().describe("The most that all cases of a booking can add up to."),
    ...distanceFields,
    level_charge: z
      .enum(["fuel", "charging"])
      .nullable()
      .describe("How a lower level at the return is charged; null if it is not."),
    tank_gallons: tankGallons,
    pump_price_cents: z
      .int()
      .nullable()
      .describe("What a US gallon costs on the island, in cents; null if no fuel is charged."),
    // A page that was loaded before there were deposits names none.
    deposit_cents: depositCents.default(0),
  } satisfies Record<keyof UsageColumns, z.ZodType>)
  .meta({ id: "UsageTerms" });

export const bookedUsageTerms = usageTermsSchema
  .nullable()
  .describe(
    "As agreed when it was booked. Null for bookings from before the tariff, for which nothing can be charged later.",
  );
