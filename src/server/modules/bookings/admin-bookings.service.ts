// The admins' view of bookings: the list of all bookings, and everything known about one. Admins'
// decisions are in bookings.service.ts, next to the hosts'.
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import {
  NEAREST_BOOKINGS,
  type AdminBooking,
  type getAdminBooking,
} from "../../../contract/admin/admin-bookings.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { BookingStatus } from "../../../domain/booking/booking.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { mostPartialRefund } from "../../../domain/money/refund.ts";
import { readAudit } from "../../platform/database/audit-log.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import { encodeCursor, readTimeCursor } from "../../platform/database/cursor.ts";
import { readId } from "../../platform/database/text-search.ts";
import { findPeople, findUserNames } from "../accounts/accounts.service.ts";
import { findCarsByText } from "../listings/listings.service.ts";
import { readMovements } from "../ledger/ledger.service.ts";
import { findDisputes, findPayment, findRefunds } from "../payments/payments.service.ts";
import {
  findAdminPage,
  findIdBySession,
  findIdsByNumber,
  findNearestOf,
  type AdminBookingSearch,
} from "./admin-bookings.repository.ts";
import { findByIds, getDetails, type BookingDetailsRow } from "./bookings.repository.ts";
import { toChargedMoney, presentBooking } from "./bookings.presenter.ts";

export {
  bookingTotals,
  findAdminPage,
  foldTotals,
  findBookingLabels,
  findBookingPeople,
  findIdsByNumber,
} from "./admin-bookings.repository.ts";

export interface AdminBookingsQuery {
  filter?: BookingStatus | "all" | undefined;
  search?: string | undefined;
}

/**
 * Resolves a query to an id, to the few cars and people that match its text, or to the text itself
 * when too many match.
 */
export async function adminBookingSearch(
  ctx: DbCtx,
  { filter = "all", search: text }: AdminBookingsQuery,
): Promise<AdminBookingSearch> {
  const status = filter === "all" ? undefined : filter;
  if (!text) return { status, match: undefined };
  const id = readId(text) ?? (await findIdBySession(ctx.db, text));
  if (id) return { status, match: { id } };
  const [cars, people, bookings] = await Promise.all([
    findCarsByText(ctx.db, text),
    findPeople(ctx.db, text),
    findIdsByNumber(ctx.db, text),
  ]);
  const isCommon = cars === "many" || people === "many";
  return { status, match: isCommon ? { text, bookings } : { cars, people, bookings } };
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listAllBookings(
  ctx: DataCtx,
  {
    cursor,
    limit = ADMIN_PAGE,
    ...query
  }: AdminBookingsQuery & { cursor?: string | undefined; limit?: number },
) {
  const after = readTimeCursor(cursor);
  const search = await adminBookingSearch(ctx, query);
  const { rows, next } = await findAdminPage(ctx.db, search, { after, limit });
  return {
    bookings: rows.map((row) => presentAdminBooking(row, ctx.clock.now())),
    next_cursor: next ? encodeCursor(next.key, next.id) : null,
  };
}

/** A person's bookings as renter or host: trips in progress, then the next, then the latest. */
export async function listBookingsOf(
  ctx: DataCtx,
  personId: string,
): Promise<{ bookings: AdminBooking[]; more: boolean }> {
  const now = ctx.clock.now();
  const ids = await findNearestOf(ctx.db, personId, {
    today: todayInNassau(now),
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
  refunded_days: row.refunded_days,
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
      actor_name: names.get(refund.actor_id) ?? null,
    })),
    disputes,
    movements,
    steps: steps.map(({ actor_id, ...step }) => ({
      ...step,
      actor_name: names.get(actor_id ?? "") ?? null,
    })),
  };
}
