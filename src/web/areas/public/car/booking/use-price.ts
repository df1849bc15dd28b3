// What the chosen days and add-ons cost, and the prices that the car's page is shown with.
import { useState } from "react";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { toPricedDays, type RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import {
  extrasLeft,
  findShortages,
  limitToLeft,
  type TakenExtra,
} from "../../../../../domain/listing/add-ons/extra-stock.ts";
import { maxPerTrip, type Extra } from "../../../../../domain/listing/add-ons/extras.ts";
import {
  chooseAddOns,
  readOffered,
  type AddOnRequest,
  type AddOns,
  type OfferedAddOns,
} from "../../../../../domain/listing/add-ons/add-ons.ts";
import { readTerms } from "../../../../../domain/listing/prices.ts";
import {
  findFormerAmounts,
  toLineDetails,
  type ChargeDetails,
  type ChargeLineDetails,
} from "../../../../../domain/money/charge-line.ts";
import { calculateCharge, withCredit, type Charge } from "../../../../../domain/money/charge.ts";
import type { UsageDetails } from "../../../../../domain/tariff/usage-columns.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { api } from "../../../../api/api.ts";

/** What the renter agrees to by booking. */
export interface ShownPrice {
  lines: ChargeLineDetails[];
  totalCents: number;
  amountDueCents: number;
  /** What lines cost on the page before the server corrected them, in cents. */
  formerCents?: ReadonlyMap<ChargeLineDetails, number>;
}

/** What the host offers and the renter asks for, as far as a refusal has corrected it. */
export interface CorrectedAddOns {
  offered: OfferedAddOns;
  requested: AddOnRequest;
}

const toShownPrice = ({ lines, ...charge }: Charge): ShownPrice => ({
  ...charge,
  lines: toLineDetails(lines),
});

const readQuote = ({ lines, total_amount, amount_due }: ChargeDetails): ShownPrice => ({
  lines,
  totalCents: dollarsToCents(total_amount),
  amountDueCents: dollarsToCents(amount_due),
});

/** The price of a checkout or a booking, which keeps its lines. */
export function readHeldPrice(lines: ChargeLineDetails[]): ShownPrice {
  const sum = (shown: ChargeLineDetails[]) =>
    shown.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  return {
    lines,
    totalCents: sum(lines.filter(({ code }) => code === "rental" || code === "discount")),
    amountDueCents: sum(lines),
  };
}

const readOffer = (car: ListingDetail) => ({
  priceTerms: readTerms(car),
  offered: readOffered(car),
});

const toIds = (extras: AddOns["extras"]): string[] =>
  extras.map(({ extra: { extra_id } }) => extra_id);

/** What a corrected price is for. */
const rentalKey = (period: RentalPeriod, addOns: AddOns): string =>
  JSON.stringify([
    toPricedDays(period),
    addOns.meetingPlace?.place_id,
    addOns.extras.map(({ extra, quantity }) => [extra.extra_id, quantity]),
  ]);

/** The price of the chosen days, as the page knows it or as the server last corrected it. */
export function usePrice(
  car: ListingDetail,
  period: RentalPeriod | null,
  requested: AddOnRequest,
  { extrasTaken, creditCents }: { extrasTaken: readonly TakenExtra[]; creditCents: number },
) {
  const [{ priceTerms, offered }, setOffer] = useState(() => readOffer(car));
  /** They change only with a message that says so. */
  const [carTerms, showTerms] = useState<UsageDetails>(car.usage_terms);
  const [corrected, setCorrected] = useState<{ rental: string; price: ShownPrice }>();
  const left = (extra: Extra, during = period) =>
    during ? extrasLeft(extra, extrasTaken, during) : maxPerTrip(extra);
  const chosen = chooseAddOns(offered, requested).addOns;
  const addOns = { ...chosen, extras: limitToLeft(chosen.extras, left) };
  const price =
    period &&
    (corrected?.rental === rentalKey(period, addOns)
      ? corrected.price
      : toShownPrice(
          withCredit(calculateCharge(priceTerms, { ...toPricedDays(period), addOns }), creditCents),
        ));
  return {
    priceTerms,
    price,
    offered,
    addOns,
    /** The terms that the car's usage is charged by, as the page shows them. */
    carTerms,
    showTerms,
    /** Whether another period leaves the chosen extras. */
    hasExtrasFor: (other: RentalPeriod) =>
      findShortages(addOns.extras, (extra) => left(extra, other)).length === 0,
    /**
     * Shows the price that the server returned when it refused an outdated one, and reads what
     * other days cost now.
     */
    correctPrice: (ofPeriod: RentalPeriod, quote: ChargeDetails, now: CorrectedAddOns) => {
      const nextAddOns = chooseAddOns(now.offered, now.requested).addOns;
      const extras = limitToLeft(nextAddOns.extras, (extra) => left(extra, ofPeriod));
      const rental = rentalKey(ofPeriod, { ...nextAddOns, extras });
      const fresh = readQuote(quote);
      const formerCents = findFormerAmounts(
        { lines: price?.lines ?? [], extraIds: toIds(addOns.extras) },
        { lines: fresh.lines, extraIds: toIds(extras) },
      );
      setCorrected({ rental, price: { ...fresh, formerCents } });
      const pricePerDayCents = dollarsToCents(quote.price_per_day);
      setOffer((shown) => ({
        priceTerms: { ...shown.priceTerms, pricePerDayCents },
        offered: now.offered,
      }));
      api("GET /api/listings/{id}", { params: { id: car.id } })
        .then((listing) => setOffer(readOffer(listing)))
        .catch(() => undefined); // The server checks the price again.
    },
  };
}
