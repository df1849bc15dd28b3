// The only way to change a booking: a step of the domain's transition table, taken on a locked row,
// with all its effects in the same transaction.
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import { lapsesAt } from "../../../domain/booking/booking-deadlines.ts";
import {
  applyTransition,
  TRANSITIONS,
  type ActorKind,
  type BookingFacts,
  type Transition,
  type TransitionName,
} from "../../../domain/booking/booking.ts";
import {
  authorizationReleased,
  authorized,
  captured,
  earned,
  lossWrittenOff,
  type BookingMoney,
  type Movement,
} from "../../../domain/money/ledger.ts";
import { personalTopic } from "../../../domain/live.ts";
import { ownDays, release } from "../calendar/calendar.service.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { book } from "../ledger/ledger.service.ts";
import {
  decideFullRefund,
  decidePartialRefund,
  decideRefundAfterAppeal,
  readRefundedMoney,
  requestCapture,
  requestExpiry,
  requestVoid,
} from "../payments/payments.service.ts";
import {
  hasNotification,
  mailReceipt,
  notifyStep,
} from "./notifications/step-notifications.service.ts";
import type { RefundContext } from "./notifications/booking-mail.ts";
import { toAuditedRefund, type PartialRefund } from "./settlement/partial-refund.ts";
import { getDetails, updateBooking, type BookingRow } from "./bookings.repository.ts";
import { lockReplacement } from "./checkout/holds.repository.ts";
import { releaseTripHold } from "./trip-holds/trip-holds.repository.ts";

/** The party that takes the step. `id` is null for the system and the provider. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
}
export const PROVIDER: Actor = { kind: "provider", id: null };
export const SYSTEM: Actor = { kind: "system", id: null };

/**
 * Conditions of a step besides the booking's own row. A checkout of unknown state counts as open.
 */
type Circumstances = Pick<BookingFacts, "checkoutOpen" | "addressGiven" | "carOnSite">;

export const toBookingFacts = (
  row: BookingRow,
  circumstances: Circumstances = {},
): BookingFacts => ({
  status: row.status,
  paymentStatus: row.payment_status,
  approving: row.approving_since !== null,
  period: toRentalPeriod(row),
  bookingMode: row.booking_mode,
  authorizedAt: row.authorized_at === null ? null : new Date(row.authorized_at),
  checkoutOpen: true,
  ...circumstances,
});

const toBookingMoney = (row: BookingRow): BookingMoney => ({
  id: row.id,
  renterId: row.renter_id,
  hostId: row.host_id,
  amountDueCents: row.amount_due_cents,
  hostShareCents: row.host_share_cents,
});

/** The input of a step besides its name and its actor. */
interface StepInput extends Circumstances {
  reason?: string | undefined;
  part?: PartialRefund | undefined;
  blocksDays?: RefundContext["blocksDays"];
  made?: RefundContext["made"];
  because?: RefundContext["because"];
}

/**
 * Takes one step on a booking that this transaction has locked.
 * @throws DomainError transition_refused, cancellation_too_late, refund_too_high
 */
export async function takeStep(
  ctx: Ctx,
  name: TransitionName,
  row: BookingRow,
  actor: Actor,
  { reason, part, made, blocksDays, because, ...circumstances }: StepInput = {},
): Promise<BookingRow> {
  const now = ctx.clock.now();
  const next = applyTransition(name, {
    booking: toBookingFacts(row, circumstances),
    actorKind: actor.kind,
    now,
  });
  const { effect }: Transition = TRANSITIONS[name];
  if (isAuthorisation(name)) await dropReplacement(ctx, row);
  const change = toChangedColumns(name, { row, next, actor, reason, now });
  const after = await updateBooking(ctx.db, row.id, change, now);
  if (effect.calendar === "free") await release(ctx, row.id);
  if (next.status === "cancelled" || next.status === "rejected")
    await releaseTripHold(ctx.db, row.id, actor.kind === "admin" ? "cancelled" : "ended", now);
  if (isAuthorisation(name)) await ownDays(ctx, row.id);
  const back =
    effect.provider === "refund"
      ? await decideRefund(ctx, name, row, actor, { reason, part })
      : { backCents: 0, byHostCents: 0 };
  if (effect.provider === "capture") await requestCapture(ctx, row.id);
  if (effect.provider === "void") await requestVoid(ctx, row.id);
  if (effect.provider === "expire") await requestExpiry(ctx, row.id);
  await bookStep(ctx, name, toBookingMoney(row));
  await recordAudit(ctx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action: `booking.${name}`,
    subjectType: "booking",
    subjectId: row.id,
    before: toAuditedState(row),
    after: { ...toAuditedState(after), ...toAuditedRefund(part, back) },
    reason: reason ?? because?.replaceAll("_", " ") ?? null,
  });
  ctx.metrics.stepTaken(name);
  await publishBookingChange(ctx, row);
  if (hasNotification(name)) {
    const details = await getDetails(ctx.db, row.id);
    const by = toDecider(name, row, actor);
    const given = { now, by, ...back, part, reason, blocksDays, made, because };
    await notifyStep(ctx, name, details, given);
    await mailReceipt(ctx, name, details, given);
  }
  return after;
}

/** Who decided a step. A capture by the provider is the decision of the host or admin. */
const toDecider = (name: TransitionName, row: BookingRow, actor: Actor): Actor =>
  name === "capture_succeeded" && row.approving_actor_kind !== null
    ? { kind: row.approving_actor_kind, id: row.approving_actor_id }
    : actor;

const isAuthorisation = (name: TransitionName): boolean =>
  name === "authorise_for_instant_book" || name === "authorise_for_request";

/** The columns that a step changes. */
function toChangedColumns(
  name: TransitionName,
  {
    row,
    next,
    actor,
    reason,
    now,
  }: {
    row: BookingRow;
    next: ReturnType<typeof applyTransition>;
    actor: Actor;
    reason: string | undefined;
    now: Date;
  },
): Partial<BookingRow> {
  const at = now.toISOString();
  const authorised = isAuthorisation(name);
  const decides = reason && next.status !== row.status;
  return {
    status: next.status,
    payment_status: next.paymentStatus,
    ...approval(next.approving, row, authorised ? SYSTEM : actor, at),
    ...(authorised
      ? {
          authorized_at: at,
          lapses_at: lapsesAt({ authorizedAt: now, period: toRentalPeriod(row) }).toISOString(),
        }
      : {}),
    // The host has to answer, even if the listing offered instant book when the checkout began.
    ...(name === "authorise_for_request" ? { booking_mode: "approval" } : {}),
    ...(name === "expire_hold" || name === "replace_hold" ? { hold_ended_at: at } : {}),
    ...(name === "withdraw_checkout" ? { replaces: null, replacing_since: null } : {}),
    ...(decides ? { decision_reason: reason } : {}),
    ...(next.status === "cancelled" && row.status !== "cancelled"
      ? { cancelled_by: actor.kind === "provider" ? "system" : actor.kind }
      : {}),
  };
}

/** A hold that is paid after all is no longer replaced. */
async function dropReplacement(ctx: Ctx, { id }: BookingRow): Promise<void> {
  const replacement = await lockReplacement(ctx.db, id);
  if (replacement)
    await takeStep(ctx, "withdraw_checkout", replacement, SYSTEM, { addressGiven: false });
}

/** Notifies the open pages of everyone who can see the booking, in the change's transaction. */
export const publishBookingChange = (
  ctx: DbCtx,
  { id, renter_id, host_id }: Pick<BookingRow, "id" | "renter_id" | "host_id">,
): Promise<void> =>
  publishLive(ctx, [personalTopic(renter_id), personalTopic(host_id), "admins"], "bookings", id);

/** @returns the amount refunded, and the part of it that the host bears; integer cents */
async function decideRefund(
  ctx: DataCtx,
  name: TransitionName,
  row: BookingRow,
  { kind, id }: Actor,
  { reason, part }: StepInput,
): Promise<Pick<RefundContext, "backCents" | "byHostCents">> {
  if (name === "refund_after_appeal")
    return { backCents: await decideRefundAfterAppeal(ctx, toBookingMoney(row)), byHostCents: 0 };
  if (id === null || kind === "system" || kind === "provider")
    throw new Error("a refund is a person's decision");
  const decision = { actorKind: kind, actorId: id, reason: reason ?? null };
  const money = toBookingMoney(row);
  if (!part) return { backCents: await decideFullRefund(ctx, money, decision), byHostCents: 0 };
  const isEarned = row.status === "completed";
  const { amountCents, byHostCents } = await decidePartialRefund(ctx, money, {
    ...decision,
    ...part,
    bookedDays: row.days,
    dayPricesCents: row.day_prices_cents,
    isEarned,
  });
  return { backCents: amountCents, byHostCents };
}

/**
 * Books the ledger movement of a step. Refunds and provider fees are booked elsewhere, when they
 * are decided or reported.
 */
export async function bookStep(
  ctx: DataCtx,
  name: TransitionName,
  money: BookingMoney,
): Promise<void> {
  const movement = await findMovement(ctx, name, money);
  if (movement) await book(ctx, `booking:${money.id}:${movement.kind}`, movement, money.id);
}

async function findMovement(
  ctx: DbCtx,
  name: TransitionName,
  money: BookingMoney,
): Promise<Movement | undefined> {
  switch (name) {
    case "authorise_for_instant_book":
    case "authorise_for_request":
      return authorized();
    case "capture_refused":
    case "reject":
    case "withdraw_request":
    case "lapse":
      return authorizationReleased();
    case "capture_succeeded":
      return captured(money);
    case "cancel_for_dispute":
      return lossWrittenOff(money, await readRefundedMoney(ctx, money));
    case "complete":
      return earned(money, await readRefundedMoney(ctx, money));
    default:
      return undefined;
  }
}

/** The pending approval lasts from the step that requests it to the step that settles it. */
function approval(
  approving: boolean,
  row: BookingRow,
  actor: Actor,
  at: string,
): Partial<BookingRow> {
  if (!approving)
    return { approving_since: null, approving_actor_kind: null, approving_actor_id: null };
  if (row.approving_since !== null) return {};
  const kind = actor.kind === "host" || actor.kind === "admin" ? actor.kind : "system";
  return { approving_since: at, approving_actor_kind: kind, approving_actor_id: actor.id };
}

const toAuditedState = (row: BookingRow): object => ({
  status: row.status,
  payment_status: row.payment_status,
  approving: row.approving_since !== null,
});
