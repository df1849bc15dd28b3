// Moves a trip that a storm affects to free days after the storm, with the same car, length, hours,
// place, extras and price (trips.md, section 8). The renter can do it alone; a host makes an offer
// that the renter answers.
import type { z } from "zod";
import type { getStormMove } from "../../../../contract/bookings/storm-moves.ts";
import { hostMayCancelUntil } from "../../../../domain/booking/booking-deadlines.ts";
import { checkRules, choosePeriod } from "../../../../domain/booking/booking-rules.ts";
import {
  isOpenChange,
  requireChangeable,
} from "../../../../domain/booking/changes/booking-change.ts";
import { relaxRules } from "../../../../domain/booking/changes/plan-change.ts";
import {
  checkRentalPeriod,
  toRentalPeriod,
  toWirePeriod,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import {
  addDays,
  daysBetween,
  isBefore,
  todayInNassau,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { nearestFreePeriods } from "../../../../domain/calendar/nearest-free.ts";
import { subtractTaken } from "../../../../domain/calendar/taken-time.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { toTripTimes, tripPhase } from "../../../../domain/trip/trip-end.ts";
import { inTransaction, type Ctx, type DataCtx, type User } from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  getDetails,
  lockBooking,
  publishBookingChange,
  type BookingDetails,
} from "../../bookings/bookings.service.ts";
import { notifyOfChange } from "../../bookings/notifications/change-notifications.service.ts";
import { bookingHorizon, readBookedTime, takenTimes } from "../../calendar/calendar.service.ts";
import {
  getBookableListing,
  readDateSettings,
  type BookableListing,
} from "../../listings/listings.service.ts";
import { makeChange } from "./apply.service.ts";
import { withChangeOffers } from "./change-offers.service.ts";
import { planExpiresAt, type ChangePlan } from "./change-plan.ts";
import { findChange, findChanges, getChange, insertChange } from "./changes.repository.ts";
import { authorizeFor, readChanges, toSide } from "./changes.service.ts";
import { requireFree } from "./plan-change.service.ts";

const findOpen = async (ctx: DataCtx, bookingId: string) =>
  (await findChanges(ctx.db, bookingId)).find(({ state }) => isOpenChange(state));

/** The same period with another start. */
const shift = (period: RentalPeriod, start: CalendarDate): RentalPeriod => ({
  ...period,
  start,
  end: addDays(start, daysBetween(period.start, period.end)),
});

/**
 * The first free days after the storm; none if the trip can't be moved.
 * @throws DomainError not_found, car_not_available
 */
export async function readStormMove(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<z.output<typeof getStormMove.output>> {
  const { booking } = await authorizeFor(ctx, user, bookingId, "move_in_storm");
  const { storm } = booking;
  const own = await readBookedTime(ctx, bookingId);
  const now = ctx.clock.now();
  const mayMove =
    booking.status === "approved" &&
    booking.picked_up_at === null &&
    booking.hold_reason === null &&
    !booking.renter_suspended &&
    now < hostMayCancelUntil(toRentalPeriod(booking));
  if (!storm || !own || !mayMove || (await findOpen(ctx, bookingId))) return { periods: [] };
  const listing = await readListing(ctx, booking);
  const from = choosePeriod(toRentalPeriod(booking), listing.rules, now);
  const today = todayInNassau(now);
  const earliest = addDays(isBefore(storm.last_day, today) ? today : storm.last_day, 1);
  const taken = await takenTimes(ctx, booking.car_id, bookingHorizon(ctx));
  const { dateMinDays } = await readDateSettings(ctx, booking.car_id);
  const periods = nearestFreePeriods({
    taken: subtractTaken(taken, own),
    requested: { ...from, ...shift(from, earliest) },
    rules: { ...listing.rules, dateMinDays },
    now,
    earliest,
  });
  return {
    periods: periods
      .map(({ start }) => shift(from, start))
      .map(({ start, end }) => ({ start_date: start, end_date: end })),
  };
}

const readListing = (ctx: DataCtx, booking: BookingDetails, forUpdate = false) =>
  getBookableListing(ctx, booking.car_id, {
    forUpdate,
    days: { start: booking.start_date, end: booking.end_date },
  });

/** The renter moves the trip, or the host offers to. @throws the codes that the contract lists */
export async function moveInStorm(
  ctx: Ctx,
  user: User,
  bookingId: string,
  { id, start_date }: { id: string; start_date: CalendarDate },
) {
  const { booking, party } = await authorizeFor(ctx, user, bookingId, "move_in_storm");
  const side = toSide(party);
  // Looks up the nearest periods first, because a failed transaction could not.
  if (!(await findChange(ctx.db, id)))
    await plan(ctx, booking, start_date, await readListing(ctx, booking));
  await inTransaction(ctx, async (tx) => {
    await lockBooking(tx.db, bookingId);
    const before = await findChange(tx.db, id);
    if (before) {
      const isSameSide = before.booking_id === bookingId && before.requested_by === side;
      const { request } = before;
      if (isSameSide && "start_date" in request && request.start_date === start_date) return;
      throw new DomainError("change_id_taken");
    }
    const latest = await getDetails(tx.db, bookingId);
    const listing = await readListing(tx, latest, true);
    const terms = await plan(tx, latest, start_date, listing);
    const now = tx.clock.now();
    const at = now.toISOString();
    const isAgreed = side === "renter";
    await insertChange(tx.db, {
      id,
      booking_id: bookingId,
      requested_by: side,
      state: "requested",
      message: null,
      request: { start_date, storm_id: latest.storm?.id },
      terms: { ...terms, isAutoAccepted: isAgreed },
      amount_due_cents: 0,
      refund_cents: 0,
      agreed_refund_max_cents: 0,
      agreed_refund_cents: isAgreed ? 0 : null,
      requested_at: at,
      answered_at: isAgreed ? at : null,
      expires_at: isAgreed ? at : planExpiresAt(terms, now).toISOString(),
    });
    await recordAudit(tx, {
      actorKind: side,
      actorId: user.id,
      action: "booking_change.request",
      subjectType: "booking",
      subjectId: bookingId,
      after: { change: id, storm: latest.storm?.id },
    });
    const change = await getChange(tx.db, bookingId, id);
    if (isAgreed) await makeChange(tx, change);
    else await publishBookingChange(tx, latest);
    await notifyOfChange(tx, change, isAgreed ? "accepted" : "requested");
  });
  return readChanges(ctx, user, bookingId);
}

/** @throws DomainError the codes that the contract lists for a move */
async function plan(
  ctx: DataCtx,
  booking: BookingDetails,
  start: CalendarDate,
  listing: BookableListing,
): Promise<ChangePlan> {
  const now = ctx.clock.now();
  const booked = toRentalPeriod(booking);
  requireChangeable({
    status: booking.status,
    phase: tripPhase(toTripTimes(booking), now),
    isOnHold: booking.hold_reason !== null || booking.renter_suspended,
  });
  if (!booking.storm) throw new DomainError("no_storm");
  if (booking.picked_up_at !== null)
    throw new DomainError("change_after_pickup", { pickup_at: booking.picked_up_at });
  if (now >= hostMayCancelUntil(booked)) throw new DomainError("change_in_past");
  const open = await findOpen(ctx, booking.id);
  if (open) throw new DomainError("change_already_open", { change_id: open.id });
  const { last_day } = booking.storm;
  if (!isBefore(last_day, start)) throw new DomainError("storm_move_too_early", { last_day });
  const asked = checkRentalPeriod(toWirePeriod(shift(booked, start)), todayInNassau(now));
  const from = choosePeriod(booked, listing.rules, now);
  const to = choosePeriod(asked, listing.rules, now);
  await withChangeOffers(ctx, { booking, listing, from, to }, async () => {
    checkRules(to, relaxRules(listing.rules, from, true), now);
    await requireFree(ctx, booking, asked);
  });
  const terms = {
    days: booking.days,
    meeting_place_id: booking.meeting_place_id,
    meeting_place_name: booking.meeting_place_name,
    extras: booking.extras,
  };
  const nothing = { cents: 0, hostCents: 0 };
  const charged = booking.days + booking.given_back_days;
  return {
    from: { ...terms, ...toWirePeriod(booked) },
    to: { ...terms, ...toWirePeriod(asked) },
    added: [],
    returned: [],
    refund: nothing,
    agreedMost: nothing,
    addedHostCents: 0,
    returnedDays: 0,
    returnedDiscountCents: 0,
    dayPricesCents:
      booking.day_prices_cents ??
      Array.from({ length: charged }, () => booking.price_per_day_cents),
    place: null,
    // The other side can answer as long as the trip may move.
    beginsAt: hostMayCancelUntil(booked).toISOString(),
    isAutoAccepted: true,
    isStormMove: true,
  };
}
