// The prices of a car. This file and its schema (contract/listings/prices.ts) are the only places
// that list them; domain/money/charge.ts turns them into the lines of a charge.

import { centsToDollars, dollarsToCents } from "../money/money.ts";

/** In the order in which they are shown. */
export const PRICE_FIELDS = ["price_per_day"] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

export const PRICE_NAMES: Record<PriceField, string> = { price_per_day: "Price per day" };

/** The prices that a charge is calculated from. */
export interface CarPrices {
  pricePerDayCents: number;
}
/** The prices as columns of a listing. */
export type PriceColumns = Record<`${PriceField}_cents`, number>;
/** The prices as sent over the wire, in dollars. */
export type PriceDetails = Record<PriceField, number>;

export const toPrices = ({ price_per_day_cents }: PriceColumns): CarPrices => ({
  pricePerDayCents: price_per_day_cents,
});

export const toPriceColumns = ({ pricePerDayCents }: CarPrices): PriceColumns => ({
  price_per_day_cents: pricePerDayCents,
});

export const toPriceDetails = ({ pricePerDayCents }: CarPrices): PriceDetails => ({
  price_per_day: centsToDollars(pricePerDayCents),
});

/** @throws RangeError for an amount with more than two decimals */
export const readPrices = ({ price_per_day }: PriceDetails): CarPrices => ({
  pricePerDayCents: dollarsToCents(price_per_day),
});

/** A listing as its host entered it, with the prices as columns. */
export const withPriceColumns = <T extends PriceDetails>({ price_per_day, ...rest }: T) => ({
  ...rest,
  ...toPriceColumns(readPrices({ price_per_day })),
});
