// What people do with existing bookings: read them, check the state of a payment, and refund a
// part. Approving, rejecting, withdrawing and cancelling are in decisions/.
import { BOOKINGS_PER_PAGE, type Booking } from "../../../contract/bookings/bookings.ts";
import {
  ACTOR_KINDS,
  TRANSITIONS,
  type ActorKind,
  type TransitionName,
} from "../../../domain/booking/booking.ts";
import type { HostBookingFilter } from "../../../domain/booking/booking-lists.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { centsToDollars } from "../../../domain/money/money.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../domain/policies/booking.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import { readAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../platform/context.ts";
import { findDecision } from "../payments/payments.service.ts";
import { findNextTrip, findRecent, findRenterFigures } from "./booking-lists.repository.ts";
import { searchBookings, type BookingSearch } from "./booking-search.repository.ts";
import {
  findDetailsBySession,
  findStateBySession,
  getDetails,
  lockBooking,
} from "./bookings.repository.ts";
import { readBookingMoney } from "./booking-money.service.ts";
import { presentBooking } from "./bookings.presenter.ts";
import { settle, settleSoon } from "./settlement/booking-purchases.service.ts";
import type { PartialRefund } from "./settlement/partial-refund.ts";
import { takeStep } from "./transitions.ts";

export {
  chargeLines,
  getDetails,
  lockBooking,
  type BookingDetailsRow as BookingDetails,
} from "./bookings.repository.ts";
export { publishBookingChange, refundForChange } from "./transitions.ts";
export { settleSoon } from "./settlement/booking-purchases.service.ts";

/** Recent bookings on the dashboard (specification section 9). */
const RECENT = 5;

export interface BookingListQuery extends Omit<
  BookingSearch,
  "scope" | "filter" | "now" | "limit"
> {
  filter?: HostBookingFilter | undefined;
}

/**
 * One page of the bookings that a person made as a renter or received as a host, by trip date.
 * @throws DomainError invalid_request for a cursor from another list
 */
export async function listBookings(
  ctx: DataCtx,
  user: User,
  viewer: "renter" | "host",
  { filter = "all", ...query }: BookingListQuery,
) {
  const now = ctx.clock.now();
  const { rows, nextCursor, counts } = await searchBookings(ctx.db, {
    ...query,
    filter,
    scope: viewer === "renter" ? { renterId: user.id } : { hostId: user.id },
    now,
    limit: BOOKINGS_PER_PAGE,
  });
  return {
    bookings: rows.map((row) => presentBooking(row, viewer, now)),
    next_cursor: nextCursor,
    total: counts[filter],
    counts,
  };
}

export async function readRenterDashboard(ctx: DataCtx, user: User) {
  const now = ctx.clock.now();
  const [figures, nextTrip, recent] = await Promise.all([
    findRenterFigures(ctx.db, user.id, now),
    findNextTrip(ctx.db, user.id, todayInNassau(now)),
    findRecent(ctx.db, { renterId: user.id }, RECENT),
  ]);
  return {
    total_bookings: figures.total,
    upcoming_trips: figures.upcoming,
    completed: figures.completed,
    total_spent: centsToDollars(figures.spentCents),
    next_trip: nextTrip ? presentBooking(nextTrip, "renter", now) : null,
    recent: recent.map((row) => presentBooking(row, "renter", now)),
  };
}

/** @throws DomainError not_found */
export async function readBooking(ctx: DataCtx, user: User, bookingId: string): Promise<Booking> {
  const row = await getDetails(ctx.db, bookingId);
  const reader = authorize(BOOKING_POLICY.read, partiesToBooking(row, user), "booking");
  return presentBooking(row, reader, ctx.clock.now());
}

/**
 * The history of a booking and its money, limited to what the reader may know. @throws DomainError
 * not_found
 */
export async function readBookingTimeline(ctx: DbCtx, user: User, bookingId: string) {
  const row = await getDetails(ctx.db, bookingId);
  const viewer = authorize(BOOKING_POLICY.read, partiesToBooking(row, user), "booking");
  const events = await readAudit(ctx, "booking", bookingId);
  return {
    money: await readBookingMoney(ctx, row, viewer),
    steps: events.flatMap(({ at, action, actor_kind: by }) => {
      const step = action.replace(/^booking\./, "");
      return isTransition(step) && isActor(by) ? [{ at, step, by }] : [];
    }),
  };
}

const isTransition = (name: string): name is TransitionName => Object.hasOwn(TRANSITIONS, name);
const isActor = (kind: string): kind is ActorKind =>
  (ACTOR_KINDS as readonly string[]).includes(kind);

/**
 * The renter's own booking of a payment session. @throws DomainError not_found, also for another
 * renter's booking
 */
export async function readBookingBySession(
  ctx: DataCtx,
  user: User,
  sessionId: string,
): Promise<Booking> {
  return presentBooking(
    own(await findDetailsBySession(ctx.db, sessionId), user),
    "renter",
    ctx.clock.now(),
  );
}

/** @throws DomainError not_found, also for another renter's booking */
function own<Row extends { renter_id: string; host_id: string }>(
  row: Row | undefined,
  user: User,
): Row {
  if (!row) throw new DomainError("not_found", { what: "booking" });
  authorize(BOOKING_POLICY.verify_payment, partiesToBooking(row, user), "booking");
  return row;
}

/**
 * Asks the provider for the state of the renter's checkout (product.md, Booking and payment 3).
 * @throws DomainError not_found, payment_provider_failed
 */
export async function verifyBookingPayment(ctx: Ctx, user: User, sessionId: string) {
  const { id } = own(await findStateBySession(ctx.db, sessionId), user);
  await settle(ctx, id);
  const { status, payment_status } = own(await findStateBySession(ctx.db, sessionId), user);
  return { booking_id: id, status, payment_status };
}

/** How many of many cancelled bookings are settled before the response; the sweep does the rest. */
const SETTLED_AT_ONCE = 10;

/** Asks the provider for the refunds and released cards of cancelled bookings. */
export async function settleCancelled(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids.slice(0, SETTLED_AT_ONCE)) await settleSoon(ctx, id);
}

/**
 * An admin's partial refund (product.md, Booking and payment 4). A repeat with the same id is the
 * same refund.
 * @throws DomainError not_found, transition_refused, refund_too_high, refund_id_taken
 */
export async function refundInPart(
  ctx: Ctx,
  admin: User,
  bookingId: string,
  { reason, ...part }: PartialRefund & { reason: string },
): Promise<Booking> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockBooking(tx.db, bookingId);
    if (await isRepeat(tx, bookingId, part)) return;
    await takeStep(tx, "refund_in_part", row, { kind: "admin", id: admin.id }, { reason, part });
  });
  await settleSoon(ctx, bookingId);
  return presentBooking(await getDetails(ctx.db, bookingId), "admin", ctx.clock.now());
}

async function isRepeat(
  ctx: DbCtx,
  bookingId: string,
  { id, size, bearer }: PartialRefund,
): Promise<boolean> {
  const parts = await findDecision(ctx.db, id);
  const first = parts.find((part) => part.id === id);
  if (!first) return false;
  const cents = parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const isSameSize =
    "days" in size ? first.days === size.days : first.days === null && cents === size.amountCents;
  if (first.booking_id === bookingId && isSameSize && first.borne_by === bearer) return true;
  throw new DomainError("refund_id_taken");
}
