// A host's bookings and figures. Host decisions about a booking are in bookings.service.ts.
import {
  isBefore,
  monthsBack,
  startOfDayInNassau,
  todayInNassau,
  type CalendarDate,
  firstOfMonth,
} from "../../../domain/calendar/dates.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { DomainError } from "../../../domain/errors.ts";
import { centsToDollars } from "../../../domain/money/money.ts";
import { checkShownDays } from "../../../domain/calendar/host-calendar.ts";
import type { HandoverKind } from "../../../domain/trip/entry.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import { isAdmin } from "../../../domain/policies/policy.ts";
import type { Ctx, DataCtx, DbCtx, User } from "../../platform/context.ts";
import { readHostChecklist } from "../listings/hosting/host-checklist.service.ts";
import { hostListingFigures } from "../listings/listings.service.ts";
import {
  earningsByMonth,
  findNext,
  findRenters,
  findRequests,
  findHostFigures,
  findRecent,
} from "./booking-lists.repository.ts";
import { findBookedCars } from "./booking-search.repository.ts";
import { presentBooking } from "./bookings.presenter.ts";
import { listBookings, type BookingListQuery } from "./bookings.service.ts";

/** Specification section 9. */
const RECENT = 5;
/** The number of requests, of pickups and of returns on the dashboard. */
const NEXT = 5;
const MONTHS = 12;

/** @throws DomainError forbidden, dates_reversed, and the errors of listBookings */
export function listHostBookings(
  ctx: DataCtx,
  user: User,
  { car, ...query }: BookingListQuery & { car?: string | undefined },
) {
  requireHost(user);
  if (query.from && query.to && isBefore(query.to, query.from))
    throw new DomainError("dates_reversed");
  return listBookings(ctx, user, "host", { ...query, carId: car });
}

/** @throws DomainError forbidden */
export async function listBookedCars(ctx: DbCtx, user: User) {
  requireHost(user);
  return { cars: await findBookedCars(ctx.db, user.id) };
}

/**
 * The renters of a host's cars between two dates, for all cars or one; an admin may ask for
 * anybody's car. The calendar itself does not store renters.
 * @throws DomainError forbidden, dates_reversed, calendar_window_too_long
 */
export async function listHostRenters(
  ctx: DbCtx,
  user: User,
  {
    from,
    to,
    car_id: carId,
  }: { from: CalendarDate; to: CalendarDate; car_id?: string | undefined },
) {
  requireHost(user);
  const days = { start: from, end: to };
  checkShownDays(days);
  const scope = carId !== undefined && isAdmin(user) ? "everybody" : { hostId: user.id };
  const renters = await findRenters(ctx.db, { scope, carId, days });
  return {
    bookings: renters.map((each) => ({ ...each, number: formatBookingNumber(each.number) })),
  };
}

/** @throws DomainError forbidden */
export async function readHostDashboard(ctx: DataCtx & Pick<Ctx, "sms">, user: User) {
  requireHost(user);
  const now = ctx.clock.now();
  const today = todayInNassau(now);
  const months = monthsBack(today, MONTHS);
  const next = (what: HandoverKind) => findNext(ctx.db, user.id, what, { today, limit: NEXT });
  const [checklist, listings, figures, earned, requests, pickups, returns, recent] =
    await Promise.all([
      readHostChecklist(ctx, user.id),
      hostListingFigures(ctx, user.id),
      findHostFigures(ctx.db, user.id, startOfDayInNassau(firstOfMonth(today))),
      earningsByMonth(ctx.db, user.id),
      findRequests(ctx.db, user.id, NEXT),
      next("pickup"),
      next("return"),
      findRecent(ctx.db, { hostId: user.id }, RECENT),
    ]);
  const byMonth = new Map(earned.map((row) => [row.month, row]));
  const present = (row: (typeof pickups)[number]) => presentBooking(row, "host", now);
  return {
    checklist,
    total_listings: listings.total,
    active_listings: listings.active,
    total_bookings: figures.total,
    pending_bookings: figures.pending,
    total_earnings: centsToDollars(figures.completedCents),
    earned_cents: earned.reduce((sum, { earnedCents }) => sum + earnedCents, 0),
    this_month_bookings: figures.completedThisMonth,
    months: months.map((month) => ({
      month,
      earned_cents: byMonth.get(month)?.earnedCents ?? 0,
      trips: byMonth.get(month)?.trips ?? 0,
      days: byMonth.get(month)?.days ?? 0,
    })),
    requests: requests.map(present),
    next_pickups: pickups.map(present),
    next_returns: returns.map(present),
    recent: recent.map(present),
  };
}
