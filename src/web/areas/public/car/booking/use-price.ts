// The price of the chosen days in the booking panel.
import { useState } from "react";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { rentalDays, type RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import type { ChargeDetails } from "../../../../../domain/errors.ts";
import { readPrices, type CarPrices } from "../../../../../domain/listing/prices.ts";
import { calculateCharge } from "../../../../../domain/money/charge.ts";
import { toLineDetails } from "../../../../../domain/money/charge-line.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import type { ShownPrice } from "./use-create-checkout.ts";

const isSame = (a: RentalPeriod, b: RentalPeriod): boolean =>
  a.start === b.start &&
  a.end === b.end &&
  a.pickupTime === b.pickupTime &&
  a.returnTime === b.returnTime;

function calculatePrice(prices: CarPrices, days: number): ShownPrice {
  const { lines, ...charge } = calculateCharge({ ...prices, days });
  return { ...charge, lines: toLineDetails(lines) };
}

const readQuote = ({ lines, total_amount, amount_due }: ChargeDetails): ShownPrice => ({
  lines,
  totalCents: dollarsToCents(total_amount),
  amountDueCents: dollarsToCents(amount_due),
});

/** The price of the chosen days, as the page knows it or as the server last corrected it. */
export function usePrice(car: ListingDetail, period: RentalPeriod | null) {
  const [prices, setPrices] = useState(() => readPrices(car));
  const [corrected, setCorrected] = useState<{ period: RentalPeriod; price: ShownPrice }>();
  const price =
    period &&
    (corrected && isSame(period, corrected.period)
      ? corrected.price
      : calculatePrice(prices, rentalDays(period)));
  return {
    prices,
    price,
    /** Shows the price that the server returned when it refused an outdated one. */
    correctPrice: (ofPeriod: RentalPeriod, quote: ChargeDetails) => {
      setPrices(readPrices(quote));
      setCorrected({ period: ofPeriod, price: readQuote(quote) });
    },
  };
}
