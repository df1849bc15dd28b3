// The prices of a car, in dollars.
import { z } from "zod";
import {
  DEFAULT_WEEKEND,
  MAX_DISCOUNT_PERCENT,
  WEEKDAYS,
  type DiscountField,
} from "../../domain/listing/prices.ts";
import { centsToDollars, MAX_PRICE_CENTS, MIN_PRICE_CENTS } from "../../domain/money/money.ts";
import { calendarDate, dollars } from "../common.ts";

const pricePerDay = dollars
  .min(centsToDollars(MIN_PRICE_CENTS), "must be 1 or more")
  .max(centsToDollars(MAX_PRICE_CENTS), "must be 100,000 or less");
const weekdays = z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length);
const WEEKEND_PRICE = "The price of a day on weekend_days; null if they cost the same.";

/** The domain reports a discount that is too high with a code of its own. */
const discountInput = (days: number) =>
  z
    .int()
    .min(0)
    .default(0)
    .describe(
      `Percent off the whole rental from ${days} days on, up to ${MAX_DISCOUNT_PERCENT}. The largest discount that fits the length applies.`,
    );

/** As a host enters them. */
export const pricesInput = {
  price_per_day: pricePerDay,
  weekend_price: pricePerDay.nullable().default(null).describe(WEEKEND_PRICE),
  weekend_days: weekdays.min(1, "must name at least one day").default([...DEFAULT_WEEKEND]),
  discount_3_days: discountInput(3),
  discount_7_days: discountInput(7),
  discount_28_days: discountInput(28),
};

const discount = z.int().describe("Percent; 0 for none.");

/** As the host reads them. */
export const hostPrices = {
  price_per_day: dollars,
  weekend_price: dollars.nullable().describe(WEEKEND_PRICE),
  weekend_days: weekdays,
  ...({
    discount_3_days: discount,
    discount_7_days: discount,
    discount_28_days: discount,
  } satisfies Record<DiscountField, z.ZodType>),
};

/** As lists of cars show them. */
export const prices = { price_per_day: dollars };

/** Everything that the price of a rental depends on. */
export const priceTerms = {
  ...hostPrices,
  custom_prices: z
    .record(calendarDate, dollars)
    .describe("The price of each date that has one of its own. It precedes the weekend price."),
};

/** What a rental costs with all fees. */
export const quoteSchema = z
  .object({
    days: z.int(),
    price_per_day: dollars.describe("The car's standard price per day."),
    total_amount: dollars.describe("The rental less its discount."),
    service_fee: dollars,
    processing_fee: dollars,
    amount_due: dollars,
  })
  .meta({ id: "Quote" });
