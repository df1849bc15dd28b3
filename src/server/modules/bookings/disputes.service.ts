// A cardholder's bank questions a charge, takes it back, or gives it up: the provider's word, booked once per step. The booking goes on;
// what is lost settles the refunds that wait, and the platform bears the rest (docs/decisions/0014).
import { disputeLost, disputeOpened, disputeWon } from "../../../domain/ledger.ts";
import { recordAudit } from "../../platform/audit.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { queueMail } from "../../platform/mail.ts";
import type { DisputeState } from "../../platform/payments/provider.ts";
import { adminEmails } from "../accounts/accounts.service.ts";
import { noteIncident } from "../payments/incidents.service.ts";
import { book } from "../payments/ledger.service.ts";
import {
  findBookingOfIntent,
  getPayment,
  insertDispute,
  lockDispute,
  updateDispute,
  type Dispute,
} from "../payments/payments.service.ts";
import { readRefundedMoney, settleByDispute } from "../payments/refunds.service.ts";
import { disputeMail } from "./money.mails.ts";
import { getDetails, lockBooking, type BookingRow } from "./bookings.repository.ts";
import { refundStep } from "./settlement.service.ts";
import { moneyOf, PROVIDER, takeStep } from "./transitions.ts";

/**
 * Asks the provider for a dispute and books what it says. @returns whether it was news.
 * @throws Error when the provider gives no answer; to be tried again.
 */
export async function settleDispute(ctx: Ctx, disputeId: string): Promise<boolean> {
  const word = await ctx.payments.getDispute(disputeId);
  return word !== undefined && bookDispute(ctx, word);
}

/** Books the provider's word on a dispute. @returns whether it was news. */
export async function bookDispute(ctx: Ctx, word: DisputeState): Promise<boolean> {
  const bookingId = await findBookingOfIntent(ctx, word.intentId);
  if (!bookingId) {
    await noteIncident(ctx, { key: `dispute:${word.id}`, kind: "event_unknown", details: { ...word } });
    return false;
  }
  return inTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const { amount_cents, currency } = await getPayment(tx, bookingId);
    if (word.currency !== currency || word.amountCents > amount_cents) {
      const details = { dispute: word.id, ours: { amount_cents, currency }, provider: { ...word } };
      await noteIncident(tx, { key: `differs:${word.id}`, kind: "record_differs", bookingId, details });
      return false;
    }
    const before = (await lockDispute(tx, word.id)) ?? (await insertDispute(tx, bookingId, word));
    if (!(await advance(tx, booking, before, word))) return false;
    await updateDispute(tx, word);
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
  });
}

/** Books the way from one state to another; each step of it once. @returns whether there is any way to go. */
async function advance(ctx: Ctx, booking: BookingRow, before: Dispute, word: DisputeState): Promise<boolean> {
  const key = (step: string): string => `dispute:${word.id}:${step}`;
  const { state: from } = before;
  if (from === word.state && !before.is_new) return false;
  // A word that was asked for earlier takes nothing back; only an appeal turns a loss.
  if (from === "won" || (from === "lost" && word.state !== "won") || (from === "open" && word.state === "inquiry"))
    return false;
  if (word.state === "inquiry") return true;
  await book(ctx, key("opened"), disputeOpened(word.amountCents, word.feeCents), booking.id);
  if (word.state === "won") await book(ctx, key("won"), disputeWon(word.amountCents, from === "lost"), booking.id);
  if (word.state !== "lost") return true;
  const settled = await settleByDispute(ctx, booking.id, word.amountCents);
  const settledCents = settled.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  await book(ctx, key("lost"), disputeLost(word.amountCents, settledCents), booking.id);
  if (settled.length > 0) {
    const step = refundStep(booking, await readRefundedMoney(ctx, moneyOf(booking)));
    await takeStep(ctx, step, booking, PROVIDER, { made: { cents: settledCents, by: "dispute" } });
  }
  return true;
}

/** The admins hear of each step: Stripe wants an answer within days. */
async function tell(ctx: Ctx, booking: BookingRow, word: DisputeState): Promise<void> {
  const { id, amountCents: amount_cents, reason, state } = word;
  await noteIncident(ctx, {
    key: `dispute:${id}`,
    kind: "dispute",
    bookingId: booking.id,
    details: { dispute: id, amount_cents, reason, state },
  });
  const mail = disputeMail(await getDetails(ctx, booking.id), word);
  for (const to of await adminEmails(ctx)) await queueMail(ctx, { to, ...mail });
}
