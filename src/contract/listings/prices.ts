// The prices of a car, in dollars.
import type { z } from "zod";
import type { PriceField } from "../../domain/listing/prices.ts";
import { dollars } from "../common.ts";

/** As a host enters them. */
export const pricesInput = {
  price_per_day: dollars.min(1, "must be 1 or more").max(100_000, "must be 100,000 or less"),
} satisfies Record<PriceField, z.ZodType>;

/** As the public sees them. */
export const prices = { price_per_day: dollars } satisfies Record<PriceField, z.ZodType>;
