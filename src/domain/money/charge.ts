// What a rental costs and how that is split (product.md, Money). A charge is a list of lines. This
// is the only place that knows which lines there are: the server decides with it, and the browser
// previews with it. All amounts are integer US cents.

import { DomainError, type ChargeDetails, type QuoteDetails } from "../errors.ts";
import { toPriceDetails, type CarPrices } from "../listing/prices.ts";
import { sumLines, toLineDetails, type ChargeLine } from "./charge-line.ts";
import { centsToDollars, percentOfCents } from "./money.ts";
import { formatUsd } from "../text/format.ts";

/** The renter's service fee: 10 % of the rental. */
export const SERVICE_FEE_BASIS_POINTS = 1_000;
/** The renter's processing fee: $2.99 per booking. */
export const PROCESSING_FEE_CENTS = 299;
/** The host's share: 85 % of what the host's lines add up to. */
export const HOST_SHARE_BASIS_POINTS = 8_500;

/** The rates of a booking, which stores them so that later changes never affect it. */
export interface Rates {
  serviceFeeBasisPoints: number;
  processingFeeCents: number;
  hostShareBasisPoints: number;
}

/** The rates of new bookings. */
export const CURRENT_RATES: Rates = {
  serviceFeeBasisPoints: SERVICE_FEE_BASIS_POINTS,
  processingFeeCents: PROCESSING_FEE_CENTS,
  hostShareBasisPoints: HOST_SHARE_BASIS_POINTS,
};

/** The maximum of a single charge: Stripe accepts no more than $999,999.99. */
const MAX_CHARGE_CENTS = 99_999_999;

/** A charge with its sums. */
export interface Charge extends CarPrices {
  days: number;
  lines: ChargeLine[];
  /** The rental itself, days x price per day: the specification's total_amount. */
  totalCents: number;
  /** What the renter's card is charged: the sum of all lines. */
  amountDueCents: number;
  hostShareCents: number;
}

/** "3 days × $60.00" */
const rentalLabel = (days: number, pricePerDayCents: number): string =>
  `${days} ${days === 1 ? "day" : "days"} × ${formatUsd(pricePerDayCents)}`;

/**
 * The charge for `days` days (at least 1).
 * @throws RangeError for a price or a number of days that is not positive and whole
 */
export function calculateCharge({
  pricePerDayCents,
  days,
  rates = CURRENT_RATES,
}: CarPrices & {
  days: number;
  rates?: Rates;
}): Charge {
  if (!Number.isInteger(days) || days < 1) throw new RangeError(`not a number of days: ${days}`);
  if (!Number.isInteger(pricePerDayCents) || pricePerDayCents < 1)
    throw new RangeError(`not a daily price in cents: ${pricePerDayCents}`);
  const totalCents = days * pricePerDayCents;
  const once = { quantity: 1, unit: "booking", earner: "platform" } as const;
  const lines: ChargeLine[] = [
    {
      code: "rental",
      label: rentalLabel(days, pricePerDayCents),
      quantity: days,
      unit: "day",
      amountCents: totalCents,
      earner: "host",
    },
    {
      code: "service_fee",
      label: `Service fee (${rates.serviceFeeBasisPoints / 100}%)`,
      amountCents: percentOfCents(totalCents, rates.serviceFeeBasisPoints),
      ...once,
    },
    {
      code: "processing_fee",
      label: "Processing fee",
      amountCents: rates.processingFeeCents,
      ...once,
    },
  ];
  return {
    days,
    pricePerDayCents,
    lines,
    totalCents,
    amountDueCents: sumLines(lines),
    hostShareCents: percentOfCents(sumLines(lines, { earner: "host" }), rates.hostShareBasisPoints),
  };
}

/**
 * Refuses an amount that exceeds a single charge.
 * @throws DomainError dates_too_long, with the number of days that can be charged
 */
export function checkChargeable({ days, amountDueCents, ...prices }: Charge): void {
  if (amountDueCents <= MAX_CHARGE_CENTS) return;
  let max_days = days;
  while (
    max_days > 1 &&
    calculateCharge({ ...prices, days: max_days }).amountDueCents > MAX_CHARGE_CENTS
  )
    max_days--;
  throw new DomainError("dates_too_long", { max_days });
}

/** The renter's part of a charge for the wire, in dollars. */
export function toQuoteDetails({ lines, ...charge }: Charge): QuoteDetails {
  return {
    days: charge.days,
    ...toPriceDetails(charge),
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
