// The prices of a car (product.md, Prices). This file and its schema (contract/listings/prices.ts)
// are the only places that list them; domain/money/charge.ts turns them into the lines of a charge.

import { addDays, inUtc, type CalendarDate } from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import { centsToDollars, dollarsToCents } from "../money/money.ts";

/** The amounts, in the order in which they are shown. Only the first is required. */
export const PRICE_FIELDS = ["price_per_day", "weekend_price"] as const;

/** The lengths in days from which a discount applies, with the fields that hold it. */
export const DISCOUNTS = [
  { days: 3, field: "discount_3_days" },
  { days: 7, field: "discount_7_days" },
  { days: 28, field: "discount_28_days" },
] as const;
export type DiscountDays = (typeof DISCOUNTS)[number]["days"];
export type DiscountField = (typeof DISCOUNTS)[number]["field"];
export const DISCOUNT_FIELDS = DISCOUNTS.map(({ field }) => field);

/** The highest discount, in percent. */
export const MAX_DISCOUNT_PERCENT = 60;
/** The bounds of a custom price, which a host sets for a date. */
export const MIN_CUSTOM_PRICE_CENTS = 100;
export const MAX_CUSTOM_PRICE_CENTS = 1_000_000;

/** Beginning with Sunday, like Date.getUTCDay. */
export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];
/** The days of the weekend price, unless the host names others. */
export const DEFAULT_WEEKEND: readonly Weekday[] = ["friday", "saturday"];

/** Everything that a listing says about its price, in the order in which it is shown. */
export const PRICING_FIELDS = [...PRICE_FIELDS, "weekend_days", ...DISCOUNT_FIELDS] as const;
export const PRICING_NAMES: Record<(typeof PRICING_FIELDS)[number], string> = {
  price_per_day: "Price per day",
  weekend_price: "Weekend price",
  weekend_days: "Weekend days",
  discount_3_days: "Discount from 3 days",
  discount_7_days: "Discount from 7 days",
  discount_28_days: "Discount from 28 days",
};

/** The prices of a listing. */
export interface CarPrices {
  pricePerDayCents: number;
  /** Null if weekends cost the same. */
  weekendPriceCents: number | null;
  weekendDays: readonly Weekday[];
  /** Whole percent, 0 for none. */
  discounts: Readonly<Record<DiscountDays, number>>;
}

/** Prices of single dates, in integer cents. */
export type CustomPrices = Readonly<Record<CalendarDate, number>>;

/** What a rental is priced by. */
export interface PriceTerms extends CarPrices {
  customPrices: CustomPrices;
}

/** A car that costs the same on every day and for every length. */
export const flatTerms = (pricePerDayCents: number): PriceTerms => ({
  pricePerDayCents,
  weekendPriceCents: null,
  weekendDays: DEFAULT_WEEKEND,
  discounts: { 3: 0, 7: 0, 28: 0 },
  customPrices: {},
});

type Discounts = Record<DiscountField, number>;
interface Weekend {
  weekend_days: Weekday[];
}
/** The prices as columns of a listing. */
export type PriceColumns = {
  price_per_day_cents: number;
  weekend_price_cents: number | null;
} & Weekend &
  Discounts;
export const PRICE_COLUMNS = [
  ...PRICE_FIELDS.map((field) => `${field}_cents` as const),
  "weekend_days",
  ...DISCOUNT_FIELDS,
] as const;
/** The prices as sent over the wire, in dollars. */
export type PriceDetails = { price_per_day: number; weekend_price: number | null } & Weekend &
  Discounts;
/** The same with the custom prices, in dollars by date. */
export type PriceTermDetails = PriceDetails & { custom_prices: Record<string, number> };

const toDiscounts = (row: Discounts): CarPrices["discounts"] => ({
  3: row.discount_3_days,
  7: row.discount_7_days,
  28: row.discount_28_days,
});
const toDiscountFields = (discounts: CarPrices["discounts"]): Discounts => ({
  discount_3_days: discounts[3],
  discount_7_days: discounts[7],
  discount_28_days: discounts[28],
});

export const toPrices = (row: PriceColumns): CarPrices => ({
  pricePerDayCents: row.price_per_day_cents,
  weekendPriceCents: row.weekend_price_cents,
  weekendDays: row.weekend_days,
  discounts: toDiscounts(row),
});

export const toPriceColumns = (prices: CarPrices): PriceColumns => ({
  price_per_day_cents: prices.pricePerDayCents,
  weekend_price_cents: prices.weekendPriceCents,
  weekend_days: [...prices.weekendDays],
  ...toDiscountFields(prices.discounts),
});

export const toPriceDetails = (prices: CarPrices): PriceDetails => ({
  price_per_day: centsToDollars(prices.pricePerDayCents),
  weekend_price:
    prices.weekendPriceCents === null ? null : centsToDollars(prices.weekendPriceCents),
  weekend_days: [...prices.weekendDays],
  ...toDiscountFields(prices.discounts),
});

/** @throws RangeError for an amount with more than two decimals */
export const readPrices = (details: PriceDetails): CarPrices => ({
  pricePerDayCents: dollarsToCents(details.price_per_day),
  weekendPriceCents: details.weekend_price === null ? null : dollarsToCents(details.weekend_price),
  weekendDays: details.weekend_days,
  discounts: toDiscounts(details),
});

const mapPrices = (
  prices: Readonly<Record<string, number>>,
  convert: (price: number) => number,
): Record<string, number> =>
  Object.fromEntries(Object.entries(prices).map(([day, price]) => [day, convert(price)]));

export const toTermDetails = ({ customPrices, ...prices }: PriceTerms): PriceTermDetails => ({
  ...toPriceDetails(prices),
  custom_prices: mapPrices(customPrices, centsToDollars),
});

/** @throws RangeError for an amount with more than two decimals */
export const readTerms = ({ custom_prices, ...prices }: PriceTermDetails): PriceTerms => ({
  ...readPrices(prices),
  customPrices: mapPrices(custom_prices, dollarsToCents),
});

/** A listing as its host entered it, with the prices as columns. */
export const withPriceColumns = <T extends PriceDetails>({
  price_per_day,
  weekend_price,
  ...rest
}: T) => {
  const prices = readPrices({ price_per_day, weekend_price, ...rest });
  return {
    ...rest,
    ...toPriceColumns({ ...prices, weekendDays: inWeekOrder(prices.weekendDays) }),
  };
};

const inWeekOrder = (days: readonly Weekday[]): Weekday[] =>
  WEEKDAYS.filter((weekday) => days.includes(weekday));

/** @throws DomainError discount_too_high */
export function checkDiscounts({ discounts }: Pick<CarPrices, "discounts">): void {
  if (Object.values(discounts).some((percent) => percent > MAX_DISCOUNT_PERCENT))
    throw new DomainError("discount_too_high", { max_percent: MAX_DISCOUNT_PERCENT });
}

/** The custom price of the date, else the weekend price on the host's weekdays, else the price. */
export function priceOfDay(terms: PriceTerms, day: CalendarDate): number {
  const custom = terms.customPrices[day];
  if (custom !== undefined) return custom;
  const weekday = WEEKDAYS[inUtc(day).getUTCDay()];
  const isWeekend = weekday !== undefined && terms.weekendDays.includes(weekday);
  return (isWeekend ? terms.weekendPriceCents : null) ?? terms.pricePerDayCents;
}

/** What each of `days` days from `start` on costs. */
export function pricesOfDays(terms: PriceTerms, start: CalendarDate, days: number): number[] {
  // Most cars have one price, and a page of a search shows 24 cars.
  // Stryker disable next-line ConditionalExpression: without this it is only slower
  if (terms.weekendPriceCents === null && Object.keys(terms.customPrices).length === 0)
    return Array<number>(days).fill(terms.pricePerDayCents);
  return Array.from({ length: days }, (_, index) => priceOfDay(terms, addDays(start, index)));
}

/** The largest discount that a rental of `days` days gets; undefined if there is none. */
export function discountFor(
  { discounts }: Pick<CarPrices, "discounts">,
  days: number,
): { percent: number; fromDays: DiscountDays } | undefined {
  const fitting = DISCOUNTS.filter((each) => days >= each.days && discounts[each.days] > 0)
    .map((each) => ({ percent: discounts[each.days], fromDays: each.days }))
    .toSorted((a, b) => b.percent - a.percent);
  return fitting[0];
}
