// What renter, host and admins decide about a booking: approve, reject, withdraw, cancel.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import type { HostCancellationReason } from "../../../../domain/booking/host-cancellation/host-cancellation.ts";
import { maskContacts } from "../../../../domain/text/contact-masking.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau, toWireRange } from "../../../../domain/calendar/dates.ts";
import { calendarWindow, clip } from "../../../../domain/calendar/host-calendar.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { requireAdmin } from "../../../../domain/policies/admin.ts";
import { chooseStep, partiesToBooking } from "../../../../domain/policies/booking.ts";
import { mayEnterHostArea } from "../../../../domain/policies/host-area.ts";
import {
  inTransaction,
  type Ctx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { blockDays } from "../../calendar/blocks.service.ts";
import { getDetails, lockBooking, type BookingRow } from "../bookings.repository.ts";
import { readBooking } from "../bookings.service.ts";
import { reportLateCancellation } from "../notifications/late-cancellations.service.ts";
import { settleSoon } from "../settlement/booking-purchases.service.ts";
import { findCurrentStorm } from "../storms/storms.repository.ts";
import { takeStep, toBookingFacts } from "../transitions.ts";
import { blocksFreedDays, chargeHostFee, planHostFee } from "./host-cancellations.service.ts";

/** What a person sends with a decision. */
interface DecisionInput {
  reason?: string | undefined;
  /** Why the host cancels. Only for the host, and "other" if not given. */
  cause?: HostCancellationReason | undefined;
  /** The fee that the host confirmed, in integer cents. */
  fee_cents?: number | undefined;
  /** Blocks the days that the decision frees, in the same transaction. Only for the host. */
  block_days?: boolean | undefined;
}

type Action = "approve" | "reject" | "withdraw" | "cancel";

/**
 * Takes a person's step, then asks the provider for the action that the step requires. If the
 * provider does not answer now, the sweep asks again.
 */
async function decide(
  ctx: Ctx,
  user: User,
  bookingId: string,
  action: Action,
  input?: DecisionInput,
): Promise<Booking> {
  await takeDecision(ctx, user, bookingId, action, input);
  await settleSoon(ctx, bookingId);
  return readBooking(ctx, user, bookingId);
}

/** Takes a person's step. A caller with its own transaction asks the provider after the commit. */
function takeDecision(
  ctx: Ctx,
  user: User,
  bookingId: string,
  action: Action,
  { reason, cause, fee_cents: confirmedCents, block_days: asked = false }: DecisionInput = {},
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockBooking(tx.db, bookingId);
    const parties = partiesToBooking(row, user);
    const storm = await findCurrentStorm(tx.db, bookingId);
    const facts = toBookingFacts(row, { isInStorm: storm !== null });
    const occasion = { booking: facts, now: tx.clock.now() };
    const { party, step } = chooseStep(action, parties, occasion);
    if (party === "admin") requireAdmin("decide_bookings", user);
    // The reason must not reveal the host's contact details to a renter who was never approved.
    const shownReason =
      party === "host" && step === "reject" && reason ? maskContacts(reason) : reason;
    if (action === "approve" && (await getDetails(tx.db, bookingId)).hold_reason !== null)
      throw new DomainError("trip_on_hold");
    if ((asked || cause || confirmedCents !== undefined) && party !== "host")
      throw new DomainError("forbidden");
    const hostFee =
      step === "cancel_by_host" ? await planHostFee(tx, row, cause, confirmedCents) : undefined;
    const blocks = hostFee ? blocksFreedDays(hostFee.reason, asked) : asked;
    const stormId = action === "approve" ? undefined : storm?.id;
    const input = { reason: shownReason, blocksDays: blocks, hostFee, stormId };
    await takeStep(tx, step, row, { kind: party, id: user.id }, input);
    if (hostFee) {
      await chargeHostFee(tx, row, hostFee);
      await reportLateCancellation(tx, row);
    }
    if (blocks) await blockFreedDays(tx, user, row);
  });
}

/**
 * Blocks the booking's remaining days from today on, but not a first day on which another trip
 * returns. A former host's cars need no block, because they are off the site.
 */
async function blockFreedDays(ctx: TransactionCtx, user: User, row: BookingRow): Promise<void> {
  const left = clip(toRentalPeriod(row), calendarWindow(todayInNassau(ctx.clock.now())));
  if (left && mayEnterHostArea(user))
    await blockDays(ctx, user, {
      car_ids: [row.car_id],
      ...toWireRange(left),
      skip_booked: true,
    });
}

/** @throws DomainError not_found, forbidden, transition_refused */
export const approveBooking = (ctx: Ctx, user: User, bookingId: string): Promise<Booking> =>
  decide(ctx, user, bookingId, "approve");

/** @throws DomainError not_found, forbidden, transition_refused */
export const rejectBooking = (
  ctx: Ctx,
  user: User,
  bookingId: string,
  input: DecisionInput & { reason: string },
): Promise<Booking> => decide(ctx, user, bookingId, "reject", input);

/**
 * Withdraws the renter's own request (product.md, Booking and payment 2).
 * @throws DomainError not_found, forbidden, transition_refused once the request is answered
 */
export const withdrawBooking = (ctx: Ctx, user: User, bookingId: string): Promise<Booking> =>
  decide(ctx, user, bookingId, "withdraw");

/**
 * @throws DomainError not_found, forbidden, transition_refused, cancellation_too_late,
 * host_fee_changed
 */
export const cancelBooking = (
  ctx: Ctx,
  user: User,
  bookingId: string,
  input: DecisionInput = {},
): Promise<Booking> => decide(ctx, user, bookingId, "cancel", input);

/**
 * Cancels in the caller's transaction, which ends before the caller refunds with settleSoon.
 * @throws DomainError like cancelBooking
 */
export const cancelIn = (
  tx: Ctx,
  user: User,
  bookingId: string,
  input: DecisionInput,
): Promise<void> => takeDecision(tx, user, bookingId, "cancel", input);
