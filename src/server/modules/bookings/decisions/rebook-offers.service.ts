// The cars that a renter can take instead of one whose booking was cancelled.
import type { getRebookOffers } from "../../../../contract/bookings/cancellation.ts";
import type { SimilarListing } from "../../../../contract/listings/listings.ts";
import type { Output } from "../../../../contract/endpoint.ts";
import { replacementPeriod } from "../../../../domain/booking/host-cancellation/rebook-offers.ts";
import { toRentalPeriod, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../../domain/policies/booking.ts";
import { authorize } from "../../../../domain/policies/policy.ts";
import type { DataCtx, User } from "../../../platform/context.ts";
import { findReplacementCars } from "../../listings/search/replacement-cars.service.ts";
import { getDetails, type BookingDetailsRow } from "../bookings.repository.ts";
import { toBookedTotal } from "./booked-total.ts";

/** The cars that are free for what is left of a cancelled trip. */
export interface RebookOffers {
  period: RentalPeriod;
  cars: readonly SimilarListing[];
}

/**
 * Offers for the renter of a booking; undefined if the renter needs no other car. After a trip that
 * ended in a storm there are none: we help by phone.
 */
export async function findRebookOffers(
  ctx: DataCtx,
  row: BookingDetailsRow,
): Promise<RebookOffers | undefined> {
  const booking = {
    status: row.status,
    paymentStatus: row.payment_status,
    cancelledBy: row.cancelled_by,
    period: toRentalPeriod(row),
  };
  const period = replacementPeriod(booking, ctx.clock.now());
  if (!period) return undefined;
  if (row.island === null || row.storm_id !== null) return { period, cars: [] };
  const cars = await findReplacementCars(ctx, {
    carId: row.car_id,
    renterId: row.renter_id,
    island: row.island,
    seats: row.seats,
    period,
    pricePerDayCents: row.price_per_day_cents,
    totalCents: toBookedTotal(row),
  });
  return { period, cars };
}

/**
 * For the renter, and for admins who help. @throws DomainError not_found, forbidden for the host
 */
export async function readRebookOffers(
  ctx: DataCtx,
  user: User,
  bookingId: string,
): Promise<Output<typeof getRebookOffers>> {
  const row = await getDetails(ctx.db, bookingId);
  authorize(BOOKING_POLICY.read_offers, partiesToBooking(row, user), "booking");
  const found = await findRebookOffers(ctx, row);
  return {
    needs_another_car: found !== undefined,
    pickup_time: found?.period.pickupTime ?? null,
    offers: [...(found?.cars ?? [])],
  };
}
