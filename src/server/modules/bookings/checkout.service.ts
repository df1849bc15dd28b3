// From "Book Now" to an open card checkout: every rule checked, the dates held, the payment recorded, then the provider asked.
import { CHECKOUT_MINUTES, MAX_UNPAID_HOLDS } from "../../../domain/booking-deadlines.ts";
import { todayInNassau } from "../../../domain/dates.ts";
import { DomainError, isDomainError } from "../../../domain/errors.ts";
import { centsToNumeric, dollarsToCents } from "../../../domain/money.ts";
import { CURRENT_RATES, quote, quoteDetails, type Quote } from "../../../domain/pricing.ts";
import { checkRentalPeriod } from "../../../domain/rental-period.ts";
import { checkRenterAge } from "../../../domain/renter.ts";
import { getOwnProfile } from "../accounts/accounts.service.ts";
import { nearestFree, occupy } from "../calendar/calendar.service.ts";
import { getBookableListing, type BookableListing } from "../listings/listings.service.ts";
import { recordAudit } from "../../platform/audit.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { retryingDeadlocks } from "../../platform/db.ts";
import { consultProvider, getPayment, openCheckout, recordPayment, want } from "../payments/payments.service.ts";
import { findHolds, getDetails, lockBooking, type BookingRow } from "./bookings.repository.ts";
import { checkoutWords } from "./checkout-words.ts";
import { settle } from "./settlement.service.ts";
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
 * @throws DomainError every code that the contract lists; nothing is held when one is thrown, except payment_provider_failed,
 * after which the hold ends once the provider can be asked.
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
  await giveUpHolds(ctx, wanted);
  const bookingId = await retryingDeadlocks(() => hold(ctx, wanted)).catch(async (error: unknown) => {
    if (!isDomainError(error, "dates_taken")) throw error;
    throw new DomainError("dates_taken", {
      nearest_free: await nearestFree(ctx, wanted.carId, { start: wanted.startDate, end: wanted.endDate }),
    });
  });

  const payment = await getPayment(ctx, bookingId);
  try {
    const state = await openCheckout(ctx, payment, checkoutWords(await getDetails(ctx, bookingId)));
    if (!state.url) throw new DomainError("payment_provider_failed");
    await ctx.db
      .updateTable("bookings")
      .set({ stripe_session_id: state.sessionId })
      .where("id", "=", bookingId)
      .execute();
    return {
      url: state.url,
      session_id: state.sessionId,
      booking_id: bookingId,
      expires_at: state.expiresAt.toISOString(),
    };
  } catch (error) {
    await want(ctx, bookingId, "expire"); // the sweep ends what may have been opened, and with it the hold
    throw error;
  }
}

/** The rules that the listing decides. @throws DomainError own_car, price_changed */
function checkListing(listing: BookableListing, wanted: Wanted): Quote {
  if (listing.hostId === wanted.renterId) throw new DomainError("own_car");
  const price = quote({ pricePerDayCents: listing.priceCents, days: wanted.days });
  if (dollarsToCents(wanted.totalAmount) !== price.totalCents)
    throw new DomainError("price_changed", { quote: quoteDetails(price) });
  return price;
}

/** Takes the dates. The car's row is locked first, so that of two renters one waits and then finds them taken. */
function hold(ctx: Ctx, wanted: Wanted): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const at = now.toISOString();
    await tx.db
      .selectFrom("profiles")
      .select("id")
      .where("user_id", "=", wanted.renterId)
      .forUpdate()
      .executeTakeFirst();
    const listing = await getBookableListing(tx, wanted.carId, { forUpdate: true });
    const price = checkListing(listing, wanted);
    if ((await findHolds(tx, wanted.renterId)).length >= MAX_UNPAID_HOLDS)
      throw new DomainError("too_many_holds", { limit: MAX_UNPAID_HOLDS });
    const { id } = await tx.db
      .insertInto("bookings")
      .values({
        car_id: listing.id,
        renter_id: wanted.renterId,
        host_id: listing.hostId,
        start_date: wanted.startDate,
        end_date: wanted.endDate,
        status: "pending",
        payment_status: "unpaid",
        total_amount: centsToNumeric(price.totalCents),
        special_requests: wanted.specialRequests,
        stripe_session_id: null,
        booking_mode: listing.bookingMode,
        price_per_day: centsToNumeric(price.pricePerDayCents),
        service_fee_basis_points: CURRENT_RATES.serviceFeeBasisPoints,
        host_share_basis_points: CURRENT_RATES.hostShareBasisPoints,
        service_fee_cents: price.serviceFeeCents,
        processing_fee_cents: price.processingFeeCents,
        amount_due_cents: price.amountDueCents,
        host_share_cents: price.hostShareCents,
        approving_since: null,
        approving_actor_kind: null,
        approving_actor_id: null,
        authorized_at: null,
        lapses_at: null,
        decision_reason: null,
        cancelled_by: null,
        created_at: at,
        updated_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await occupy(tx, { carId: listing.id, bookingId: id, startDate: wanted.startDate, endDate: wanted.endDate });
    await recordPayment(tx, {
      bookingId: id,
      amountCents: price.amountDueCents,
      expiresAt: new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
    });
    await recordAudit(tx, {
      actorKind: "renter",
      actorId: wanted.renterId,
      action: "booking.create",
      subjectType: "booking",
      subjectId: id,
      after: { status: "pending", payment_status: "unpaid", approving: false },
    });
    return id;
  });
}

/** A new checkout of the same renter for the same car replaces the unpaid hold, once the provider has ended its session. */
async function giveUpHolds(ctx: Ctx, wanted: Wanted): Promise<void> {
  for (const old of await findHolds(ctx, wanted.renterId)) if (old.car_id === wanted.carId) await giveUp(ctx, old);
}

async function giveUp(ctx: Ctx, old: BookingRow): Promise<void> {
  const payment = await getPayment(ctx, old.id);
  const { session_id } = payment;
  if (session_id === null) {
    await want(ctx, old.id, "expire");
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
