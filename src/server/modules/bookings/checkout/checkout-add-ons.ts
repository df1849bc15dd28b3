// What a renter adds to a rental, in a checkout: refusing what can't be had, and taking extras.
import { toPricedDays, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { AddOns, MissingAddOn } from "../../../../domain/listing/add-ons/add-ons.ts";
import { calculateCharge, toChargeDetails, type Charge } from "../../../../domain/money/charge.ts";
import type { DbCtx } from "../../../platform/context.ts";
import { takeExtras, type BookableListing } from "../../listings/listings.service.ts";

/** @param charge without what is missing */
export function refuseMissing(missing: MissingAddOn, charge: Charge): DomainError {
  return missing.code === "extra_quantity_out_of_range"
    ? new DomainError("extra_quantity_out_of_range", { max: missing.max })
    : new DomainError(missing.code, { quote: toChargeDetails(charge) });
}

interface HeldRental {
  listing: BookableListing;
  bookingId: string;
  period: RentalPeriod;
  addOns: AddOns;
}

/**
 * Takes the extras of a new hold. Call it once the hold occupies the car's calendar.
 * @throws DomainError extra_out_of_stock with the charge for what is left, which aborts the hold
 */
export async function holdExtras(
  tx: DbCtx,
  { listing, bookingId, period, addOns }: HeldRental,
): Promise<void> {
  const short = await takeExtras(tx, { carId: listing.id, bookingId, days: period }, addOns.extras);
  if (!short) return;
  const { extra, left } = short;
  const extras = addOns.extras.flatMap((each) =>
    each.extra === extra ? (left > 0 ? [{ extra, quantity: left }] : []) : [each],
  );
  const rental = { ...toPricedDays(period), addOns: { ...addOns, extras } };
  throw new DomainError("extra_out_of_stock", {
    extra_id: extra.extra_id,
    name: extra.name,
    left,
    quote: toChargeDetails(calculateCharge(listing, rental)),
  });
}
