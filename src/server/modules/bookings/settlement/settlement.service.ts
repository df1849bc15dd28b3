// Brings a booking into agreement with the card provider. Webhooks, the success page and the sweep
// call it in any order: the first call moves the booking, the others find nothing to do.
import {
  isBookingCharged,
  transitionOnAuthorisation,
  type BookingFacts,
  type TransitionName,
} from "../../../../domain/booking/booking.ts";
import { providerFee } from "../../../../domain/money/ledger.ts";
import { inTransaction, type Ctx, type DataCtx } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { singleFlight } from "../../../platform/jobs/single-flight.ts";
import { mailAdmins } from "../../accounts/accounts.service.ts";
import { isPublic } from "../../listings/listings.service.ts";
import { book } from "../../ledger/ledger.service.ts";
import {
  getPayment,
  isOpened,
  requestCapture,
  requestVoid,
  type Payment,
} from "../../payments/payments.service.ts";
import {
  consultProvider,
  isActionDone,
  isAlreadyStored,
  recordRefusal,
  storeProviderState,
  type ProviderAnswer,
} from "../../payments/provider-answer.service.ts";
import {
  noteRefunds,
  readRefundedMoney,
  type RefundedMoney,
} from "../../payments/refunds.service.ts";
import { getDetails, lockBooking, type BookingRow } from "../bookings.repository.ts";
import { isHold, isWaiting } from "../checkout/holds.repository.ts";
import { withToday } from "../notifications/booking-mail.ts";
import { refundRefusedMail } from "../notifications/money.mails.ts";
import {
  toBookingFacts,
  toBookingMoney,
  PROVIDER,
  takeStep,
  publishBookingChange,
} from "../transitions.ts";
import { ensureSession } from "./checkout-sessions.service.ts";
import { settleLostSession } from "./lost-sessions.ts";
import { agrees, recordUnexplainedMovements } from "./record-check.ts";

/** Rounds of asking and acting in one call. The sweep continues with whatever is left. */
const MAX_ROUNDS = 4;

/**
 * Performs the pending action at the provider, asks for the state of the checkout and takes the
 * step that follows, until none follows. Webhooks and the success page often arrive together, so
 * concurrent calls share one run.
 * @param namedSession the session that an event named, which may not be stored yet
 * @throws DomainError payment_provider_failed without a response; the pending action stays stored
 */
export async function settle(
  ctx: Ctx,
  bookingId: string,
  namedSession: string | null = null,
): Promise<void> {
  if (await ensureSession(ctx, await getPayment(ctx, bookingId), namedSession))
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
    if (isAlreadyStored(ctx, payment, state)) return;
    if (!(await inTransaction(ctx, (tx) => apply(tx, payment, { ...answer, state })))) return;
  }
}

type KnownAnswer = ProviderAnswer & { state: CheckoutState };

/** Takes the step that follows from the provider's response. @returns whether to ask again now */
async function apply(tx: Ctx, asked: Payment, answer: KnownAnswer): Promise<boolean> {
  const { state, refused } = answer;
  const booking = await lockBooking(tx.db, asked.booking_id);
  const payment = await getPayment(tx, asked.booking_id); // may have changed since the request
  const isRefused = refused && payment.wanted === asked.wanted;
  const made = await noteRefunds(tx, booking.id, answer);
  const money = await readRefundedMoney(tx, toBookingMoney(booking));
  const isSettled = isActionDone(payment.wanted, state, money.madeCents < money.refundedCents);
  await storeProviderState(
    tx,
    payment,
    state,
    isSettled || (isRefused && payment.wanted !== "refund"),
  );
  if (isRefused && payment.wanted === "refund" && (await recordRefusal(tx, payment)))
    await notifyAdmins(tx, booking);
  const carOnSite = await isPublic(tx, booking.car_id);
  const facts = toBookingFacts(booking, { carOnSite });
  const waits = isHold(booking) && (await isWaiting(tx.db, booking));
  const step = waits
    ? chooseStepOfWaiting(state)
    : made.length > 0
      ? chooseRefundStep(booking, money)
      : chooseStep(facts, { payment, state, isRefused, now: tx.clock.now() });
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
  const isAuthorised = state.intent === "requires_capture";
  // The capture was refused for good, but the card is still authorised: release it.
  if (step === "capture_refused" && isAuthorised) await requestVoid(tx, booking.id);
  // The booking stores a pending approval, so its payment must have a pending capture.
  else if (booking.approving_since !== null && isAuthorised && payment.wanted === null)
    await requestCapture(tx, booking.id);
  // The next round releases the card, as after any late payment.
  if (step === "withdraw_checkout" && isAuthorised) return true;
  return (await getPayment(tx, booking.id)).wanted !== null && !refused;
}

/** Notifies the admins of a refund that the provider has refused: they have to resolve it. */
async function notifyAdmins(ctx: Ctx, booking: BookingRow): Promise<void> {
  await publishBookingChange(ctx, booking);
  await mailAdmins(
    ctx,
    refundRefusedMail(withToday(ctx, await getDetails(ctx.db, booking.id)), ctx.publicUrl()),
  );
}

/**
 * The step that follows completed refunds. A cancelled booking is refunded once all its requested
 * refunds are made; any other, only once the whole charge is.
 */
export function chooseRefundStep(booking: BookingRow, money: RefundedMoney): TransitionName {
  const isAll = money.madeCents === money.refundedCents;
  return isAll && (booking.status === "cancelled" || money.madeCents === money.amountDueCents)
    ? "refund_succeeded"
    : "refund_in_part_succeeded";
}

/** Books the provider's fee for a charge once the provider reports it. */
async function bookFee(
  ctx: DataCtx,
  booking: BookingRow,
  { feeCents }: CheckoutState,
): Promise<void> {
  const { id } = booking;
  if (isBookingCharged(booking.payment_status) && feeCents)
    await book(ctx, `booking:${id}:provider_fee`, providerFee(feeCents), id);
}

/** The step that follows from the provider's status, or undefined if it brings nothing new. */
function chooseStep(
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
const chooseStepOfWaiting = ({ session }: CheckoutState): TransitionName | undefined =>
  session === "open" ? undefined : "withdraw_checkout";
