// The admins' view of bookings: the list of all bookings, and everything known about one. Admins'
// decisions are in bookings.service.ts, next to the hosts'.
import { isOut, toTripTimes } from "../../../../domain/trip/trip-end.ts";
import { ADMIN_NEXT_PAGE, ADMIN_PAGE } from "../../../../contract/admin/admin.ts";
import {
  NEAREST_BOOKINGS,
  type AdminBooking,
  type getAdminBooking,
  type listAdminBookings,
} from "../../../../contract/admin/admin-bookings.ts";
import type { Output } from "../../../../contract/endpoint.ts";
import type {
  AdminBookingFilter,
  AdminBookingSort,
} from "../../../../domain/booking/admin/admin-booking-lists.ts";
import { isBefore, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { mostPartialRefund } from "../../../../domain/money/refund.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import { readAudit } from "../../../platform/database/audit-log.ts";
import type { DataCtx } from "../../../platform/context.ts";
import { encodeCursor } from "../../../platform/database/cursor.ts";
import { readId } from "../../../platform/database/text-search.ts";
import { findPeople, findUserNames } from "../../accounts/accounts.service.ts";
import { findCarsByText } from "../../listings/listings.service.ts";
import { readMovements } from "../../ledger/ledger.service.ts";
import { findDisputes, findPayment, findRefunds } from "../../payments/payments.service.ts";
import { readBookingCursor, type AdminBookingSearch } from "./admin-booking-conditions.ts";
import { countFound, findAdminPage, planSearch } from "./admin-booking-search.repository.ts";
import { findIdBySession, findIdsByNumber, findNearestOf } from "./admin-bookings.repository.ts";
import { findByIds, getDetails, type BookingDetailsRow } from "../bookings.repository.ts";
import { toChargedMoney, presentBooking } from "../bookings.presenter.ts";

export { findFlagsOf, IS_FLAGGED } from "../driver-flags/driver-flags.repository.ts";
export {
  bookingTotals,
  foldTotals,
  findBookingLabels,
  findBookingPeople,
  findIdsByNumber,
} from "./admin-bookings.repository.ts";
export { findAdminPage, planSearch } from "./admin-booking-search.repository.ts";

export interface AdminBookingsQuery {
  filter?: AdminBookingFilter | undefined;
  search?: string | undefined;
  sort?: AdminBookingSort | undefined;
  island?: IslandId | undefined;
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
}

/** The part of a search that a filter stands for. "In progress" and "today" replace the dates. */
function filterSearch(
  { filter = "all", from, to }: AdminBookingsQuery,
  today: CalendarDate,
): Pick<AdminBookingSearch, "status" | "isFlagged" | "from" | "to" | "handover" | "underWay"> {
  const days = {
    isFlagged: filter === "flagged",
    from,
    to,
    handover: undefined,
    underWay: undefined,
  };
  if (filter === "all" || filter === "flagged") return { ...days, status: undefined };
  if (filter !== "in_progress" && filter !== "today") return { ...days, status: filter };
  const approved = { ...days, status: "approved", from: undefined, to: undefined } as const;
  return filter === "today" ? { ...approved, handover: today } : { ...approved, underWay: today };
}

/**
 * Resolves a query to an id, to the few cars and people that match its text, or to the text itself
 * when too many match.
 * @throws DomainError dates_reversed
 */
export async function adminBookingSearch(
  ctx: DataCtx,
  query: AdminBookingsQuery,
): Promise<AdminBookingSearch> {
  const { search: text, sort = "newest", island, from, to } = query;
  if (from && to && isBefore(to, from)) throw new DomainError("dates_reversed");
  const search = { ...filterSearch(query, todayInNassau(ctx.clock.now())), sort, island };
  if (!text) return { ...search, match: undefined };
  const id = readId(text) ?? (await findIdBySession(ctx.db, text));
  if (id) return { ...search, match: { id } };
  const [cars, people, bookings] = await Promise.all([
    findCarsByText(ctx.db, text),
    findPeople(ctx.db, text),
    findIdsByNumber(ctx.db, text),
  ]);
  const isCommon = cars === "many" || people === "many";
  return { ...search, match: isCommon ? { text, bookings } : { cars, people, bookings } };
}

/**
 * One page. The first says how many bookings there are, and what they amount to.
 * @throws DomainError dates_reversed; invalid_request for a cursor of another order
 */
export async function listAllBookings(
  ctx: DataCtx,
  { cursor, ...query }: AdminBookingsQuery & { cursor?: string | undefined },
): Promise<Output<typeof listAdminBookings>> {
  const search = await adminBookingSearch(ctx, query);
  const after = readBookingCursor(cursor, search.sort);
  const plan = await planSearch(ctx.db, search);
  const limit = after ? ADMIN_NEXT_PAGE : ADMIN_PAGE;
  const [{ rows, next }, found] = await Promise.all([
    findAdminPage(ctx.db, search, plan, { after, limit }),
    after ? undefined : countFound(ctx.db, search, plan),
  ]);
  return {
    bookings: rows.map((row) => presentAdminBooking(row, ctx.clock.now())),
    next_cursor: next ? encodeCursor(next.key, next.id) : null,
    ...(found && { total: found.count, total_is_exact: found.isExact }),
    ...(found?.isExact && { total_amount_due_cents: found.amountCents }),
  };
}

/** The newest bookings that match a text, and whether there may be more. */
export async function searchAllBookings(
  ctx: DataCtx,
  { search: text, limit }: { search: string; limit: number },
): Promise<{ items: AdminBooking[]; more: boolean }> {
  const search = await adminBookingSearch(ctx, { search: text });
  const plan = await planSearch(ctx.db, search);
  const { rows, next } = await findAdminPage(ctx.db, search, plan, { after: undefined, limit });
  return {
    items: rows.map((row) => presentAdminBooking(row, ctx.clock.now())),
    more: next !== undefined,
  };
}

/**
 * A person's bookings as renter, as host or both: trips in progress, then the next, then the
 * latest.
 */
export async function listBookingsOf(
  ctx: DataCtx,
  personId: string,
  side?: "renter" | "host",
): Promise<{ bookings: AdminBooking[]; more: boolean }> {
  const now = ctx.clock.now();
  const ids = await findNearestOf(ctx.db, personId, {
    side,
    now,
    limit: NEAREST_BOOKINGS + 1,
  });
  const rows = await findByIds(ctx.db, ids.slice(0, NEAREST_BOOKINGS));
  return {
    bookings: rows.map((row) => presentAdminBooking(row, now)),
    more: ids.length > NEAREST_BOOKINGS,
  };
}

export const presentAdminBooking = (row: BookingDetailsRow, now: Date): AdminBooking => ({
  ...presentBooking(row, "admin", now),
  renter_id: row.renter_id,
  host_id: row.host_id,
  stripe_session_id: row.stripe_session_id,
  given_back_days: row.given_back_days,
  refunded_days: row.refunded_days,
  hold_reason: row.hold_reason,
  is_car_out: isOut(toTripTimes(row)),
});

/** The largest partial refund that an admin may make now, in integer cents. */
const mostInPart = (row: BookingDetailsRow, { may }: AdminBooking): number =>
  may.includes("refund") ? mostPartialRefund(toChargedMoney(row), row.status === "completed") : 0;

/** @throws DomainError not_found */
export async function readBookingDetails(
  ctx: DataCtx,
  id: string,
): Promise<Output<typeof getAdminBooking>> {
  const row = await getDetails(ctx.db, id);
  const [payment, refunds, disputes, movements, steps] = await Promise.all([
    findPayment(ctx, id),
    findRefunds(ctx.db, id),
    findDisputes(ctx, id),
    readMovements(ctx, id),
    readAudit(ctx, "booking", id),
  ]);
  const names = await findUserNames(
    ctx.db,
    [...steps, ...refunds].flatMap(({ actor_id }) => actor_id ?? []),
  );
  const booking = presentAdminBooking(row, ctx.clock.now());
  return {
    booking,
    payment: payment ?? null,
    refundable_cents: mostInPart(row, booking),
    refunds: refunds.map((refund) => ({
      ...refund,
      actor_name: names.get(refund.actor_id ?? "") ?? null,
    })),
    disputes,
    movements,
    steps: steps.map(({ actor_id, ...step }) => ({
      ...step,
      actor_name: names.get(actor_id ?? "") ?? null,
    })),
  };
}
