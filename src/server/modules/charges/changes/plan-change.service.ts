// Plans a requested change: its terms, lines and deadline, and whether it needs an answer. Requests
// store the plan, so that the price can't change before it takes effect.
import {
  isOpenChange,
  requireChangeable,
  type ChangeSide,
} from "../../../../domain/booking/changes/booking-change.ts";
import { checkNewPeriod } from "../../../../domain/booking/changes/plan-change.ts";
import { choosePeriod } from "../../../../domain/booking/booking-rules.ts";
import {
  checkRentalPeriod,
  takenTime,
  toPricedDays,
  toRentalPeriod,
  toWirePeriod,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { overlapInTime, subtractTaken } from "../../../../domain/calendar/taken-time.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { chooseAddOns } from "../../../../domain/listing/add-ons/add-ons.ts";
import { hasStock } from "../../../../domain/listing/add-ons/extras.ts";
import { toTripTimes, tripPhase } from "../../../../domain/trip/trip-end.ts";
import type { DataCtx } from "../../../platform/context.ts";
import type { BookingDetails } from "../../bookings/bookings.service.ts";
import { requireNoBalance } from "../../bookings/trip-holds/trip-holds.service.ts";
import { bookingHorizon, readBookedTime, takenTimes } from "../../calendar/calendar.service.ts";
import { getBookableListing, type BookableListing } from "../../listings/listings.service.ts";
import type { ChangePlan, WantedChange } from "./change-plan.ts";
import { withChangeOffers } from "./change-offers.service.ts";
import { findChanges } from "./changes.repository.ts";
import { priceChange, type ChangedAddOns } from "./price-change.service.ts";

/**
 * Plans a change to a booking as it is now.
 * @throws DomainError the codes that the contract lists for a quote
 */
export async function planChange(
  ctx: DataCtx,
  booking: BookingDetails,
  side: ChangeSide,
  wanted: WantedChange,
): Promise<ChangePlan> {
  const now = ctx.clock.now();
  requireChangeable({
    status: booking.status,
    phase: tripPhase(toTripTimes(booking), now),
    isOnHold: booking.hold_reason !== null || booking.renter_suspended,
  });
  const open = (await findChanges(ctx.db, booking.id)).find(({ state }) => isOpenChange(state));
  if (open) throw new DomainError("change_already_open", { change_id: open.id });
  const booked = toRentalPeriod(booking);
  const asked = readPeriod(booking, wanted, now);
  const listing = await getBookableListing(ctx, booking.car_id, {
    days: {
      start: asked.start < booked.start ? asked.start : booked.start,
      end: toPricedDays(asked).end,
    },
  });
  // An old booking may have no times. Then the rules apply to the suggested ones.
  const from = choosePeriod(booked, listing.rules, now);
  const to = choosePeriod(asked, listing.rules, now);
  const newDays = toPricedDays(asked);
  const oldDays = toPricedDays(booked);
  const addsDays = newDays.start < oldDays.start || newDays.end > oldDays.end;
  if (addsDays && side === "renter") await requireNoBalance(ctx, booking.renter_id);
  const addOns = chooseChangedAddOns(booking, listing, wanted, addsDays);
  const addsOther = addOns.movesPlace || addOns.added.extras.length > 0;
  if (isUnchanged(booked, asked) && !addsOther) throw new DomainError("change_empty");
  const isPickedUp = booking.picked_up_at !== null;
  const { beginsAt } = await withChangeOffers(ctx, { booking, listing, from, to }, () =>
    checkNewPeriod({ from, to }, { rules: listing.rules, isPickedUp, addsOther, now }),
  );
  await withChangeOffers(ctx, { booking, listing, from, to }, () =>
    requireFree(ctx, booking, asked),
  );
  return priceChange(ctx, { booking, listing, side, from, to, booked, asked, addOns, beginsAt });
}

const isUnchanged = (from: RentalPeriod, to: RentalPeriod): boolean =>
  JSON.stringify(toWirePeriod(from)) === JSON.stringify(toWirePeriod(to));

/**
 * The requested period. An unchanged start may be in the past. A booking without times gets the
 * same time for pickup and return if only one is requested.
 */
function readPeriod(booking: BookingDetails, wanted: WantedChange, now: Date): RentalPeriod {
  const start_date = wanted.start_date ?? booking.start_date;
  const today = todayInNassau(now);
  const stays = start_date === booking.start_date && booking.start_date < today;
  return checkRentalPeriod(
    {
      start_date,
      end_date: wanted.end_date ?? booking.end_date,
      pickup_time: wanted.pickup_time ?? booking.pickup_time ?? wanted.return_time,
      return_time: wanted.return_time ?? booking.return_time,
    },
    stays ? booking.start_date : today,
  );
}

/**
 * Chooses the place and extras. A booked extra per day that is no longer offered has no price for
 * new days.
 * @throws DomainError meeting_place_not_offered, extra_not_offered, change_extra_fixed
 */
function chooseChangedAddOns(
  booking: BookingDetails,
  listing: BookableListing,
  wanted: WantedChange,
  addsDays: boolean,
): ChangedAddOns {
  const movesPlace =
    wanted.meeting_place_id !== undefined && wanted.meeting_place_id !== booking.meeting_place_id;
  const { addOns, isPlaceMissing, missingExtras } = chooseAddOns(listing.offered, {
    meetingPlaceId: movesPlace ? (wanted.meeting_place_id ?? null) : null,
    extras: wanted.extras ?? [],
  });
  if (isPlaceMissing)
    throw new DomainError("meeting_place_not_offered", { extra_ids: missingExtras });
  if (missingExtras.length > 0)
    throw new DomainError("extra_not_offered", { extra_ids: missingExtras });
  const has = new Set(booking.extras.map(({ extra_id }) => extra_id));
  const fixed = addOns.extras.filter(
    ({ extra }) => has.has(extra.extra_id) || !hasStock(extra.kind),
  );
  if (fixed.length > 0)
    throw new DomainError("change_extra_fixed", {
      extra_ids: fixed.map(({ extra }) => extra.extra_id),
    });
  const booked = chooseAddOns(listing.offered, { meetingPlaceId: null, extras: booking.extras });
  const unpriced = booking.extras.filter(
    ({ extra_id, name }) => booked.missingExtras.includes(extra_id) && isPaidPerDay(booking, name),
  );
  if (addsDays && unpriced.length > 0)
    throw new DomainError("extra_not_offered", {
      extra_ids: unpriced.map(({ extra_id }) => extra_id),
    });
  return { added: addOns, booked: booked.addOns.extras, movesPlace };
}

const isPaidPerDay = ({ lines }: BookingDetails, name: string): boolean =>
  lines.some(({ code, unit, label }) => code === "extra" && unit === "day" && label.includes(name));

/** @throws DomainError dates_taken */
export async function requireFree(
  ctx: DataCtx,
  booking: BookingDetails,
  to: RentalPeriod,
): Promise<void> {
  const own = await readBookedTime(ctx, booking.id);
  if (!own) throw new DomainError("change_not_possible", { status: booking.status });
  const time = takenTime(to, own.turnaroundHours);
  const taken = await takenTimes(ctx, booking.car_id, {
    start: to.start,
    end: bookingHorizon(ctx).end,
  });
  if (subtractTaken(taken, own).some((each) => overlapInTime(each, time)))
    throw new DomainError("dates_taken", { nearest_free: [] });
}
