// Opens a card checkout for "Book Now": checks every rule, holds the dates, records the payment and
// then asks the provider.
import { applyTransition } from "../../../../domain/booking/booking.ts";
import { CHECKOUT_MINUTES } from "../../../../domain/booking/booking-deadlines.ts";
import { todayInNassau, toWireRange } from "../../../../domain/calendar/dates.ts";
import { DomainError, isDomainError } from "../../../../domain/errors.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import {
  calculateCharge,
  checkChargeable,
  toChargeDetails,
  type Charge,
} from "../../../../domain/money/charge.ts";
import {
  checkRentalPeriod,
  rentalDays,
  type RentalPeriod,
  type RequestedDates,
} from "../../../../domain/booking/rental-period.ts";
import { checkRenterAge } from "../../../../domain/person/renter.ts";
import { getOwnProfile, lockOwnAccount } from "../../accounts/accounts.service.ts";
import { nearestFree, occupy } from "../../calendar/calendar.service.ts";
import { checkDriver } from "../../identity/identity.service.ts";
import { getBookableListing, type BookableListing } from "../../listings/listings.service.ts";
import { recordAudit } from "../../../platform/database/audit.ts";
import { inTransaction, type Ctx, type User } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { getPayment, recordPayment } from "../../payments/payments.service.ts";
import { getBooking, insertBooking } from "../bookings.repository.ts";
import { admitHold, findBrokenOff, withdraw } from "./holds.service.ts";
import { replaceHold } from "./open-checkout.service.ts";
import { openSession } from "../settlement/checkout-sessions.service.ts";
import { settleBrokenOff } from "../settlement/sweep.service.ts";

export interface CheckoutInput extends RequestedDates {
  car_id: string;
  /** In dollars, as shown on the page. */
  total_amount: number;
  /** What the page showed as the amount due; the specified request has none. */
  amount_due_cents?: number | undefined;
  special_requests: string | null;
}

interface Wanted {
  renterId: string;
  carId: string;
  period: RentalPeriod;
  totalCents: number;
  amountDueCents: number | undefined;
  specialRequests: string | null;
}

/**
 * Holds the dates and opens a checkout (product.md, Booking and payment 1). An open checkout of the
 * renter for the same car is replaced: its dates are released once the new ones are held and the
 * new session is open.
 * @throws DomainError any code that the contract lists. Nothing new is held then, and the previous
 * hold remains.
 */
export async function createBookingCheckout(
  ctx: Ctx,
  renter: User,
  input: CheckoutInput,
): Promise<{ url: string; session_id: string; booking_id: string; expires_at: string }> {
  const wanted: Wanted = {
    renterId: renter.id,
    carId: input.car_id,
    period: checkRentalPeriod(input, todayInNassau(ctx.clock.now())),
    totalCents: dollarsToCents(input.total_amount),
    amountDueCents: input.amount_due_cents,
    specialRequests: input.special_requests,
  };
  checkListing(await getBookableListing(ctx, wanted.carId), wanted);
  checkRenterAge({
    dateOfBirth: (await getOwnProfile(ctx, renter.id)).date_of_birth,
    startDate: wanted.period.start,
  });
  await checkDriver(ctx, renter.id);
  const { renterId, carId } = wanted;
  for (const id of await findBrokenOff(ctx, { renterId, carId })) await settleBrokenOff(ctx, id);
  const { bookingId, replaced } = await hold(ctx, wanted).catch(async (error: unknown) => {
    if (!isDomainError(error, "dates_taken")) throw error;
    throw new DomainError("dates_taken", {
      nearest_free: await nearestFree(ctx, wanted.carId, wanted.period),
    });
  });
  const state = await open(ctx, bookingId);
  if (replaced !== undefined) await replaceHold(ctx, replaced, bookingId);
  // The renter may have released it from another tab.
  if ((await getBooking(ctx.db, bookingId)).status === "cancelled")
    throw new DomainError("payment_session_closed", { state: "expired" });
  return {
    url: state.url,
    session_id: state.sessionId,
    booking_id: bookingId,
    expires_at: state.expiresAt.toISOString(),
  };
}

/** Opens the session of a new hold. If it cannot be opened, the hold is withdrawn. */
async function open(ctx: Ctx, bookingId: string): Promise<CheckoutState & { url: string }> {
  try {
    const state = await openSession(ctx, await getPayment(ctx, bookingId));
    if (!state?.url) throw new DomainError("checkout_refused");
    return { ...state, url: state.url };
  } catch (error) {
    await withdraw(ctx, bookingId);
    throw error;
  }
}

/** Checks the listing's rules. @throws DomainError own_car, price_changed, dates_too_long */
function checkListing(listing: BookableListing, wanted: Wanted): Charge {
  if (listing.hostId === wanted.renterId) throw new DomainError("own_car");
  const charge = calculateCharge({ ...listing, days: rentalDays(wanted.period) });
  const { totalCents, amountDueCents = charge.amountDueCents } = wanted;
  if (totalCents !== charge.totalCents || amountDueCents !== charge.amountDueCents)
    throw new DomainError("price_changed", { quote: toChargeDetails(charge) });
  checkChargeable(charge);
  return charge;
}

/**
 * Holds the dates; an open hold of the renter on the car keeps its own. Locks the renter's account
 * and then the car's row, so that the second of two renters waits and then finds the dates taken.
 * @returns the booking's id, and the id of the hold to end before the new checkout is returned
 */
function hold(
  ctx: Ctx,
  wanted: Wanted,
): Promise<{ bookingId: string; replaced: string | undefined }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockOwnAccount(tx.db, wanted.renterId);
    const replaced = (await admitHold(tx, wanted.renterId, wanted.carId, wanted.period))?.id;
    const listing = await getBookableListing(tx, wanted.carId, { forUpdate: true });
    const charge = checkListing(listing, wanted);
    const { status, paymentStatus } = applyTransition("create", {
      booking: null,
      actorKind: "renter",
      now,
    });
    const bookingId = await insertBooking(
      tx.db,
      {
        car_id: listing.id,
        renter_id: wanted.renterId,
        host_id: listing.hostId,
        ...toWireRange(wanted.period),
        status,
        payment_status: paymentStatus,
        special_requests: wanted.specialRequests,
        booking_mode: listing.bookingMode,
        replaces: replaced ?? null,
      },
      charge,
      tx.clock.now(),
    );
    const { period } = wanted;
    await occupy(tx, { carId: listing.id, bookingId, period, replaces: replaced });
    await recordPayment(tx, {
      bookingId,
      amountCents: charge.amountDueCents,
      expiresAt: new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
    });
    await recordAudit(tx, {
      actorKind: "renter",
      actorId: wanted.renterId,
      action: "booking.create",
      subjectType: "booking",
      subjectId: bookingId,
      after: {
        status,
        payment_status: paymentStatus,
        approving: false,
        ...(replaced && { replaces: replaced }),
      },
    });
    tx.metrics.stepTaken("create");
    return { bookingId, replaced };
  });
}
