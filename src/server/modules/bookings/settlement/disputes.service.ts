// A cardholder's bank inquires about a charge, takes it back, or gives the dispute up: the
// provider's status is booked once per step. The booking continues; a loss settles pending refunds,
// and the platform bears the rest (docs/decisions/0014).
import type { DisputeStatus } from "../../../../domain/money/dispute.ts";
import {
  disputeLost,
  disputeOpened,
  disputeTurned,
  disputeWon,
  providerFee,
} from "../../../../domain/money/ledger.ts";
import { recordAudit } from "../../../platform/database/audit.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import type { DisputeState } from "../../../platform/payments/provider.ts";
import { mailAdmins } from "../../accounts/accounts.service.ts";
import { noteIncident } from "../../payments/incidents.service.ts";
import { book } from "../../payments/ledger.service.ts";
import {
  findBookingOfIntent,
  getPayment,
  insertDispute,
  lockDispute,
  noteAsked,
  updateDispute,
  type Dispute,
} from "../../payments/payments.service.ts";
import {
  readRefundedMoney,
  reopenSettled,
  settleByDispute,
} from "../../payments/refunds.service.ts";
import { withToday } from "../notifications/mail-words.ts";
import { disputeMail } from "../notifications/money.mails.ts";
import { getDetails, lockBooking, type BookingRow } from "../bookings.repository.ts";
import { refundStep } from "./settlement.service.ts";
import { moneyOf, PROVIDER, takeStep, publishBookingChange } from "../transitions.ts";

/**
 * Asks the provider for a dispute and books its state. @returns whether the state was new.
 * @throws Error when the provider does not answer; to be retried.
 */
export async function settleDispute(ctx: Ctx, disputeId: string): Promise<boolean> {
  const word = await ctx.payments.getDispute(disputeId);
  return word !== undefined && bookDispute(ctx, word);
}

/**
 * Books the provider's state of a dispute. Ignores disputes of other shops on the same account.
 * @returns whether the state was new.
 */
export async function bookDispute(ctx: Ctx, word: DisputeState): Promise<boolean> {
  const bookingId = await findBookingOfIntent(ctx, word.intentId);
  if (!bookingId) return false;
  const booked = await inTransaction(ctx, (tx) => bookWord(tx, bookingId, word));
  if (typeof booked === "boolean") return booked;
  // Another process may have booked a later state in the meantime: the provider's current answer
  // counts.
  const latest = await ctx.payments.getDispute(word.id);
  if (latest && latest.state !== word.state) return bookDispute(ctx, latest);
  const details = {
    dispute: word.id,
    amount_cents: word.amountCents,
    ours: booked.impossibleAfter,
    provider: word.state,
  };
  await noteIncident(ctx, {
    key: `${booked.impossibleAfter}-${word.state}:${word.id}`,
    kind: "record_differs",
    bookingId,
    details,
  });
  return false;
}

/** Whether the state is new, or the booked state that it cannot follow. */
type Booked = boolean | { impossibleAfter: DisputeStatus };

async function bookWord(tx: Ctx, bookingId: string, word: DisputeState): Promise<Booked> {
  const booking = await lockBooking(tx, bookingId);
  const { amount_cents, currency } = await getPayment(tx, bookingId);
  if (word.currency !== currency || word.amountCents > amount_cents) {
    const details = { dispute: word.id, ours: { amount_cents, currency }, provider: { ...word } };
    await noteIncident(tx, {
      key: `differs:${word.id}`,
      kind: "record_differs",
      bookingId,
      details,
    });
    return false;
  }
  const before = (await lockDispute(tx, word.id)) ?? (await insertDispute(tx, bookingId, word));
  await noteAsked(tx, word.id);
  const isNews = await advance(tx, booking, before, word);
  if (isNews === true || before.state === word.state) await updateDispute(tx, word);
  if (isNews !== true) return isNews;
  await recordAudit(tx, {
    actorKind: "provider",
    actorId: null,
    action: `dispute.${word.state}`,
    subjectType: "booking",
    subjectId: bookingId,
    after: { dispute: word.id, amount_cents: word.amountCents, reason: word.reason },
  });
  await tell(tx, booking, word);
  return true;
}

/**
 * The states that can follow each state. No money has moved when an inquiry ends as dropped; only
 * an appeal turns a loss.
 */
const WAYS: Record<DisputeStatus, readonly DisputeStatus[]> = {
  inquiry: ["inquiry", "dropped", "open", "won", "lost"],
  dropped: ["open", "won", "lost"],
  open: ["won", "lost"],
  won: [],
  lost: ["won"],
};

/** Books the movements from one state to the next, each of them once. */
async function advance(
  ctx: Ctx,
  booking: BookingRow,
  before: Dispute,
  word: DisputeState,
): Promise<Booked> {
  const { id, amountCents, state, feeCents } = word;
  const hasMoved = before.state === "open" || before.state === "won" || before.state === "lost";
  if (hasMoved && feeCents > before.fee_cents) await bookFee(ctx, booking, before, feeCents);
  if (before.state === state && !before.is_new) return false;
  if (!WAYS[before.state].includes(state)) return { impossibleAfter: before.state };
  if (state === "inquiry" || state === "dropped") return true;
  if (before.state === "lost") return turn(ctx, booking, word);
  await book(ctx, `dispute:${id}:opened`, disputeOpened(amountCents, feeCents), booking.id);
  if (state === "won") await book(ctx, `dispute:${id}:won`, disputeWon(amountCents), booking.id);
  if (state === "lost") await lose(ctx, booking, word);
  return true;
}

/** The provider's dispute fee, when it is first named or later raised. */
async function bookFee(
  ctx: Ctx,
  booking: BookingRow,
  { id, fee_cents }: Dispute,
  feeCents: number,
): Promise<void> {
  await book(ctx, `dispute:${id}:fee:${feeCents}`, providerFee(feeCents - fee_cents), booking.id);
}

async function lose(
  ctx: Ctx,
  booking: BookingRow,
  { id, amountCents }: DisputeState,
): Promise<void> {
  const settledCents = await settleByDispute(ctx, booking.id, { id, amountCents });
  await book(ctx, `dispute:${id}:lost`, disputeLost(amountCents, settledCents), booking.id);
  if (settledCents === 0) return;
  const step = refundStep(booking, await readRefundedMoney(ctx, moneyOf(booking)));
  await takeStep(ctx, step, booking, PROVIDER, { made: { cents: settledCents, by: "dispute" } });
}

/** An appeal was won: the provider has to make the refunds that the loss had settled after all. */
async function turn(
  ctx: Ctx,
  booking: BookingRow,
  { id, amountCents }: DisputeState,
): Promise<true> {
  const reopenedCents = await reopenSettled(ctx, booking.id, id);
  await book(ctx, `dispute:${id}:turned`, disputeTurned(amountCents, reopenedCents), booking.id);
  if (reopenedCents === 0) return true;
  const { madeCents } = await readRefundedMoney(ctx, moneyOf(booking));
  await takeStep(
    ctx,
    madeCents > 0 ? "refund_taken_back_in_part" : "refund_taken_back",
    booking,
    PROVIDER,
  );
  return true;
}

/** Notifies the admins of each step, since Stripe wants an answer within days. */
async function tell(ctx: Ctx, booking: BookingRow, word: DisputeState): Promise<void> {
  const { id, amountCents: amount_cents, reason, state } = word;
  await noteIncident(ctx, {
    key: `dispute:${id}`,
    kind: "dispute",
    bookingId: booking.id,
    details: { dispute: id, amount_cents, reason, state },
  });
  await publishBookingChange(ctx, booking);
  await mailAdmins(
    ctx,
    disputeMail(withToday(ctx, await getDetails(ctx, booking.id)), word, ctx.publicUrl()),
  );
}
