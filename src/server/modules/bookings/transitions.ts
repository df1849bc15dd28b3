// The only way to change a booking: a step of the domain's transition table, taken on a locked row,
// with all its effects in the same transaction.
import { toTripTimes } from "../../../domain/trip/trip-end.ts";
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
import { personalTopic } from "../../../domain/live.ts";
import { ownDays, release } from "../calendar/calendar.service.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import type { Ctx, DbCtx } from "../../platform/context.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import {
  decideChangeRefund,
  readRefundedMoney,
  requestCapture,
  requestExpiry,
  requestVoid,
} from "../payments/payments.service.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import { issueCreditNotes } from "../vat/vat-documents.service.ts";
import {
  hasNotification,
  mailReceipt,
  notifyStep,
} from "./notifications/step-notifications.service.ts";
import type { RefundContext } from "./notifications/booking-mail.ts";
import { bookStep } from "./settlement/book-step.ts";
import { toAuditedRefund, type PartialRefund } from "./settlement/partial-refund.ts";
import {
  chooseRefundStep,
  decideStepRefund,
  NO_REFUND,
  toBookingMoney,
  type StepRefund,
} from "./settlement/step-refunds.ts";
import { getDetails, updateBooking, type BookingRow } from "./bookings.repository.ts";
import { findDriverIds } from "./drivers/drivers.repository.ts";
import { updateDrivers } from "./drivers/step-drivers.service.ts";
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
type Circumstances = Pick<
  BookingFacts,
  "checkoutOpen" | "addressGiven" | "carOnSite" | "isInStorm"
>;

export const toBookingFacts = (
  row: BookingRow,
  circumstances: Circumstances = {},
): BookingFacts => ({
  status: row.status,
  paymentStatus: row.payment_status,
  approving: row.approving_since !== null,
  period: toRentalPeriod(row),
  trip: toTripTimes(row),
  bookingMode: row.booking_mode,
  authorizedAt: row.authorized_at === null ? null : new Date(row.authorized_at),
  checkoutOpen: true,
  ...circumstances,
});

/** The input of a step besides its name and its actor. */
interface StepInput extends Circumstances {
  reason?: string | undefined;
  part?: PartialRefund | undefined;
  blocksDays?: RefundContext["blocksDays"];
  made?: RefundContext["made"];
  because?: RefundContext["because"];
  hostFee?: RefundContext["hostFee"];
  /** The storm in which the booking ends, at no cost to anybody. */
  stormId?: string | undefined;
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
  { reason, part, made, blocksDays, because, hostFee, stormId, ...circumstances }: StepInput = {},
): Promise<BookingRow> {
  const now = ctx.clock.now();
  const next = applyTransition(name, {
    booking: toBookingFacts(row, { isInStorm: stormId !== undefined, ...circumstances }),
    actorKind: actor.kind,
    now,
  });
  const { effect }: Transition = TRANSITIONS[name];
  if (isAuthorisation(name)) await dropReplacement(ctx, row);
  const change = toChangedColumns(name, { row, next, actor, reason, stormId, now });
  const after = await updateBooking(ctx.db, row.id, change, now);
  if (effect.calendar === "free") await release(ctx, row.id);
  if (next.status === "cancelled" || next.status === "rejected")
    await releaseTripHold(ctx.db, row.id, actor.kind === "admin" ? "cancelled" : "ended", now);
  if (isAuthorisation(name)) await ownDays(ctx, row.id);
  await updateDrivers(ctx, name, { before: row, after });
  const returns = effect.provider === "refund" || name === "cancel_for_dispute";
  const refund = returns
    ? await decideStepRefund(ctx, name, row, actor, { reason, part })
    : NO_REFUND;
  const { refundId, ...back } = refund;
  if (effect.provider === "capture") await requestCapture(ctx, row.id);
  if (effect.provider === "void") await requestVoid(ctx, row.id);
  if (effect.provider === "expire") await requestExpiry(ctx, row.id);
  await bookStep(ctx, name, toBookingMoney(row));
  if (returns) await issueCreditNotes(ctx, row.id, refundId);
  await recordAudit(ctx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action: `booking.${name}`,
    subjectType: "booking",
    subjectId: row.id,
    before: toAuditedState(row),
    after: {
      ...toAuditedState(after),
      ...toAuditedRefund(part, back),
      ...(hostFee && { cause: hostFee.reason, host_fee_cents: hostFee.feeCents }),
    },
    reason: reason ?? because?.replaceAll("_", " ") ?? null,
  });
  ctx.metrics.stepTaken(name);
  await publishBookingChange(ctx, row);
  if (hasNotification(name)) {
    const details = await getDetails(ctx.db, row.id);
    const by = toDecider(name, row, actor);
    const given = { now, by, ...back, part, reason, blocksDays, made, because, hostFee };
    await notifyStep(ctx, name, details, given);
    await mailReceipt(ctx, name, details, given);
  }
  return finishCreditRefund(ctx, after, refund);
}

/** Takes the step that follows a refund at once, unless a refund to the card is still pending. */
async function finishCreditRefund(
  ctx: Ctx,
  row: BookingRow,
  { creditBackCents, refundId }: Pick<StepRefund, "creditBackCents" | "refundId">,
): Promise<BookingRow> {
  if (creditBackCents === 0 || refundId === null) return row;
  const money = await readRefundedMoney(ctx, toBookingMoney(row));
  // Otherwise the provider's answer is the next step.
  if (money.madeCents < money.refundedCents) return row;
  const made = { cents: creditBackCents, by: "credit", refundIds: [refundId] } as const;
  return takeStep(ctx, chooseRefundStep(row, money), row, SYSTEM, { made });
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
    stormId,
    now,
  }: {
    row: BookingRow;
    next: ReturnType<typeof applyTransition>;
    actor: Actor;
    reason: string | undefined;
    stormId: string | undefined;
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
    ...(stormId !== undefined ? { storm_id: stormId } : {}),
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
export async function publishBookingChange(
  ctx: DbCtx,
  { id, renter_id, host_id }: Pick<BookingRow, "id" | "renter_id" | "host_id">,
): Promise<void> {
  const people = [renter_id, host_id, ...(await findDriverIds(ctx.db, id))];
  await publishLive(ctx, [...people.map(personalTopic), "admins"], "bookings", id);
}

/**
 * Decides the refund of what a change gives back, with its credit notes. The provider makes it
 * after the transaction (settleSoon, or the sweep). Call it with the booking locked.
 */
export async function refundForChange(
  ctx: Ctx,
  row: BookingRow,
  refund: Omit<Parameters<typeof decideChangeRefund>[2], "reason">,
): Promise<void> {
  const reason = CHANGE_REASON;
  const { amountCents: cents, creditCents } = await decideChangeRefund(ctx, toBookingMoney(row), {
    ...refund,
    reason,
  });
  if (cents > 0) await issueCreditNotes(ctx, row.id, refund.id);
  await finishCreditRefund(ctx, row, { creditBackCents: creditCents, refundId: refund.id });
  if (cents < refund.back.cents)
    await recordIncident(ctx, {
      key: `change_refund:${refund.changeId}`,
      kind: "record_differs",
      bookingId: row.id,
      details: { fault: "change_refund_capped", agreed_cents: refund.back.cents, cents },
    });
}

const CHANGE_REASON = "Days given back by a change to the booking";

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
