// What a renter adds to a rental, in a checkout: refusing what is unavailable, and booking extras.
import { toPricedDays, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import {
  chooseAddOns,
  type AddOnRequest,
  type AddOns,
} from "../../../../domain/listing/add-ons/add-ons.ts";
import {
  findShortages,
  limitToLeft,
  type ExtraShortage,
} from "../../../../domain/listing/add-ons/extra-stock.ts";
import { maxPerTrip } from "../../../../domain/listing/add-ons/extras.ts";
import { calculateCharge, toChargeDetails, withCredit } from "../../../../domain/money/charge.ts";
import type { DbCtx } from "../../../platform/context.ts";
import { bookExtras, type BookableListing } from "../../listings/listings.service.ts";
import { insertBookingExtras } from "../booked-extras.repository.ts";

interface Rental {
  listing: BookableListing;
  period: RentalPeriod;
  /** The credit that the renter can spend now, in integer cents. */
  creditCents: number;
}

/**
 * Finds the requested add-ons among those of the car.
 * @throws DomainError meeting_place_not_offered, extra_not_offered, extra_out_of_stock, each with
 * the charge for what is offered
 */
export function requireAddOns(rental: Rental, requested: AddOnRequest): AddOns {
  const { addOns, isPlaceMissing, missingExtras } = chooseAddOns(rental.listing.offered, requested);
  const shortages = findShortages(addOns.extras, maxPerTrip);
  if (!isPlaceMissing && missingExtras.length + shortages.length === 0) return addOns;
  const offered = { ...addOns, extras: limitToLeft(addOns.extras, maxPerTrip) };
  const quote = quoteFor(rental, offered);
  if (isPlaceMissing)
    throw new DomainError("meeting_place_not_offered", { extra_ids: missingExtras, quote });
  if (missingExtras.length > 0)
    throw new DomainError("extra_not_offered", { extra_ids: missingExtras, quote });
  throw new DomainError("extra_out_of_stock", { extras: nameShortages(shortages), quote });
}

/**
 * Books the extras of a new hold. Call it once the hold occupies the car's calendar.
 * @throws DomainError extra_out_of_stock with the charge for what is left, which aborts the hold
 */
export async function bookHoldExtras(
  tx: DbCtx,
  { bookingId, addOns, ...rental }: Rental & { bookingId: string; addOns: AddOns },
): Promise<void> {
  if (addOns.extras.length === 0) return;
  const booking = { carId: rental.listing.id, bookingId, days: rental.period };
  const shortages = await bookExtras(tx, booking, addOns.extras);
  if (shortages.length === 0) return insertBookingExtras(tx.db, bookingId, addOns.extras);
  const left = new Map(shortages.map((shortage) => [shortage.extra, shortage.left]));
  const extras = limitToLeft(addOns.extras, (extra) => left.get(extra) ?? maxPerTrip(extra));
  throw new DomainError("extra_out_of_stock", {
    extras: nameShortages(shortages),
    quote: quoteFor(rental, { ...addOns, extras }),
  });
}

const quoteFor = ({ listing, period, creditCents }: Rental, addOns: AddOns) =>
  toChargeDetails(
    withCredit(calculateCharge(listing, { ...toPricedDays(period), addOns }), creditCents),
  );

const nameShortages = (shortages: readonly ExtraShortage[]) =>
  shortages.map(({ extra: { extra_id, name }, left }) => ({ extra_id, name, left }));
