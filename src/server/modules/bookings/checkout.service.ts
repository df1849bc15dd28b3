// From "Book Now" to an open card checkout: every rule checked, the dates held, the payment recorded, then the provider asked.
import { applyTransition } from "../../../domain/booking.ts";
import { CHECKOUT_MINUTES, MAX_UNPAID_HOLDS } from "../../../domain/booking-deadlines.ts";
import { todayInNassau, type DateRange } from "../../../domain/dates.ts";
import { DomainError, isDomainError } from "../../../domain/errors.ts";
import { dollarsToCents } from "../../../domain/money.ts";
import { quote, quoteDetails, type Quote } from "../../../domain/pricing.ts";
import { checkRentalPeriod } from "../../../domain/rental-period.ts";
import { checkRenterAge } from "../../../domain/renter.ts";
import { getOwnProfile, lockOwnAccount } from "../accounts/accounts.service.ts";
import { isFree, nearestFree, occupy } from "../calendar/calendar.service.ts";
import { checkDriver } from "../identity/identity.service.ts";
import { getBookableListing, type BookableListing } from "../listings/listings.service.ts";
import { recordAudit } from "../../platform/audit.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { consultProvider, getPayment, recordPayment, wantExpiry } from "../payments/payments.service.ts";
import { findHolds, insertBooking, lockBooking, type BookingRow } from "./bookings.repository.ts";
import { openSession, settle } from "./settlement.service.ts";
import { takeStep } from "./transitions.ts";

export interface CheckoutInput {
  car_id: string;
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
  /** Dollars; what the page showed. */
  total_amount: number;
  special_requests: string | null;
}

interface Wanted {
  renterId: string;
  carId: string;
  startDate: string;
  endDate: string;
  totalAmount: number;
  days: number;
  specialRequests: string | null;
}

/**
 * Holds the dates and opens a checkout (product.md, Booking and payment 1).
 * @throws DomainError every code that the contract lists; nothing is held when one is thrown, and what was held before still is, except
 * payment_provider_failed, after which the hold ends once the provider can be asked.
 */
export async function createBookingCheckout(
  ctx: Ctx,
  renter: User,
  input: CheckoutInput,
): Promise<{ url: string; session_id: string; booking_id: string; expires_at: string }> {
  const today = todayInNassau(ctx.clock.now());
  const { days } = checkRentalPeriod({ startDate: input.start_date, endDate: input.end_date, today });
  const wanted: Wanted = {
    renterId: renter.id,
    carId: input.car_id,
    startDate: input.start_date ?? "",
    endDate: input.end_date ?? "",
    totalAmount: input.total_amount,
    days,
    specialRequests: input.special_requests,
  };
  checkListing(await getBookableListing(ctx, wanted.carId), wanted);
  checkRenterAge({ dateOfBirth: (await getOwnProfile(ctx, renter.id)).date_of_birth, startDate: wanted.startDate });
  await checkDriver(ctx, renter.id);
  const bookingId = await holdInPlaceOfOld(ctx, wanted).catch(async (error: unknown) => {
    if (!isDomainError(error, "dates_taken")) throw error;
    throw new DomainError("dates_taken", { nearest_free: await nearestFree(ctx, wanted.carId, daysOf(wanted)) });
  });
  try {
    const state = await openSession(ctx, await getPayment(ctx, bookingId));
    if (!state?.url) throw new DomainError("payment_provider_failed");
    return {
      url: state.url,
      session_id: state.sessionId,
      booking_id: bookingId,
      expires_at: state.expiresAt.toISOString(),
    };
  } catch (error) {
    await wantExpiry(ctx, bookingId); // the sweep ends what may have been opened, and with it the hold
    throw error;
  }
}

const daysOf = ({ startDate, endDate }: Wanted): DateRange => ({ start: startDate, end: endDate });

/** The rules that the listing decides. @throws DomainError own_car, price_changed */
function checkListing(listing: BookableListing, wanted: Wanted): Quote {
  if (listing.hostId === wanted.renterId) throw new DomainError("own_car");
  const price = quote({ pricePerDayCents: listing.priceCents, days: wanted.days });
  if (dollarsToCents(wanted.totalAmount) !== price.totalCents)
    throw new DomainError("price_changed", { quote: quoteDetails(price) });
  return price;
}

/**
 * Of several checkouts of one renter that begin at once each round lets one pass: more rounds than anybody opens tabs. A hold that is
 * still there then is one that the provider does not let end.
 */
const MAX_ROUNDS = 5;

/** A new checkout of the same renter for the same car replaces the unpaid hold, which is given up only for days that are free. */
async function holdInPlaceOfOld(ctx: Ctx, wanted: Wanted): Promise<string> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const holds = await findHolds(ctx, wanted.renterId);
    const old = holds.filter((each) => each.car_id === wanted.carId);
    if (holds.length - old.length >= MAX_UNPAID_HOLDS)
      throw new DomainError("too_many_holds", { limit: MAX_UNPAID_HOLDS });
    if (!(await isFree(ctx, wanted.carId, daysOf(wanted), { except: old.map((each) => each.id) })))
      throw new DomainError("dates_taken", { nearest_free: [] });
    for (const each of old) await giveUp(ctx, each);
    const bookingId = await hold(ctx, wanted);
    if (bookingId) return bookingId;
  }
  throw new DomainError("payment_provider_failed");
}

/**
 * Takes the dates. The renter's account is locked, then the car's row, so that of two who want it one waits and then finds it taken.
 * @returns the booking's id, or undefined when the renter has begun another checkout for the car in this very moment.
 */
function hold(ctx: Ctx, wanted: Wanted): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockOwnAccount(tx.db, wanted.renterId);
    const listing = await getBookableListing(tx, wanted.carId, { forUpdate: true });
    const price = checkListing(listing, wanted);
    const holds = await findHolds(tx, wanted.renterId);
    if (holds.some((each) => each.car_id === wanted.carId)) return undefined;
    if (holds.length >= MAX_UNPAID_HOLDS) throw new DomainError("too_many_holds", { limit: MAX_UNPAID_HOLDS });
    const { status, paymentStatus } = applyTransition("create", { booking: null, actorKind: "renter", now });
    const bookingId = await insertBooking(
      tx,
      {
        car_id: listing.id,
        renter_id: wanted.renterId,
        host_id: listing.hostId,
        start_date: wanted.startDate,
        end_date: wanted.endDate,
        status,
        payment_status: paymentStatus,
        special_requests: wanted.specialRequests,
        booking_mode: listing.bookingMode,
      },
      price,
    );
    await occupy(tx, { carId: listing.id, bookingId, startDate: wanted.startDate, endDate: wanted.endDate });
    await recordPayment(tx, {
      bookingId,
      amountCents: price.amountDueCents,
      expiresAt: new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
    });
    await recordAudit(tx, {
      actorKind: "renter",
      actorId: wanted.renterId,
      action: "booking.create",
      subjectType: "booking",
      subjectId: bookingId,
      after: { status, payment_status: paymentStatus, approving: false },
    });
    tx.metrics.stepTaken("create");
    return bookingId;
  });
}

/** Ends a hold of one's own, once the provider has ended its session. */
async function giveUp(ctx: Ctx, old: BookingRow): Promise<void> {
  const payment = await getPayment(ctx, old.id);
  const { session_id } = payment;
  if (session_id === null) {
    await wantExpiry(ctx, old.id);
    return settle(ctx, old.id);
  }
  const { state } = await consultProvider(ctx, { ...payment, session_id, wanted: "expire" });
  if (state.session === "expired") {
    await inTransaction(ctx, async (tx) => {
      const row = await lockBooking(tx, old.id);
      const still = row.status === "pending" && row.payment_status === "unpaid";
      if (still)
        await takeStep(tx, "replace_hold", row, { kind: "renter", id: row.renter_id }, { checkoutOpen: false });
    });
  }
  await settle(ctx, old.id); // paid at the last moment: then it is a booking, and its dates are taken
}

/** Gives the renter's unpaid hold on a car up. @throws DomainError payment_provider_failed */
export async function releaseCheckout(ctx: Ctx, renter: User, carId: string): Promise<{ checkout: null }> {
  for (const held of await findHolds(ctx, renter.id)) if (held.car_id === carId) await giveUp(ctx, held);
  return { checkout: null };
}

/** The renter's open checkout for a car, to go on with from any of the renter's browsers; null when there is none. */
export async function findOpenCheckout(ctx: Ctx, renter: User, carId: string) {
  const held = (await findHolds(ctx, renter.id)).find((each) => each.car_id === carId);
  if (!held) return { checkout: null };
  const { checkout_url: url, session_id, expires_at } = await getPayment(ctx, held.id);
  if (!url || !session_id || Date.parse(expires_at) <= ctx.clock.now().getTime()) return { checkout: null };
  return { checkout: { url, session_id, start_date: held.start_date, end_date: held.end_date, expires_at } };
}
