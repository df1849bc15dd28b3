// The price of a rental and how it is split (product.md, Money). The server decides and the browser
// previews with the same functions. All amounts are integer US cents.

import { DomainError, type QuoteDetails } from "../errors.ts";
import { centsToDollars, percentOfCents } from "./money.ts";

/** The renter's service fee: 10 % of the rental. */
export const SERVICE_FEE_BASIS_POINTS = 1_000;
/** The renter's processing fee: $2.99 per booking. */
export const PROCESSING_FEE_CENTS = 299;
/** The host's share: 85 % of the rental. */
export const HOST_SHARE_BASIS_POINTS = 8_500;

/** The rates of a booking. It keeps them: later changes never affect it. */
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

/**
 * A price with all its parts. The two shares add up to the total; the total and the fees add up to
 * the amount due.
 */
export type Quote = {
  days: number;
  pricePerDayCents: number;
  /** The rental itself, days x price per day: the specification's total_amount. */
  totalCents: number;
  serviceFeeCents: number;
  processingFeeCents: number;
  /** What the renter's card is charged. */
  amountDueCents: number;
  hostShareCents: number;
  /** The platform's part of the total, in addition to both renter fees. */
  platformShareCents: number;
};

/**
 * The price of `days` days (at least 1).
 * @throws RangeError for a price or a number of days that is not positive and whole
 */
export function quote({
  pricePerDayCents,
  days,
  rates = CURRENT_RATES,
}: {
  pricePerDayCents: number;
  days: number;
  rates?: Rates;
}): Quote {
  if (!Number.isInteger(days) || days < 1) throw new RangeError(`not a number of days: ${days}`);
  if (!Number.isInteger(pricePerDayCents) || pricePerDayCents < 1)
    throw new RangeError(`not a daily price in cents: ${pricePerDayCents}`);
  const totalCents = days * pricePerDayCents;
  const serviceFeeCents = percentOfCents(totalCents, rates.serviceFeeBasisPoints);
  const hostShareCents = percentOfCents(totalCents, rates.hostShareBasisPoints);
  return {
    days,
    pricePerDayCents,
    totalCents,
    serviceFeeCents,
    processingFeeCents: rates.processingFeeCents,
    amountDueCents: totalCents + serviceFeeCents + rates.processingFeeCents,
    hostShareCents,
    platformShareCents: totalCents - hostShareCents,
  };
}

/**
 * Refuses an amount that exceeds a single charge.
 * @throws DomainError dates_too_long, with the number of days that can be charged
 */
export function checkChargeable({ pricePerDayCents, days, amountDueCents }: Quote): void {
  if (amountDueCents <= MAX_CHARGE_CENTS) return;
  let max_days = days;
  while (
    max_days > 1 &&
    quote({ pricePerDayCents, days: max_days }).amountDueCents > MAX_CHARGE_CENTS
  )
    max_days--;
  throw new DomainError("dates_too_long", { max_days });
}

/** The renter's part of a quote for the wire, in dollars. */
export function quoteDetails(price: Quote): QuoteDetails {
  return {
    days: price.days,
    price_per_day: centsToDollars(price.pricePerDayCents),
    total_amount: centsToDollars(price.totalCents),
    service_fee: centsToDollars(price.serviceFeeCents),
    processing_fee: centsToDollars(price.processingFeeCents),
    amount_due: centsToDollars(price.amountDueCents),
  };
}
