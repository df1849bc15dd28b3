// Opens a card checkout for "Book Now": checks every rule, holds the dates, records the payment and
// then asks the provider.
import { applyTransition } from "../../../../domain/booking/booking.ts";
import { CHECKOUT_MINUTES } from "../../../../domain/booking/booking-deadlines.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { ExtraRequest } from "../../../../domain/listing/add-ons/extras.ts";
import {
  hasAddOns,
  type AddOnRequest,
  type AddOns,
} from "../../../../domain/listing/add-ons/add-ons.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import {
  calculateCharge,
  checkChargeable,
  toChargeDetails,
  type Charge,
} from "../../../../domain/money/charge.ts";
import {
  checkRules,
  choosePeriod,
  isPeriodError,
  withOffers,
} from "../../../../domain/booking/booking-rules.ts";
import {
  checkRentalPeriod,
  toPricedDays,
  toWirePeriod,
  type RentalPeriod,
  type RentalTimes,
  type RequestedDates,
} from "../../../../domain/booking/rental-period.ts";
import { checkRenterAge } from "../../../../domain/person/renter.ts";
import { getOwnProfile, lockOwnAccount } from "../../accounts/accounts.service.ts";
import { nearestFree, occupy } from "../../calendar/calendar.service.ts";
import { checkDriver, isVerified } from "../../identity/identity.service.ts";
import {
  getBookableListing,
  readDateSettings,
  type BookableListing,
} from "../../listings/listings.service.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type User } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { openCheckout, openPayment } from "../../payments/payments.service.ts";
import { toPlaceColumns } from "../booked-place.ts";
import { getBookingRow, insertBooking } from "../bookings.repository.ts";
import { bookHoldExtras, requireAddOns } from "./checkout-add-ons.ts";
import { admitHold, findBrokenOff, withdrawHold } from "./holds.service.ts";
import { replaceHold } from "./open-checkout.service.ts";
import { requireMayBook } from "../trip-holds/trip-holds.service.ts";
import { bookingPurchases } from "../settlement/booking-purchases.service.ts";
import { settleBrokenOff } from "../settlement/sweep.service.ts";

export interface CheckoutInput extends RequestedDates {
  car_id: string;
  /** In dollars, as shown on the page. */
  total_amount: number;
  /** What the page showed as the amount due. The specified request, without add-ons, has none. */
  amount_due_cents?: number | undefined;
  /** Without one, the car's own location. */
  meeting_place_id?: string | null | undefined;
  extras?: readonly ExtraRequest[] | undefined;
  special_requests: string | null;
}

interface RequestedBooking {
  renterId: string;
  carId: string;
  period: RentalPeriod & RentalTimes;
  totalCents: number;
  amountDueCents: number | undefined;
  requestedAddOns: AddOnRequest;
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
  const now = ctx.clock.now();
  const dates = checkRentalPeriod(input, todayInNassau(now));
  const listing = await getBookableListing(ctx, input.car_id, {
    isVerified: await isVerified(ctx, renter.id),
    days: toPricedDays(dates),
  });
  const requested: RequestedBooking = {
    renterId: renter.id,
    carId: input.car_id,
    period: choosePeriod(dates, listing.rules, now),
    totalCents: dollarsToCents(input.total_amount),
    amountDueCents: input.amount_due_cents,
    requestedAddOns: {
      meetingPlaceId: input.meeting_place_id ?? null,
      extras: input.extras ?? [],
    },
    specialRequests: input.special_requests,
  };
  const { bookingId, replaced } = await admit(ctx, requested, listing).catch((error: unknown) =>
    addOffers(ctx, requested, listing, error),
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
  };
}

/** Checks everything that needs no lock, and holds the dates. */
async function admit(ctx: Ctx, requested: RequestedBooking, listing: BookableListing) {
  const { renterId, carId } = requested;
  checkListing(listing, requested, ctx.clock.now());
  checkRenterAge({
    dateOfBirth: (await getOwnProfile(ctx, renterId)).date_of_birth,
    startDate: requested.period.start,
  });
  await checkDriver(ctx, renterId);
  for (const id of await findBrokenOff(ctx, { renterId, carId })) await settleBrokenOff(ctx, id);
  return hold(ctx, requested);
}

/** @throws the error, with the nearest periods that can be booked if it is about the period. */
async function addOffers(
  ctx: Ctx,
  { carId, period }: RequestedBooking,
  listing: BookableListing,
  error: unknown,
): Promise<never> {
  if (!isPeriodError(error)) throw error;
  // The listing knows only what is set for the requested days.
  const { dateMinDays } = await readDateSettings(ctx, carId);
  const rules = { ...listing.rules, dateMinDays };
  throw withOffers(error, await nearestFree(ctx, carId, period, rules));
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
 * Checks the listing's rules.
 * @throws DomainError own_car, price_changed, dates_too_long, and the codes of BrokenRule and
 * requireAddOns
 */
function checkListing(
  listing: BookableListing,
  requested: RequestedBooking,
  now: Date,
): { charge: Charge; addOns: AddOns } {
  if (listing.hostId === requested.renterId) throw new DomainError("own_car");
  checkRules(requested.period, listing.rules, now);
  const { period, totalCents, amountDueCents } = requested;
  const addOns = requireAddOns({ listing, period }, requested.requestedAddOns);
  const rental = { ...toPricedDays(period), addOns };
  const charge = calculateCharge(listing, rental);
  const isConfirmed =
    amountDueCents === charge.amountDueCents ||
    (amountDueCents === undefined && !hasAddOns(addOns));
  if (totalCents !== charge.totalCents || !isConfirmed)
    throw new DomainError("price_changed", { quote: toChargeDetails(charge) });
  checkChargeable(listing, rental);
  return { charge, addOns };
}

/**
 * Holds the dates; an open hold of the renter on the car keeps its own. Locks the renter's account
 * and then the car's row, so that the second of two renters waits and then finds the dates taken.
 * @returns the booking's id, and the id of the hold to end before the new checkout is returned
 */
function hold(
  ctx: Ctx,
  requested: RequestedBooking,
): Promise<{ bookingId: string; replaced: string | undefined }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockOwnAccount(tx.db, requested.renterId);
    await requireMayBook(tx, requested.renterId);
    const replaced = (await admitHold(tx, requested.renterId, requested.carId, requested.period))
      ?.id;
    const listing = await getBookableListing(tx, requested.carId, {
      forUpdate: true,
      isVerified: await isVerified(tx, requested.renterId),
      days: toPricedDays(requested.period),
    });
    const { charge, addOns } = checkListing(listing, requested, now);
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
    await bookHoldExtras(tx, { listing, bookingId, period, addOns });
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
    return { bookingId, replaced };
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
