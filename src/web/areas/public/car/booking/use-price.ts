// What the chosen days cost, and the prices that the car's page is shown with.
import { useState } from "react";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { toPricedDays, type RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import type { DateRange } from "../../../../../domain/calendar/dates.ts";
import { readTerms } from "../../../../../domain/listing/prices.ts";
import { toLineDetails, type ChargeDetails } from "../../../../../domain/money/charge-line.ts";
import { calculateCharge, type Charge } from "../../../../../domain/money/charge.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { api } from "../../../../api/api.ts";
import type { ShownPrice } from "./use-create-checkout.ts";

const toShownPrice = ({ lines, ...charge }: Charge): ShownPrice => ({
  ...charge,
  lines: toLineDetails(lines),
});

const readQuote = ({ lines, total_amount, amount_due }: ChargeDetails): ShownPrice => ({
  lines,
  totalCents: dollarsToCents(total_amount),
  amountDueCents: dollarsToCents(amount_due),
});

/** The price of the chosen days, as the page knows it or as the server last corrected it. */
export function usePrice(car: ListingDetail, period: RentalPeriod | null) {
  const [terms, setTerms] = useState(() => readTerms(car));
  const [corrected, setCorrected] = useState<{ days: DateRange; price: ShownPrice }>();
  const days = period && toPricedDays(period);
  const price =
    days &&
    (corrected?.days.start === days.start && corrected.days.end === days.end
      ? corrected.price
      : toShownPrice(calculateCharge(terms, days)));
  return {
    terms,
    price,
    /**
     * Shows the price that the server returned when it refused an outdated one, and reads what
     * other days cost now.
     */
    correctPrice: (ofPeriod: RentalPeriod, quote: ChargeDetails) => {
      setCorrected({ days: toPricedDays(ofPeriod), price: readQuote(quote) });
      setTerms({ ...terms, pricePerDayCents: dollarsToCents(quote.price_per_day) });
      api("GET /api/listings/{id}", { params: { id: car.id } })
        .then((fresh) => setTerms(readTerms(fresh)))
        .catch(() => undefined); // The server checks the price again.
    },
  };
}
