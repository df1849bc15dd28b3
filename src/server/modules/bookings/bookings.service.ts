// What people do with existing bookings: read, approve, reject, withdraw, cancel, and check the
// state of a payment.
import { BOOKINGS_PER_PAGE, type Booking } from "../../../contract/bookings/bookings.ts";
import {
  ACTOR_KINDS,
  TRANSITIONS,
  type ActorKind,
  type TransitionName,
} from "../../../domain/booking/booking.ts";
import type { HostBookingFilter } from "../../../domain/booking/booking-lists.ts";
import { maskContacts } from "../../../domain/text/contact-masking.ts";
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import { todayInNassau, toWireRange } from "../../../domain/calendar/dates.ts";
import { calendarWindow, clip } from "../../../domain/calendar/host-calendar.ts";
import { DomainError } from "../../../domain/errors.ts";
import { centsToDollars } from "../../../domain/money/money.ts";
import { requireAdmin } from "../../../domain/policies/admin.ts";
import { BOOKING_POLICY, chooseStep, partiesToBooking } from "../../../domain/policies/booking.ts";
import { mayEnterHostArea } from "../../../domain/policies/host-area.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import { readAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { blockDays } from "../calendar/blocks.service.ts";
import { findRefund } from "../payments/payments.service.ts";
import { findNextTrip, findRecent, findRenterFigures } from "./booking-lists.repository.ts";
import { searchBookings, type BookingSearch } from "./booking-search.repository.ts";
import {
  findDetailsBySession,
  findStateBySession,
  getDetails,
  lockBooking,
  type BookingRow,
} from "./bookings.repository.ts";
import { readBookingMoney } from "./booking-money.service.ts";
import { presentBooking } from "./bookings.presenter.ts";
import { reportLateCancellation } from "./notifications/late-cancellations.service.ts";
import { settle, settleSoon } from "./settlement/booking-purchases.service.ts";
import type { PartialRefund } from "./settlement/partial-refund.ts";
import { toBookingFacts, takeStep } from "./transitions.ts";

export { chargeLines } from "./bookings.repository.ts";

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

/** What a person says with a decision. */
interface DecisionInput {
  reason?: string | undefined;
  /** Blocks the days that the decision frees, in the same transaction. Only for the host. */
  block_days?: boolean | undefined;
}

/**
 * Takes a person's step, then asks the provider for the action that the step requires. If the
 * provider does not answer now, the sweep asks again.
 */
async function decide(
  ctx: Ctx,
  user: User,
  bookingId: string,
  action: "approve" | "reject" | "withdraw" | "cancel",
  { reason, block_days: blocks = false }: DecisionInput = {},
): Promise<Booking> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockBooking(tx.db, bookingId);
    const parties = partiesToBooking(row, user);
    const occasion = { booking: toBookingFacts(row), now: tx.clock.now() };
    const { party, step } = chooseStep(action, parties, occasion);
    if (party === "admin") requireAdmin("decide_bookings", user);
    // A renter who was never approved must not learn the host's contact details from the reason.
    const shownReason =
      party === "host" && step === "reject" && reason ? maskContacts(reason) : reason;
    if (action === "approve" && (await getDetails(tx.db, bookingId)).hold_reason !== null)
      throw new DomainError("trip_on_hold");
    if (blocks && party !== "host") throw new DomainError("forbidden");
    const input = { reason: shownReason, blocksDays: blocks };
    await takeStep(tx, step, row, { kind: party, id: user.id }, input);
    if (step === "cancel_by_host") await reportLateCancellation(tx, row);
    if (blocks) await blockFreedDays(tx, user, row);
  });
  await settleSoon(ctx, bookingId);
  return readBooking(ctx, user, bookingId);
}

/**
 * Blocks what is left of a booking's days, from today on, except a first day on which another trip
 * returns. The cars of a former host need no block: they are off the site.
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
  const known = await findRefund(ctx.db, id);
  if (!known) return false;
  if (
    known.booking_id === bookingId &&
    ("days" in size
      ? known.days === size.days
      : known.days === null && known.amount_cents === size.amountCents) &&
    known.borne_by === bearer
  )
    return true;
  throw new DomainError("refund_id_taken");
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

/** @throws DomainError not_found, forbidden, transition_refused, cancellation_too_late */
export const cancelBooking = (
  ctx: Ctx,
  user: User,
  bookingId: string,
  input: DecisionInput = {},
): Promise<Booking> => decide(ctx, user, bookingId, "cancel", input);
