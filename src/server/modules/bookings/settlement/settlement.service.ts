// Brings a booking into agreement with the card provider. Webhooks, the success page and the sweep
// call it in any order: the first call moves the booking, the others find nothing to do.
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
import { startDeadline } from "../../../platform/http/deadline.ts";
import { PaymentRefused, type CheckoutState } from "../../../platform/payments/provider.ts";
import { singleFlight } from "../../../platform/jobs/single-flight.ts";
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
  storeProviderState,
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
import {
  noteRefunds,
  readRefundedMoney,
  type RefundedMoney,
} from "../../payments/refunds.service.ts";
import {
  findDue,
  getDetails,
  lockBooking,
  updateBooking,
  type BookingRow,
} from "../bookings.repository.ts";
import { checkoutText } from "../checkout/checkout-words.ts";
import { isHold, isWaiting } from "../checkout/holds.repository.ts";
import { findBrokenOff, findHoldInDoubt, withdraw } from "../checkout/holds.service.ts";
import { settleLostSession } from "./lost-sessions.ts";
import { agrees, isCharged, recordUnexplainedMovements } from "./record-check.ts";
import {
  factsOf,
  moneyOf,
  PROVIDER,
  SYSTEM,
  takeStep,
  publishBookingChange,
} from "../transitions.ts";

/** The time limit of a sweep. One starts every minute. */
const SWEEP_MS = 40_000;

/** Rounds of asking and acting in one call. The sweep continues with whatever is left. */
const MAX_ROUNDS = 4;

/**
 * Performs the pending action at the provider, asks for the state of the checkout and takes the
 * step that follows, until none follows. Webhooks and the success page often arrive together, so
 * concurrent calls share one run.
 * @param heardOf a session named by an event, which may not be stored yet
 * @throws DomainError payment_provider_failed without a response; the pending action stays stored
 */
export async function settle(
  ctx: Ctx,
  bookingId: string,
  heardOf: string | null = null,
): Promise<void> {
  if (await hasSession(ctx, await getPayment(ctx, bookingId), heardOf))
    await singleFlight(ctx.db, `settle:${bookingId}`, () => settleOpened(ctx, bookingId));
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

/** Takes the step that follows from the provider's response. @returns whether to ask again now */
async function apply(tx: Ctx, asked: Payment, answer: KnownAnswer): Promise<boolean> {
  const { state, refused } = answer;
  const booking = await lockBooking(tx, asked.booking_id);
  const payment = await getPayment(tx, asked.booking_id); // may have changed since the request
  const isRefused = refused && payment.wanted === asked.wanted;
  const made = await noteRefunds(tx, booking.id, answer);
  const money = await readRefundedMoney(tx, moneyOf(booking));
  const isSettled = isDone(payment.wanted, state, money.madeCents < money.refundedCents);
  await storeProviderState(
    tx,
    payment,
    state,
    isSettled || (isRefused && payment.wanted !== "refund"),
  );
  if (isRefused && payment.wanted === "refund" && (await noteRefusal(tx, payment)))
    await tellAdmins(tx, booking);
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
    ? await takeStep(tx, step, booking, PROVIDER, {
        ...circumstances,
        made: { cents: madeCents, by: "provider" },
      })
    : booking;
  await bookFee(tx, after, state);
  await recordUnexplainedMovements(tx, after, {
    asked,
    state,
    owedCents: money.owedByProviderCents,
  });
  const isHeld = state.intent === "requires_capture";
  // The capture was refused for good, but the card is still authorised: release it.
  if (step === "capture_refused" && isHeld) await want(tx, booking.id, "void");
  // The booking stores a pending approval, so its payment must have a pending capture.
  else if (booking.approving_since !== null && isHeld && payment.wanted === null)
    await want(tx, booking.id, "capture");
  // The next round releases the card, as after any late payment.
  if (step === "withdraw_checkout" && isHeld) return true;
  return (await getPayment(tx, booking.id)).wanted !== null && !refused;
}

/** Notifies the admins of a refund that the provider has refused: they have to resolve it. */
async function tellAdmins(ctx: Ctx, booking: BookingRow): Promise<void> {
  await publishBookingChange(ctx, booking);
  await mailAdmins(
    ctx,
    refundRefusedMail(withToday(ctx, await getDetails(ctx, booking.id)), ctx.publicUrl()),
  );
}

/**
 * The step that follows completed refunds. A cancelled booking is refunded once all its requested
 * refunds are made; any other, only once the whole charge is.
 */
export function refundStep(booking: BookingRow, money: RefundedMoney): TransitionName {
  const isAll = money.madeCents === money.refundedCents;
  return isAll && (booking.status === "cancelled" || money.madeCents === money.amountDueCents)
    ? "refund_succeeded"
    : "refund_in_part_succeeded";
}

/** Books the provider's fee for a charge once the provider reports it. */
async function bookFee(ctx: Ctx, booking: BookingRow, { feeCents }: CheckoutState): Promise<void> {
  const { id } = booking;
  if (isCharged(booking) && feeCents)
    await book(ctx, `booking:${id}:provider_fee`, providerFee(feeCents), id);
}

/** The step that follows from the provider's status, or undefined if it brings nothing new. */
function stepFor(
  booking: BookingFacts,
  {
    payment,
    state,
    isRefused,
    now,
  }: { payment: Payment; state: CheckoutState; isRefused: boolean; now: Date },
): TransitionName | undefined {
  if (booking.approving) {
    if (state.intent === "succeeded") return "capture_succeeded";
    const isOver = state.intent === "canceled" || (isRefused && payment.wanted === "capture");
    return isOver ? "capture_refused" : undefined;
  }
  if (state.intent === "requires_capture")
    return transitionOnAuthorisation(booking, now) ?? undefined;
  // It can no longer succeed: it expired, or was cancelled before we knew of the authorisation.
  const isOver = state.session === "expired" || state.intent === "canceled";
  return isOver && booking.status === "pending" && booking.paymentStatus === "unpaid"
    ? "expire_hold"
    : undefined;
}

/** A checkout that waits for another hold to end never becomes a booking, even if it is paid. */
const stepOfWaiting = ({ session }: CheckoutState): TransitionName | undefined =>
  session === "open" ? undefined : "withdraw_checkout";

/**
 * Opens a payment's checkout and stores its session. Calling it again gives the same session.
 * @returns undefined if the provider refuses for good; the hold has then ended
 * @throws DomainError payment_provider_failed
 */
export async function openSession(ctx: Ctx, payment: Payment): Promise<CheckoutState | undefined> {
  const { booking_id: bookingId } = payment;
  try {
    const state = await openCheckout(ctx, payment, checkoutText(await getDetails(ctx, bookingId)));
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
const digest = (message: string): string =>
  createHash("sha256").update(message).digest("base64url").slice(0, 16);

/**
 * Ends a checkout that could not be opened and frees its dates. Refusals for the same reason on the
 * same day are one incident, because any renter can cause them repeatedly.
 */
const endUnopened = (ctx: Ctx, payment: Payment, why: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx, payment.booking_id);
    if (!(await failUnopened(tx, payment.id))) return;
    if (isHold(booking))
      await takeStep(tx, "withdraw_checkout", booking, PROVIDER, { addressGiven: false });
    await noteIncident(tx, {
      key: `refused:${tx.clock.now().toISOString().slice(0, 10)}:${digest(why)}`,
      kind: "checkout_refused",
      bookingId: booking.id,
      details: { why },
    });
  });

/**
 * Makes sure that a payment's session is known. If the response to opening it was lost, it is
 * opened again with the same idempotency key, unless an event has named it. After its expiry it
 * can't be opened, so it is looked up instead.
 * @returns false if there is no session, and never will be
 */
async function hasSession(ctx: Ctx, payment: Payment, heardOf: string | null): Promise<boolean> {
  if (isOpened(payment)) return true;
  if (payment.state === "failed") return false;
  const heard = heardOf === null ? undefined : await ctx.payments.getCheckout(heardOf);
  if (heard && !(await agrees(ctx, payment, heard))) return false;
  if (heard) await keepSession(ctx, payment.booking_id, heard);
  const isOver = Date.parse(payment.expires_at) <= ctx.clock.now().getTime();
  return (
    (heard ?? (await (isOver ? findOpened(ctx, payment) : openSession(ctx, payment)))) !== undefined
  );
}

/** Finds a session that was opened without our knowledge. If there is none, the hold ends. */
async function findOpened(ctx: Ctx, payment: Payment): Promise<CheckoutState | undefined> {
  const from = new Date(Date.parse(payment.created_at) - CLOCKS_APART_MS);
  const to = new Date(Date.parse(payment.expires_at) + CLOCKS_APART_MS);
  const state = await ctx.payments.findCheckout(payment.booking_id, from, to);
  if (state) await keepSession(ctx, payment.booking_id, state);
  else await endUnopened(ctx, payment, "it was never opened");
  return state;
}

/**
 * Completes finished rentals, lapses unanswered requests and settles open payments. Each booking
 * has its own transaction, so a failure does not stop the others. A provider that does not respond
 * delays only the steps that need it.
 */
export async function sweep(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const limits = { now: now.toISOString(), today: todayInNassau(now) };
  await completeDue(ctx);
  const lapsed = await findDue(ctx, "lapse", limits);
  for (const id of lapsed) await tolerating(ctx, id, () => step(ctx, "lapse", id));
  for (const id of await findBrokenOff(ctx))
    await tolerating(ctx, id, () => settleBrokenOff(ctx, id));
  const patience = startDeadline(SWEEP_MS);
  for (const id of new Set([...lapsed, ...(await findUnsettled(ctx, 200))])) {
    if (patience.isOver()) return;
    patience.recordAnswer(await tolerating(ctx, id, () => settleAgain(ctx, id)));
  }
}

/**
 * Resolves an abandoned change of dates. The renter keeps the old hold if the provider reports its
 * session as open, otherwise the new one.
 * @throws DomainError payment_provider_failed without a response; both stay, and the sweep retries
 */
export async function settleBrokenOff(ctx: Ctx, bookingId: string): Promise<void> {
  const inDoubt = await findHoldInDoubt(ctx, bookingId);
  if (inDoubt !== null) await settle(ctx, inDoubt);
  await withdraw(ctx, bookingId);
}

/** Completes all finished rentals, which earns the host's share. The next run retries failures. */
export async function completeDue(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const tried = new Set<string>();
  for (;;) {
    const due = await findDue(ctx, "complete", {
      now: now.toISOString(),
      today: todayInNassau(now),
    });
    const fresh = due.filter((id) => !tried.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) {
      tried.add(id);
      await tolerating(ctx, id, () => step(ctx, "complete", id));
    }
  }
}

/** Retries a pending action. An unpaid checkout past its time is ended at the provider first. */
async function settleAgain(ctx: Ctx, bookingId: string): Promise<void> {
  await countTry(ctx, bookingId);
  await wantExpiry(ctx, bookingId);
  await settle(ctx, bookingId);
}

const step = (ctx: Ctx, name: TransitionName, bookingId: string): Promise<unknown> =>
  inTransaction(ctx, async (tx) => takeStep(tx, name, await lockBooking(tx, bookingId), SYSTEM));

/** Logs an error instead of throwing it. @returns whether the work is done or unnecessary */
async function tolerating(
  ctx: Ctx,
  bookingId: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // Another process may have moved it between the search and the lock.
    if (isDomainError(error, "transition_refused")) return true;
    ctx.log.error({ err: error, booking: bookingId }, "sweep");
    return false;
  }
}
