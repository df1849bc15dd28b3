// Brings a booking and the card provider into agreement. Webhook, success page and sweep all come here, in any order and as often as they like:
// whichever is first moves the booking, the others find nothing to do.
import { createHash } from "node:crypto";
import {
  transitionOnAuthorisation,
  type BookingFacts,
  type TransitionName,
} from "../../../../domain/booking/booking.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { isDomainError } from "../../../../domain/errors.ts";
import { providerFee } from "../../../../domain/money/ledger.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { openPatience } from "../../../platform/http/deadline.ts";
import { PaymentRefused, type CheckoutState } from "../../../platform/payments/provider.ts";
import { inSharedTurn } from "../../../platform/jobs/single-flight.ts";
import { mailAdmins } from "../../accounts/accounts.service.ts";
import { isPublic } from "../../listings/listings.service.ts";
import { noteIncident } from "../../payments/incidents.service.ts";
import {
  CLOCKS_APART_MS,
  consultProvider,
  countTry,
  failUnopened,
  findUnsettled,
  getPayment,
  isDone,
  isKnown,
  isOpened,
  keepState,
  noteRefusal,
  openCheckout,
  saveSession,
  want,
  wantExpiry,
  type Payment,
  type ProviderAnswer,
} from "../../payments/payments.service.ts";
import { withToday } from "../notifications/mail-words.ts";
import { refundRefusedMail } from "../notifications/money.mails.ts";
import { book } from "../../payments/ledger.service.ts";
import { noteRefunds, readRefundedMoney, type RefundedMoney } from "../../payments/refunds.service.ts";
import { findDue, getDetails, lockBooking, updateBooking, type BookingRow } from "../bookings.repository.ts";
import { checkoutWords } from "../checkout/checkout-words.ts";
import { isHold, isWaiting } from "../checkout/holds.repository.ts";
import { findBrokenOff, findHoldInDoubt, withdraw } from "../checkout/holds.service.ts";
import { settleLostSession } from "./lost-sessions.ts";
import { agrees, isCharged, noteUnexplained } from "./record-check.ts";
import { factsOf, moneyOf, PROVIDER, SYSTEM, takeStep, tellParties } from "../transitions.ts";

/** A sweep comes each minute. */
const SWEEP_MS = 40_000;

/** Rounds of asking and acting in one go; what is left over is taken up by the sweep. */
const MAX_ROUNDS = 4;

/**
 * Does what is wanted of the provider, asks it how the checkout stands, and takes the steps that follow, until nothing follows any more.
 * Webhooks and the success page often come at once: what they would do is done once for all who wait.
 * @param heardOf the session that an event named, which we may not know yet.
 * @throws DomainError payment_provider_failed when the provider gives no answer; what is wanted stays stored.
 */
export async function settle(ctx: Ctx, bookingId: string, heardOf: string | null = null): Promise<void> {
  if (await hasSession(ctx, await getPayment(ctx, bookingId), heardOf))
    await inSharedTurn(ctx.db, `settle:${bookingId}`, () => settleOpened(ctx, bookingId));
}

async function settleOpened(ctx: Ctx, bookingId: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const payment = await getPayment(ctx, bookingId);
    if (!isOpened(payment)) return;
    const answer = await consultProvider(ctx, payment);
    const { state } = answer;
    if (!state) return inTransaction(ctx, (tx) => settleLostSession(tx, bookingId));
    if (!(await agrees(ctx, payment, state))) return;
    if (isKnown(ctx, payment, state)) return;
    if (!(await inTransaction(ctx, (tx) => apply(tx, payment, { ...answer, state })))) return;
  }
}

type KnownAnswer = ProviderAnswer & { state: CheckoutState };

/** Takes the step that the provider's answer calls for. @returns whether there is more to ask of it now. */
async function apply(tx: Ctx, asked: Payment, answer: KnownAnswer): Promise<boolean> {
  const { state, refused } = answer;
  const booking = await lockBooking(tx, asked.booking_id);
  const payment = await getPayment(tx, asked.booking_id); // somebody else may have asked, and settled more, in the meantime
  const isRefused = refused && payment.wanted === asked.wanted;
  const made = await noteRefunds(tx, booking.id, answer);
  const money = await readRefundedMoney(tx, moneyOf(booking));
  const isSettled = isDone(payment.wanted, state, money.madeCents < money.refundedCents);
  await keepState(tx, payment, state, isSettled || (isRefused && payment.wanted !== "refund"));
  if (isRefused && payment.wanted === "refund" && (await noteRefusal(tx, payment))) await tellAdmins(tx, booking);
  const carOnSite = await isPublic(tx, booking.car_id);
  const facts = factsOf(booking, { carOnSite });
  const waits = isHold(booking) && (await isWaiting(tx, booking));
  const step = waits
    ? stepOfWaiting(state)
    : made.length > 0
      ? refundStep(booking, money)
      : stepFor(facts, { payment, state, isRefused, now: tx.clock.now() });
  const circumstances = { checkoutOpen: state.session === "open", addressGiven: !waits, carOnSite };
  const madeCents = made.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const after = step
    ? await takeStep(tx, step, booking, PROVIDER, { ...circumstances, made: { cents: madeCents, by: "provider" } })
    : booking;
  await bookFee(tx, after, state);
  await noteUnexplained(tx, after, { asked, state, owedCents: money.owedByProviderCents });
  const isHeld = state.intent === "requires_capture";
  // A capture that was refused for good while the card is still held: let go of it.
  if (step === "capture_refused" && isHeld) await want(tx, booking.id, "void");
  // The wish to approve stands on the booking, so the wish to capture may never be missing.
  else if (booking.approving_since !== null && isHeld && payment.wanted === null) await want(tx, booking.id, "capture");
  if (step === "withdraw_checkout" && isHeld) return true; // the next round releases the card, as that of any late payment
  return (await getPayment(tx, booking.id)).wanted !== null && !refused;
}

/** A refund that the provider has refused is an admin's to look after. */
async function tellAdmins(ctx: Ctx, booking: BookingRow): Promise<void> {
  await tellParties(ctx, booking);
  await mailAdmins(ctx, refundRefusedMail(withToday(ctx, await getDetails(ctx, booking.id)), ctx.publicUrl()));
}

/** The step that follows when refunds have been made. Of a booking that is cancelled nothing may be left. */
export function refundStep(booking: BookingRow, money: RefundedMoney): TransitionName {
  const isAll = money.madeCents === money.refundedCents;
  return isAll && (booking.status === "cancelled" || money.madeCents === money.amountDueCents)
    ? "refund_succeeded"
    : "refund_in_part_succeeded";
}

/** What the provider keeps of a charge is booked once it says so. */
async function bookFee(ctx: Ctx, booking: BookingRow, { feeCents }: CheckoutState): Promise<void> {
  const { id } = booking;
  if (isCharged(booking) && feeCents) await book(ctx, `booking:${id}:provider_fee`, providerFee(feeCents), id);
}

/** The step that the provider's word calls for, or undefined when it is no news. */
function stepFor(
  booking: BookingFacts,
  { payment, state, isRefused, now }: { payment: Payment; state: CheckoutState; isRefused: boolean; now: Date },
): TransitionName | undefined {
  if (booking.approving) {
    if (state.intent === "succeeded") return "capture_succeeded";
    const isOver = state.intent === "canceled" || (isRefused && payment.wanted === "capture");
    return isOver ? "capture_refused" : undefined;
  }
  if (state.intent === "requires_capture") return transitionOnAuthorisation(booking, now) ?? undefined;
  // Nothing can come of it any more: its time is over, or the authorisation was cancelled before we heard of it.
  const isOver = state.session === "expired" || state.intent === "canceled";
  return isOver && booking.status === "pending" && booking.paymentStatus === "unpaid" ? "expire_hold" : undefined;
}

/**
 * A checkout that waits for another hold to end never
 * becomes a booking, even if somebody were to pay it.
 */
const stepOfWaiting = ({ session }: CheckoutState): TransitionName | undefined =>
  session === "open" ? undefined : "withdraw_checkout";

/**
 * Opens the checkout of a payment at the provider and keeps its session; repeated, it is the same one.
 * @returns undefined when the provider refuses for good: the hold is over then.
 * @throws DomainError payment_provider_failed
 */
export async function openSession(ctx: Ctx, payment: Payment): Promise<CheckoutState | undefined> {
  const { booking_id: bookingId } = payment;
  try {
    const state = await openCheckout(ctx, payment, checkoutWords(await getDetails(ctx, bookingId)));
    await keepSession(ctx, bookingId, state);
    return state;
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await endUnopened(ctx, payment, error.message);
    return undefined;
  }
}

const keepSession = (ctx: Ctx, bookingId: string, state: CheckoutState): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await updateBooking(tx, bookingId, { stripe_session_id: state.sessionId });
    await saveSession(tx, bookingId, state);
  });

/** Keys are logged, and the provider's message may name people. */
const digest = (message: string): string => createHash("sha256").update(message).digest("base64url").slice(0, 16);

/**
 * A checkout that could not be opened holds no dates. What is refused for one reason on one day is one
 * incident, because any renter can cause it again and again.
 */
const endUnopened = (ctx: Ctx, payment: Payment, why: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx, payment.booking_id);
    if (!(await failUnopened(tx, payment.id))) return;
    if (isHold(booking)) await takeStep(tx, "withdraw_checkout", booking, PROVIDER, { addressGiven: false });
    await noteIncident(tx, {
      key: `refused:${tx.clock.now().toISOString().slice(0, 10)}:${digest(why)}`,
      kind: "checkout_refused",
      bookingId: booking.id,
      details: { why },
    });
  });

/**
 * A checkout whose opening was never answered is asked for again by its key, unless an event has named its session. Once its time is over
 * it can't be opened any more, and is looked for among those that were.
 * @returns whether there is one; where there is none, there will be none.
 */
async function hasSession(ctx: Ctx, payment: Payment, heardOf: string | null): Promise<boolean> {
  if (isOpened(payment)) return true;
  if (payment.state === "failed") return false;
  const heard = heardOf === null ? undefined : await ctx.payments.getCheckout(heardOf);
  if (heard && !(await agrees(ctx, payment, heard))) return false;
  if (heard) await keepSession(ctx, payment.booking_id, heard);
  const isOver = Date.parse(payment.expires_at) <= ctx.clock.now().getTime();
  return (heard ?? (await (isOver ? findOpened(ctx, payment) : openSession(ctx, payment)))) !== undefined;
}

/** The session that was opened without our hearing of it; where there is none, the hold is over. */
async function findOpened(ctx: Ctx, payment: Payment): Promise<CheckoutState | undefined> {
  const from = new Date(Date.parse(payment.created_at) - CLOCKS_APART_MS);
  const to = new Date(Date.parse(payment.expires_at) + CLOCKS_APART_MS);
  const state = await ctx.payments.findCheckout(payment.booking_id, from, to);
  if (state) await keepSession(ctx, payment.booking_id, state);
  else await endUnopened(ctx, payment, "it was never opened");
  return state;
}

/**
 * What comes by itself: finished rentals, unanswered requests, unsettled payments. Each booking in a transaction of its own; one that
 * fails does not stop the others, and a provider that gives no answer holds up nothing that does not need it.
 */
export async function sweep(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const limits = { now: now.toISOString(), today: todayInNassau(now) };
  await completeDue(ctx);
  const lapsed = await findDue(ctx, "lapse", limits);
  for (const id of lapsed) await tolerating(ctx, id, () => step(ctx, "lapse", id));
  for (const id of await findBrokenOff(ctx)) await tolerating(ctx, id, () => settleBrokenOff(ctx, id));
  const patience = openPatience(SWEEP_MS);
  for (const id of new Set([...lapsed, ...(await findUnsettled(ctx, 200))])) {
    if (patience.isOver()) return;
    patience.heard(await tolerating(ctx, id, () => settleAgain(ctx, id)));
  }
}

/**
 * Leaves the renter one of the two holds of a change of dates that was broken off: the old one where the provider says
 * that its session is open, otherwise the new one.
 * @throws DomainError payment_provider_failed when it gives no answer; both stay then, and the sweep asks again.
 */
export async function settleBrokenOff(ctx: Ctx, bookingId: string): Promise<void> {
  const inDoubt = await findHoldInDoubt(ctx, bookingId);
  if (inDoubt !== null) await settle(ctx, inDoubt);
  await withdraw(ctx, bookingId);
}

/** Completes every rental that is over, which earns the host's share; one that fails is left to the next time. */
export async function completeDue(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const tried = new Set<string>();
  for (;;) {
    const due = await findDue(ctx, "complete", { now: now.toISOString(), today: todayInNassau(now) });
    const fresh = due.filter((id) => !tried.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) {
      tried.add(id);
      await tolerating(ctx, id, () => step(ctx, "complete", id));
    }
  }
}

/** An open checkout whose time is over is ended at the provider, whose word then ends the hold; anything else that is wanted is tried again. */
async function settleAgain(ctx: Ctx, bookingId: string): Promise<void> {
  await countTry(ctx, bookingId);
  await wantExpiry(ctx, bookingId);
  await settle(ctx, bookingId);
}

const step = (ctx: Ctx, name: TransitionName, bookingId: string): Promise<unknown> =>
  inTransaction(ctx, async (tx) => takeStep(tx, name, await lockBooking(tx, bookingId), SYSTEM));

/** @returns whether it was done, or needs not be. */
async function tolerating(ctx: Ctx, bookingId: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // Somebody else may have moved it between the search and the lock.
    if (isDomainError(error, "transition_refused")) return true;
    ctx.log.error({ err: error, booking: bookingId }, "sweep");
    return false;
  }
}
