// The one way to change a booking: a step of the domain's table, taken on a locked row, with everything that belongs to it in the same transaction.
import { lapsesAt } from "../../../domain/booking-deadlines.ts";
import {
  applyTransition,
  TRANSITIONS,
  type ActorKind,
  type BookingFacts,
  type Transition,
  type TransitionName,
} from "../../../domain/booking.ts";
import { dollarsToCents } from "../../../domain/money.ts";
import { release } from "../calendar/calendar.service.ts";
import { recordAudit } from "../../platform/audit.ts";
import type { Ctx } from "../../platform/context.ts";
import { queueMail } from "../../platform/mail.ts";
import { bookMovement, type BookingMoney, type BookingMovement } from "../payments/ledger.service.ts";
import { want } from "../payments/payments.service.ts";
import { mailsAbout } from "./bookings.mails.ts";
import { getDetails, updateBooking, type BookingRow } from "./bookings.repository.ts";

/** Who takes the step; id is null for the system and the provider. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
}
export const PROVIDER: Actor = { kind: "provider", id: null };
export const SYSTEM: Actor = { kind: "system", id: null };

/** What a step moves in the ledger. */
export const MOVEMENTS: Partial<Record<TransitionName, BookingMovement>> = {
  authorise_for_instant_book: "authorized",
  authorise_for_request: "authorized",
  capture_succeeded: "captured",
  capture_refused: "authorization_released",
  reject: "authorization_released",
  lapse: "authorization_released",
  refund_succeeded: "refunded",
  complete: "earned",
};

/** What a step may hang on besides the booking's own row. A checkout of which nothing was heard counts as open. */
type Circumstances = Pick<BookingFacts, "checkoutOpen" | "carOnSite">;

export const factsOf = (row: BookingRow, circumstances: Circumstances = {}): BookingFacts => ({
  status: row.status,
  paymentStatus: row.payment_status,
  approving: row.approving_since !== null,
  startDate: row.start_date,
  endDate: row.end_date,
  bookingMode: row.booking_mode,
  authorizedAt: row.authorized_at === null ? null : new Date(row.authorized_at),
  checkoutOpen: true,
  ...circumstances,
});

export const moneyOf = (row: BookingRow): BookingMoney => ({
  id: row.id,
  hostId: row.host_id,
  amountDueCents: row.amount_due_cents,
  hostShareCents: row.host_share_cents,
});
export const totalCents = (row: BookingRow): number => dollarsToCents(row.total_amount);

/**
 * Takes one step on a booking that this transaction has locked.
 * @throws DomainError transition_refused, cancellation_too_late
 */
export async function takeStep(
  ctx: Ctx,
  name: TransitionName,
  row: BookingRow,
  actor: Actor,
  { reason, ...circumstances }: { reason?: string | undefined } & Circumstances = {},
): Promise<BookingRow> {
  const now = ctx.clock.now();
  const at = now.toISOString();
  const next = applyTransition(name, { booking: factsOf(row, circumstances), actorKind: actor.kind, now });
  const { effect }: Transition = TRANSITIONS[name];
  const authorised = name === "authorise_for_instant_book" || name === "authorise_for_request";
  const after = await updateBooking(ctx, row.id, {
    status: next.status,
    payment_status: next.paymentStatus,
    ...approval(next.approving, row, authorised ? SYSTEM : actor, at),
    ...(authorised
      ? { authorized_at: at, lapses_at: lapsesAt({ authorizedAt: now, startDate: row.start_date }).toISOString() }
      : {}),
    // Somebody has to answer, whatever the listing promised when the checkout began.
    ...(name === "authorise_for_request" ? { booking_mode: "approval" } : {}),
    ...(reason ? { decision_reason: reason } : {}),
    ...(next.status === "cancelled" && row.status !== "cancelled"
      ? { cancelled_by: actor.kind === "provider" ? "system" : actor.kind }
      : {}),
  });
  if (effect.calendar === "free") await release(ctx, row.id);
  if (effect.provider !== "none") await want(ctx, row.id, effect.provider);
  const movement = MOVEMENTS[name];
  if (movement) await bookMovement(ctx, movement, moneyOf(row));
  await recordAudit(ctx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action: `booking.${name}`,
    subjectType: "booking",
    subjectId: row.id,
    before: stateOf(row),
    after: stateOf(after),
    reason: reason ?? null,
  });
  for (const message of mailsAbout(name, await getDetails(ctx, row.id), ctx.publicUrl())) await queueMail(ctx, message);
  return after;
}

/** The wish to approve stands from the step that states it to the one that settles it. */
function approval(approving: boolean, row: BookingRow, actor: Actor, at: string): Partial<BookingRow> {
  if (!approving) return { approving_since: null, approving_actor_kind: null, approving_actor_id: null };
  if (row.approving_since !== null) return {};
  const kind = actor.kind === "host" || actor.kind === "admin" ? actor.kind : "system";
  return { approving_since: at, approving_actor_kind: kind, approving_actor_id: actor.id };
}

const stateOf = (row: BookingRow): object => ({
  status: row.status,
  payment_status: row.payment_status,
  approving: row.approving_since !== null,
});
