// What a rental costs and how that is split (product.md, Money). A charge is a list of lines. This
// file and listing/add-ons/add-on-lines.ts make all of them; the server and the browser calculate
// with the same functions. All amounts are integer US cents.

import type { CalendarDate } from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import { NO_ADD_ONS, type AddOns } from "../listing/add-ons/add-ons.ts";
import { addOnLines } from "../listing/add-ons/add-on-lines.ts";
import {
  discountFor,
  flatTerms,
  priceOfDay,
  pricesOfDays,
  type PriceTerms,
} from "../listing/prices.ts";
import {
  sumLines,
  toLineDetails,
  type ChargeDetails,
  type ChargeLine,
  type QuoteDetails,
} from "./charge-line.ts";
import { centsToDollars, MAX_CHARGE_CENTS, percentOfCents } from "./money.ts";
import { CURRENT_RATES, type Rates } from "./rates.ts";
import { formatCounted, formatUsd } from "../text/format.ts";

/** A charge with its sums. */
export interface Charge {
  days: number;
  /** The car's standard price per day; what each day costs is in `dayPricesCents`. */
  pricePerDayCents: number;
  /** The price of each day before the discount, first day first. */
  dayPricesCents: readonly number[];
  lines: ChargeLine[];
  /** The rental less its discount: the specification's total_amount. */
  totalCents: number;
  /** What the renter's card is charged: the sum of all lines. */
  amountDueCents: number;
  /** What is paid with credit. */
  creditCents: number;
  hostShareCents: number;
}

/** The days that a renter pays for: `days` dates from `start` on. */
export interface PricedDays {
  start: CalendarDate;
  days: number;
}

/** The days and what is added to them. */
export interface PricedRental extends PricedDays {
  addOns?: AddOns;
}

/** The least that a card is charged: Stripe accepts no less than $0.50. */
export const MIN_CARD_CENTS = 50;

/** The most prices that the label of a rental lists. */
const MAX_LABEL_PRICES = 3;

/**
 * "3 days × $60.00"; "7 days: 5 × $70.00, 2 × $80.00" for up to MAX_LABEL_PRICES prices; otherwise
 * "9 days, $70.00 to $95.00 each".
 */
function rentalLabel(dayPrices: readonly number[]): string {
  const days = formatCounted(dayPrices.length, "day", "days");
  const prices = [...new Set(dayPrices)];
  const [first = 0] = prices;
  if (prices.length === 1) return `${days} × ${formatUsd(first)}`;
  if (prices.length > MAX_LABEL_PRICES)
    return `${days}, ${formatUsd(Math.min(...prices))} to ${formatUsd(Math.max(...prices))} each`;
  const parts = prices.map(
    (price) => `${dayPrices.filter((each) => each === price).length} × ${formatUsd(price)}`,
  );
  return `${days}: ${parts.join(", ")}`;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

/** The rental and its discount. The total is rounded once, and the discount is the difference. */
function rentalLines(
  dayPrices: readonly number[],
  discount: ReturnType<typeof discountFor>,
): ChargeLine[] {
  const rentalCents = sum(dayPrices);
  const rental: ChargeLine = {
    code: "rental",
    label: rentalLabel(dayPrices),
    quantity: dayPrices.length,
    unit: "day",
    amountCents: rentalCents,
    earner: "host",
  };
  if (!discount) return [rental];
  const totalCents = percentOfCents(rentalCents, (100 - discount.percent) * 100);
  return [
    rental,
    {
      code: "discount",
      label: `${discount.percent}% off from ${discount.fromDays} days`,
      quantity: 1,
      unit: "booking",
      amountCents: totalCents - rentalCents,
      earner: "host",
    },
  ];
}

const ONCE = { quantity: 1, unit: "booking", earner: "platform" } as const;

/** The service fee on a rental of `totalCents`. */
export const serviceFeeLine = (
  totalCents: number,
  { serviceFeeBasisPoints }: Pick<Rates, "serviceFeeBasisPoints">,
): ChargeLine => ({
  code: "service_fee",
  label: `Service fee (${serviceFeeBasisPoints / 100}%)`,
  amountCents: percentOfCents(totalCents, serviceFeeBasisPoints),
  ...ONCE,
});

const platformLines = (totalCents: number, rates: Rates): ChargeLine[] => [
  serviceFeeLine(totalCents, rates),
  {
    code: "processing_fee",
    label: "Processing fee",
    amountCents: rates.processingFeeCents,
    ...ONCE,
  },
];

/**
 * The price of each date that a change adds to a rental, and their lines. The discount is that of
 * the whole new length.
 */
export function priceAddedDays(
  terms: PriceTerms,
  dates: readonly CalendarDate[],
  length: number,
): { dayPricesCents: number[]; lines: ChargeLine[] } {
  const dayPricesCents = dates.map((date) => priceOfDay(terms, date));
  const lines = dates.length === 0 ? [] : rentalLines(dayPricesCents, discountFor(terms, length));
  return { dayPricesCents, lines };
}

/**
 * The charge for a rental of `days` days (at least 1) that begins on `start`, with its add-ons.
 * @throws RangeError for a price or a number of days that is not positive and whole
 */
export function calculateCharge(
  terms: PriceTerms,
  { start, days, addOns = NO_ADD_ONS }: PricedRental,
  rates: Rates = CURRENT_RATES,
): Charge {
  checkDays(days);
  return toCharge(terms, pricesOfDays(terms, start, days), addOns, rates);
}

/**
 * The charge for `days` days at the same price, whenever they are: the specification's example.
 * @throws RangeError like calculateCharge
 */
export function calculateFlatCharge({
  pricePerDayCents,
  days,
  rates = CURRENT_RATES,
}: {
  pricePerDayCents: number;
  days: number;
  rates?: Rates;
}): Charge {
  checkDays(days);
  return toCharge(
    flatTerms(pricePerDayCents),
    Array.from({ length: days }, () => pricePerDayCents),
    NO_ADD_ONS,
    rates,
  );
}

function checkDays(days: number): void {
  if (!Number.isInteger(days) || days < 1) throw new RangeError(`not a number of days: ${days}`);
}

function toCharge(
  terms: PriceTerms,
  dayPricesCents: readonly number[],
  addOns: AddOns,
  rates: Rates,
): Charge {
  for (const price of dayPricesCents)
    if (!Number.isInteger(price) || price < 1)
      throw new RangeError(`not a daily price in cents: ${price}`);
  const days = dayPricesCents.length;
  const rental = rentalLines(dayPricesCents, discountFor(terms, days));
  const totalCents = sumLines(rental);
  const lines = [...rental, ...addOnLines(addOns, days), ...platformLines(totalCents, rates)];
  return {
    days,
    pricePerDayCents: terms.pricePerDayCents,
    dayPricesCents,
    lines,
    totalCents,
    amountDueCents: sumLines(lines),
    creditCents: 0,
    hostShareCents: percentOfCents(sumLines(lines, { earner: "host" }), rates.hostShareBasisPoints),
  };
}

/**
 * The charge after credit has paid as much of it as possible. At least MIN_CARD_CENTS stay on the
 * card, because a booking needs a saved card for what may be charged after the trip.
 */
export function withCredit(charge: Charge, availableCents: number): Charge {
  const creditCents = Math.min(availableCents, charge.amountDueCents - MIN_CARD_CENTS);
  if (creditCents <= 0) return charge;
  const credit: ChargeLine = {
    code: "credit",
    label: "Credit",
    quantity: 1,
    unit: "booking",
    amountCents: -creditCents,
    earner: "renter",
  };
  const lines = [...charge.lines, credit];
  return { ...charge, lines, creditCents, amountDueCents: sumLines(lines) };
}

/** What the renter pays for a rental of `totalCents`, in integer cents. */
export const withFees = (totalCents: number): number =>
  totalCents + sumLines(platformLines(totalCents, CURRENT_RATES));

/**
 * What one more day saves, in integer cents: more than 0 if the larger discount of the longer
 * rental lowers the amount due.
 */
export function savedByOneMoreDay(terms: PriceTerms, rental: PricedRental): number {
  const due = (days: number) => calculateCharge(terms, { ...rental, days }).amountDueCents;
  return Math.max(0, due(rental.days) - due(rental.days + 1));
}

/**
 * How many days can be charged if the amount of a rental exceeds a single charge; null if it
 * doesn't.
 */
export function findChargeLimit(terms: PriceTerms, rental: PricedRental): number | null {
  const isChargeable = (days: number) =>
    calculateCharge(terms, { ...rental, days }).amountDueCents <= MAX_CHARGE_CENTS;
  if (isChargeable(rental.days)) return null;
  let limit = rental.days;
  while (limit > 1 && !isChargeable(limit)) limit--;
  return limit;
}

/**
 * Refuses an amount that exceeds a single charge.
 * @throws DomainError dates_too_long, with the number of days that can be charged
 */
export function checkChargeable(terms: PriceTerms, rental: PricedRental): void {
  const max_days = findChargeLimit(terms, rental);
  if (max_days !== null) throw new DomainError("dates_too_long", { max_days });
}

/** The renter's part of a charge for the wire, in dollars. */
export function toQuoteDetails({ lines, ...charge }: Charge): QuoteDetails {
  return {
    days: charge.days,
    price_per_day: centsToDollars(charge.pricePerDayCents),
    total_amount: centsToDollars(charge.totalCents),
    service_fee: centsToDollars(sumLines(lines, { code: "service_fee" })),
    processing_fee: centsToDollars(sumLines(lines, { code: "processing_fee" })),
    amount_due: centsToDollars(charge.amountDueCents),
  };
}

/** The same, with the lines. Their amounts are in cents. */
export const toChargeDetails = (charge: Charge): ChargeDetails => ({
  ...toQuoteDetails(charge),
  lines: toLineDetails(charge.lines),
});
