// Opens a card checkout: checks every rule, holds the dates, and then asks the provider.
import { applyTransition } from "../../../../domain/booking/booking.ts";
import { CHECKOUT_MINUTES } from "../../../../domain/booking/booking-deadlines.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { checkDriverEmails } from "../../../../domain/booking/drivers/drivers.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { ExtraRequest } from "../../../../domain/listing/add-ons/extras.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import {
  choosePeriod,
  isPeriodError,
  withOffers,
} from "../../../../domain/booking/booking-rules.ts";
import {
  checkRentalPeriod,
  takenTime,
  toPricedDays,
  toWirePeriod,
  type RequestedDates,
} from "../../../../domain/booking/rental-period.ts";
import type { UsageDetails } from "../../../../domain/tariff/usage-columns.ts";
import { toUsageDetails, withExtras } from "../../../../domain/tariff/usage-terms.ts";
import { checkRenterAge } from "../../../../domain/person/renter.ts";
import { getOwnProfile, lockOwnAccount } from "../../accounts/accounts.service.ts";
import { findAvailableCredit } from "../../ledger/credit.service.ts";
import { nearestFree, occupy } from "../../calendar/calendar.service.ts";
import { checkDriver, isVerified } from "../../identity/identity.service.ts";
import {
  getBookableListing,
  readDateSettings,
  type BookableCar,
} from "../../listings/listings.service.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type User } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { openCheckout, openPayment } from "../../payments/payments.service.ts";
import { toPlaceColumns } from "../booked-place.ts";
import { getBookingRow, insertBooking } from "../bookings.repository.ts";
import { insertDrivers } from "../drivers/drivers.repository.ts";
import { checkCar, checkListing, type RequestedBooking } from "./check-listing.ts";
import { bookHoldExtras } from "./checkout-add-ons.ts";
import { admitHold, findBrokenOff, withdrawHold } from "./holds.service.ts";
import { replaceHold } from "./open-checkout.service.ts";
import { requireMayCheckOut } from "../trip-holds/trip-holds.service.ts";
import { bookingPurchases } from "../settlement/booking-purchases.service.ts";
import { settleAbandonedChange } from "../settlement/sweep.service.ts";

export interface CheckoutInput extends RequestedDates {
  car_id: string;
  /** In dollars, as shown on the page. */
  total_amount: number;
  /** What the page showed as the amount due. The specified request, without add-ons, has none. */
  amount_due_cents?: number | undefined;
  /** What the page showed as paid with credit; none if not given. */
  credit_cents?: number | undefined;
  /** The car's terms that the page showed. The specified request has none. */
  usage_terms?: UsageDetails | undefined;
  /** Without one, the car's own location. */
  meeting_place_id?: string | null | undefined;
  extras?: readonly ExtraRequest[] | undefined;
  /** The email addresses of the additional drivers, in lower case. */
  drivers?: readonly string[] | undefined;
  special_requests: string | null;
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
): Promise<{
  url: string;
  session_id: string;
  booking_id: string;
  expires_at: string;
  held_until: string;
}> {
  const now = ctx.clock.now();
  const dates = checkRentalPeriod(input, todayInNassau(now));
  const car = await getBookableListing(ctx, input.car_id, {
    isVerified: await isVerified(ctx, renter.id),
  });
  const requested: RequestedBooking = {
    renterId: renter.id,
    carId: input.car_id,
    period: choosePeriod(dates, car.rules, now),
    totalCents: dollarsToCents(input.total_amount),
    amountDueCents: input.amount_due_cents,
    creditCents: input.credit_cents ?? 0,
    shownTerms: input.usage_terms,
    requestedAddOns: {
      meetingPlaceId: input.meeting_place_id ?? null,
      extras: input.extras ?? [],
    },
    drivers: input.drivers ?? [],
    specialRequests: input.special_requests,
  };
  const { bookingId, replaced, heldUntil } = await admit(ctx, requested, car).catch(
    (error: unknown) => addOffers(ctx, requested, car, error),
  );

  const state = await open(ctx, bookingId);
  if (replaced !== undefined) await replaceHold(ctx, replaced, bookingId);
  // The renter may have released it from another tab.
  if ((await getBookingRow(ctx.db, bookingId)).status === "cancelled")
    throw new DomainError("payment_session_closed", { state: "expired" });
  return {
    url: state.url,
    session_id: state.sessionId,
    booking_id: bookingId,
    expires_at: state.expiresAt.toISOString(),
    held_until: heldUntil.toISOString(),
  };
}

/** Checks what needs no lock, and holds the dates. */
async function admit(ctx: Ctx, requested: RequestedBooking, car: BookableCar) {
  const { renterId, carId } = requested;
  checkCar(car, requested, ctx.clock.now());
  const { date_of_birth: dateOfBirth, email } = await getOwnProfile(ctx, renterId);
  checkRenterAge({ dateOfBirth, startDate: requested.period.start });
  checkDriverEmails(requested.drivers, { renterEmail: email });
  await checkDriver(ctx, renterId);
  for (const id of await findBrokenOff(ctx, { renterId, carId }))
    await settleAbandonedChange(ctx, id);
  return hold(ctx, requested);
}

/** @throws the error, with the nearest periods that can be booked if it is about the period. */
async function addOffers(
  ctx: Ctx,
  { carId, period }: RequestedBooking,
  car: BookableCar,
  error: unknown,
): Promise<never> {
  if (!isPeriodError(error)) throw error;
  const { dateMinDays } = await readDateSettings(ctx, carId);
  throw withOffers(error, await nearestFree(ctx, carId, period, { ...car.rules, dateMinDays }));
}

/** Opens the session of a new hold. If it cannot be opened, the hold is withdrawn. */
async function open(ctx: Ctx, bookingId: string): Promise<CheckoutState & { url: string }> {
  try {
    const state = await openCheckout(ctx, bookingPurchases, bookingId);
    if (!state?.url) throw new DomainError("checkout_refused");
    return { ...state, url: state.url };
  } catch (error) {
    await withdrawHold(ctx, bookingId);
    throw error;
  }
}

/**
 * Holds the dates; an open hold of the renter on the car keeps its own. Locks the renter's account
 * and then the car's row, so that the second of two renters waits and then finds the dates taken.
 * @returns the booking's id, the id of the hold to end before the new checkout is returned, and the
 * end of the time for which the car is taken
 */
function hold(
  ctx: Ctx,
  requested: RequestedBooking,
): Promise<{ bookingId: string; replaced: string | undefined; heldUntil: Date }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockOwnAccount(tx.db, requested.renterId);
    await requireMayCheckOut(tx, requested.renterId);
    const replaced = (await admitHold(tx, requested.renterId, requested.carId, requested.period))
      ?.id;
    const listing = await getBookableListing(tx, requested.carId, {
      forUpdate: true,
      isVerified: await isVerified(tx, requested.renterId),
      days: toPricedDays(requested.period),
    });
    const creditCents = await findAvailableCredit(tx, requested.renterId, listing.id);
    const { charge, addOns } = checkListing({ listing, requested, creditCents }, now);
    const { status, paymentStatus } = applyTransition("create", {
      booking: null,
      actorKind: "renter",
      now,
    });
    const bookingId = await insertBooking(
      tx.db,
      {
        car_id: listing.id,
        renter_id: requested.renterId,
        host_id: listing.hostId,
        ...toWirePeriod(requested.period),
        ...toPlaceColumns(addOns),
        ...withExtras(
          toUsageDetails(listing.usageTerms),
          addOns.extras.map(({ extra }) => extra.kind),
        ),
        status,
        payment_status: paymentStatus,
        special_requests: requested.specialRequests,
        booking_mode: listing.rules.bookingMode,
        replaces: replaced ?? null,
      },
      charge,
      tx.clock.now(),
    );
    const { period } = requested;
    const { turnaroundHours } = listing.rules;
    await occupy(tx, {
      carId: listing.id,
      bookingId,
      period,
      turnaroundHours,
      replaces: replaced,
    });
    await bookHoldExtras(tx, { listing, bookingId, period, addOns, creditCents });
    await insertDrivers(tx.db, bookingId, requested.drivers, now);
    await openPayment(tx, {
      bookingId,
      amountCents: charge.amountDueCents,
      expiresAt: new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
    });
    await auditHold(tx, bookingId, requested.renterId, {
      status,
      payment_status: paymentStatus,
      approving: false,
      ...(replaced && { replaces: replaced }),
    });
    tx.metrics.stepTaken("create");
    return { bookingId, replaced, heldUntil: takenTime(period, turnaroundHours).until };
  });
}

const auditHold = (tx: Ctx, bookingId: string, renterId: string, after: Record<string, unknown>) =>
  recordAudit(tx, {
    actorKind: "renter",
    actorId: renterId,
    action: "booking.create",
    subjectType: "booking",
    subjectId: bookingId,
    after,
  });
