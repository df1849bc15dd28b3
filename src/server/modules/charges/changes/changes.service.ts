// Changes to bookings: quoted, requested, answered, withdrawn and paid. The booking is locked
// before anything else, so that changes, cancellations and payments come one after another.
import { isDeepStrictEqual } from "node:util";
import {
  CHANGE_SIDES,
  isOpenChange,
  requireChangeStep,
  type ChangeSide,
  type ChangeStep,
} from "../../../../domain/booking/changes/booking-change.ts";
import type { ChangeQuoteDetails } from "../../../../domain/booking/changes/change-quote.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { partiesToBooking, type BookingParty } from "../../../../domain/policies/booking.ts";
import { BOOKING_CHANGE_POLICY } from "../../../../domain/policies/booking-change.ts";
import { authorize } from "../../../../domain/policies/policy.ts";
import { toTripTimes, tripPhase } from "../../../../domain/trip/trip-end.ts";
import { inTransaction, type Ctx, type DbCtx, type User } from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  getDetails,
  lockBooking,
  publishBookingChange,
  settleSoon,
  type BookingDetails,
} from "../../bookings/bookings.service.ts";
import { requireNoBalance } from "../../bookings/trip-holds/trip-holds.service.ts";
import { notifyOfChange } from "../../bookings/notifications/change-notifications.service.ts";
import { getBookableListing } from "../../listings/listings.service.ts";
import { findSavedCard, sumRefundsOfChanges } from "../../payments/payments.service.ts";
import { openBalanceCheckout } from "../balance-checkout.service.ts";
import { settleCharge } from "../charge-settlement.service.ts";
import { findChangeCharges, getCharge } from "../charges.repository.ts";
import { agree, requireStillPossible } from "./agree.service.ts";
import { holdChange } from "./apply.service.ts";
import { close, closeChangePage } from "./close.service.ts";
import { presentChange, presentQuote } from "./changes.presenter.ts";
import {
  findChange,
  findChanges,
  getChange,
  insertChange,
  type ChangeRow,
} from "./changes.repository.ts";
import { planExpiresAt, planToQuote, type WantedChange } from "./change-plan.ts";
import { planChange } from "./plan-change.service.ts";

interface ChangeIds {
  id: string;
  change_id: string;
}

export async function authorizeFor(
  ctx: DbCtx,
  user: User,
  bookingId: string,
  action: keyof typeof BOOKING_CHANGE_POLICY,
): Promise<{ booking: BookingDetails; party: BookingParty }> {
  const booking = await getDetails(ctx.db, bookingId);
  const parties = partiesToBooking(booking, user);
  return {
    booking,
    party: authorize<BookingParty>(BOOKING_CHANGE_POLICY[action], parties, "booking"),
  };
}

export const toSide = (party: BookingParty): ChangeSide => (party === "host" ? "host" : "renter");

/** @throws DomainError not_found */
export async function readChanges(ctx: Ctx, user: User, bookingId: string) {
  const { booking, party } = await authorizeFor(ctx, user, bookingId, "read");
  const rows = await findChanges(ctx.db, bookingId);
  const charges = new Map(
    (await findChangeCharges(ctx.db, bookingId)).map((charge) => [charge.change_id, charge]),
  );
  const refunds = await sumRefundsOfChanges(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const moneyOf = ({ id }: ChangeRow) => ({
    charge: charges.get(id),
    refundedCents: refunds.get(id) ?? 0,
  });
  const isChangeable =
    booking.status === "approved" &&
    booking.hold_reason === null &&
    tripPhase(toTripTimes(booking), ctx.clock.now()) !== "over";
  return {
    changes: rows.map((row) => presentChange(row, moneyOf(row), party)),
    may_request:
      CHANGE_SIDES.some((side) => side === party) &&
      isChangeable &&
      !rows.some(({ state }) => isOpenChange(state)),
  };
}

/** @throws DomainError the codes that the contract lists */
export async function quoteChange(ctx: Ctx, user: User, bookingId: string, wanted: WantedChange) {
  const { booking, party } = await authorizeFor(ctx, user, bookingId, "request");
  const plan = await planChange(ctx, booking, toSide(party), wanted);
  const hasSavedCard = (await findSavedCard(ctx, bookingId)) !== undefined;
  return presentQuote(plan, party, { now: ctx.clock.now(), hasSavedCard });
}

interface ChangeRequest extends WantedChange, Omit<ChangeQuoteDetails, "lines"> {
  id: string;
  message: string | null;
}

/**
 * Requests a change and holds what it adds. A change that needs no answer is accepted immediately.
 * @throws DomainError the codes that the contract lists
 */
export async function requestChange(
  ctx: Ctx,
  user: User,
  bookingId: string,
  { id, message, ...request }: ChangeRequest,
) {
  const { booking, party } = await authorizeFor(ctx, user, bookingId, "request");
  const side = toSide(party);
  const { amount_due_cents, refund_cents, agreed_refund_max_cents, ...others } = request;
  const { is_auto_accepted, ...wanted } = others;
  const isNew = (await findChange(ctx.db, id)) === undefined;
  // Looks up the nearest periods first, because a failed transaction could not.
  if (isNew)
    await planChange(ctx, booking, side, wanted).catch((error: unknown) => {
      // The same request was sent twice at once, and the other one was stored first.
      if (!(error instanceof DomainError && error.code === "change_already_open")) throw error;
      if ((error.details as { change_id: string }).change_id !== id) throw error;
    });
  await inTransaction(ctx, async (tx) => {
    await lockBooking(tx.db, bookingId);
    const before = await findChange(tx.db, id);
    if (before) return requireRepeat(before, bookingId, side, request);
    const now = tx.clock.now();
    const latest = await getDetails(tx.db, bookingId);
    const listing = await getBookableListing(tx, latest.car_id, {
      forUpdate: true,
      days: { start: latest.start_date, end: latest.end_date },
    });
    const plan = await planChange(tx, latest, side, wanted);
    const quote = planToQuote(plan);
    if (
      quote.amount_due_cents !== amount_due_cents ||
      quote.refund_cents !== refund_cents ||
      quote.agreed_refund_max_cents !== agreed_refund_max_cents ||
      quote.is_auto_accepted !== is_auto_accepted
    )
      throw new DomainError("change_price_changed", { quote });
    await holdChange(tx, bookingId, plan, listing.offered, latest.car_id);
    await insertChange(tx.db, {
      id,
      booking_id: bookingId,
      requested_by: side,
      state: "requested",
      message,
      request,
      terms: plan,
      amount_due_cents,
      refund_cents,
      agreed_refund_max_cents,
      requested_at: now.toISOString(),
      expires_at: planExpiresAt(plan, now).toISOString(),
    });
    const change = await getChange(tx.db, bookingId, id);
    await recordStep(tx, user, side, change, "request");
    if (plan.isAutoAccepted) return agree(tx, change, 0);
    await notifyOfChange(tx, change, "requested");
    await publishBookingChange(tx, latest);
  });
  return finish(ctx, user, bookingId, id);
}

/** @throws DomainError change_id_taken for another request with the same id */
function requireRepeat(
  before: ChangeRow,
  bookingId: string,
  side: ChangeSide,
  request: object,
): void {
  const sent: unknown = JSON.parse(JSON.stringify(request));
  const isSame =
    before.booking_id === bookingId &&
    before.requested_by === side &&
    isDeepStrictEqual(before.request, sent);
  if (!isSame) throw new DomainError("change_id_taken");
}

/**
 * Charges the card or makes the refund that a step requested. If the process dies or the provider
 * doesn't respond, the sweeps do it from the stored state.
 */
async function finish(ctx: Ctx, user: User, bookingId: string, id: string) {
  const state = async () => (await getChange(ctx.db, bookingId, id)).state;
  let checkout_url: string | null = null;
  if ((await state()) === "awaiting_payment") {
    await settleCharge(ctx, id);
    const { party } = await authorizeFor(ctx, user, bookingId, "read");
    const isOutstanding = (await getCharge(ctx.db, id)).state === "outstanding";
    if (party === "renter" && isOutstanding) checkout_url = await openBalanceCheckout(ctx, id);
  }
  if ((await state()) === "accepted") await settleSoon(ctx, bookingId);
  return { ...(await readChanges(ctx, user, bookingId)), checkout_url };
}

/** Locks the booking and a change of it, and checks that the caller may take a step. */
async function lockFor(
  tx: Ctx,
  user: User,
  { id, change_id }: ChangeIds,
  step: ChangeStep,
): Promise<{ change: ChangeRow; side: ChangeSide }> {
  const action = step === "pay" ? "pay" : step === "withdraw" ? "request" : "answer";
  const { party } = await authorizeFor(tx, user, id, action);
  await lockBooking(tx.db, id);
  const change = await getChange(tx.db, id, change_id);
  const side = toSide(party);
  requireChangeStep({ state: change.state, requestedBy: change.requested_by }, side, step);
  return { change, side };
}

/**
 * @param agreedCents what the host gives back beyond the refund; a host who asked gives all of it
 * @throws DomainError change_closed, change_not_possible, change_after_pickup,
 * outstanding_balance, agreed_refund_out_of_range, refund_too_high, payment_provider_failed,
 * checkout_refused
 */
export async function acceptChange(ctx: Ctx, user: User, ids: ChangeIds, agreedCents = 0) {
  await inTransaction(ctx, async (tx) => {
    const { change, side } = await lockFor(tx, user, ids, "accept");
    const max_cents = change.agreed_refund_max_cents;
    if (agreedCents > max_cents) throw new DomainError("agreed_refund_out_of_range", { max_cents });
    await requireStillPossible(tx, change);
    const { from, to } = change.terms;
    if (side === "renter" && to.days > from.days) await requireNoBalance(tx, user.id);
    await recordStep(tx, user, side, change, "accept");
    await agree(tx, change, side === "renter" ? max_cents : agreedCents);
  });
  return finish(ctx, user, ids.id, ids.change_id);
}

/** @throws DomainError change_closed */
export async function declineChange(ctx: Ctx, user: User, ids: ChangeIds) {
  await inTransaction(ctx, async (tx) => {
    const { change, side } = await lockFor(tx, user, ids, "decline");
    await recordStep(tx, user, side, change, "decline");
    await close(tx, change, "declined");
  });
  return readChanges(ctx, user, ids.id);
}

/** @throws DomainError change_closed, payment_provider_failed */
export async function withdrawChange(ctx: Ctx, user: User, ids: ChangeIds) {
  await authorizeFor(ctx, user, ids.id, "request");
  const { state } = await getChange(ctx.db, ids.id, ids.change_id);
  if (state === "awaiting_payment") await closeChangePage(ctx, ids.change_id);
  await inTransaction(ctx, async (tx) => {
    const { change, side } = await lockFor(tx, user, ids, "withdraw");
    await recordStep(tx, user, side, change, "withdraw");
    if (!(await close(tx, change, "withdrawn")))
      throw new DomainError("change_closed", { state: "awaiting_payment" });
  });
  return readChanges(ctx, user, ids.id);
}

/** @throws DomainError change_closed, payment_provider_failed, checkout_refused */
export async function payChange(ctx: Ctx, user: User, ids: ChangeIds) {
  await inTransaction(ctx, async (tx) => {
    const { change } = await lockFor(tx, user, ids, "pay");
    await requireStillPossible(tx, change);
  });
  return finish(ctx, user, ids.id, ids.change_id);
}

const recordStep = (
  tx: Ctx,
  user: User,
  side: ChangeSide,
  change: ChangeRow,
  step: "request" | "accept" | "decline" | "withdraw",
): Promise<void> =>
  recordAudit(tx, {
    actorKind: side,
    actorId: user.id,
    action: `booking_change.${step}`,
    subjectType: "booking",
    subjectId: change.booking_id,
    after: { change: change.id, amount_due_cents: change.amount_due_cents },
  });
