// The prices of a car, in dollars.
import type { z } from "zod";
import type { PriceField } from "../../domain/listing/prices.ts";
import { centsToDollars, MAX_PRICE_CENTS, MIN_PRICE_CENTS } from "../../domain/money/money.ts";
import { dollars } from "../common.ts";

/** As a host enters them. */
export const pricesInput = {
  price_per_day: dollars
    .min(centsToDollars(MIN_PRICE_CENTS), "must be 1 or more")
    .max(centsToDollars(MAX_PRICE_CENTS), "must be 100,000 or less"),
} satisfies Record<PriceField, z.ZodType>;

/** As the public sees them. */
export const prices = { price_per_day: dollars } satisfies Record<PriceField, z.ZodType>;
