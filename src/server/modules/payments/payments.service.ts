// Our record of one checkout at the card provider, and the provider's pending action. Events are
// read in payment-events.service.ts; the bookings module decides what the provider's status means
// for a booking.
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { PaymentRefused, type CheckoutState } from "../../platform/payments/provider.ts";
import { findRefunds, type Refund } from "./refunds.repository.ts";
import { updatePayment, type Payment } from "./payments.repository.ts";

export {
  countTry,
  failUnopened,
  findBookingOfIntent,
  findUnsettled,
  findPayment,
  getPayment,
  /**
   * Records a checkout before the provider is asked to open it, so that nothing is lost in between.
   */
  insertPayment as recordPayment,
  saveSession,
  closeUnknownPayment,
  countUnknownSessions,
  /** Stores the provider's pending action; settle() retries it until it is done. */
  setPendingAction as want,
  setPendingExpiry as wantExpiry,
} from "./payments.repository.ts";
export {
  findDisputes,
  findOpenDisputes,
  insertDispute,
  lockDispute,
  noteAsked,
  updateDispute,
  type Dispute,
} from "./disputes.repository.ts";
export {
  beginReconciliation,
  findToCompare,
  finishReconciliation,
  lastListing,
  lastReconciliation,
  newestReconciliations,
  type Compared,
  type Reconciliation,
} from "./reconciliation.repository.ts";
export type { Payment } from "./payments.repository.ts";

/** A payment whose session at the provider is known. */
type OpenedPayment = Payment & { session_id: string };
export const isOpened = (payment: Payment): payment is OpenedPayment => payment.session_id !== null;

/** The maximum difference between our clock and the provider's. */
export const CLOCKS_APART_MS = 10 * 60_000;

/** The events of one payment arrive within a minute. */
const LATELY_MS = 60_000;

/** The purchase, in the text of the checkout page. */
export interface CheckoutText {
  description: string;
  lineItems: { name: string; amountCents: number }[];
  carId: string;
  startDate: string;
  endDate: string;
  renterId: string;
  renterEmail: string;
}

/**
 * Asks the provider for the checkout of a recorded payment. A repeat returns the same checkout.
 * @throws DomainError payment_provider_failed; it is then unknown whether a session exists, and the
 * next call finds out.
 * @throws PaymentRefused when there is no session, and there will be none.
 */
export function openCheckout(
  ctx: Ctx,
  payment: Payment,
  words: CheckoutText,
): Promise<CheckoutState> {
  const origin = ctx.publicUrl();
  return asking(ctx, () =>
    ctx.payments.openCheckout({
      idempotencyKey: `checkout_${payment.booking_id}`,
      bookingId: payment.booking_id,
      renterId: words.renterId,
      customerEmail: words.renterEmail,
      amountCents: payment.amount_cents,
      lineItems: words.lineItems,
      description: words.description,
      successUrl: `${origin}/booking-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}/book/${words.carId}?start_date=${words.startDate}&end_date=${words.endDate}`,
      expiresAt: new Date(payment.expires_at),
    }),
  );
}

/** The provider's answer, and what it has done. */
export interface ProviderAnswer {
  /** Undefined when the provider does not know the session. */
  state: CheckoutState | undefined;
  /** The provider has definitely refused the pending action, or one of its refunds. */
  refused: boolean;
  /** The refunds that it has made, now or earlier, and those that it has refused. */
  made: Refund[];
  refusals: Refund[];
}

/**
 * Carries out the pending action at the provider, or only asks for the state of the checkout.
 * @throws DomainError payment_provider_failed when the outcome is unknown; to be retried.
 */
export async function consultProvider(ctx: Ctx, payment: OpenedPayment): Promise<ProviderAnswer> {
  if (payment.wanted === "refund") return refundAll(ctx, payment);
  const done = await unlessRefused(ctx, payment, () => act(ctx, payment));
  return {
    state: done ?? (await asking(ctx, () => ctx.payments.getCheckout(payment.session_id))),
    refused: !done,
    made: [],
    refusals: [],
  };
}

/** @returns undefined if the provider has definitely refused. */
async function unlessRefused(
  ctx: Ctx,
  { booking_id: booking, wanted }: Payment,
  call: () => Promise<CheckoutState | undefined>,
): Promise<CheckoutState | undefined> {
  try {
    return await asking(ctx, call);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    ctx.log.warn({ booking, wanted, err: error }, "the card provider refused");
    return undefined;
  }
}

function act(ctx: Ctx, payment: OpenedPayment): Promise<CheckoutState | undefined> {
  switch (payment.wanted) {
    case "capture":
      return ctx.payments.capture(payment.session_id);
    case "void":
      return ctx.payments.release(payment.session_id);
    case "expire":
      return ctx.payments.expireCheckout(payment.session_id);
    default:
      return ctx.payments.getCheckout(payment.session_id);
  }
}

/**
 * Makes each pending refund, oldest first, under its own key, so that a refused one does not block
 * the others.
 */
async function refundAll(ctx: Ctx, payment: OpenedPayment): Promise<ProviderAnswer> {
  const made: Refund[] = [];
  const refusals: Refund[] = [];
  for (const refund of await findRefunds(ctx, payment.booking_id)) {
    const { id, amount_cents, refused, made_at } = refund;
    if (made_at !== null) continue;
    const call = () =>
      ctx.payments.refund(payment.session_id, amount_cents, `refund_${id}`, refused);
    ((await unlessRefused(ctx, payment, call)) ? made : refusals).push(refund);
  }
  const state = await asking(ctx, () => ctx.payments.getCheckout(payment.session_id));
  return { state, refused: refusals.length > 0, made, refusals };
}

async function asking<T>(ctx: Ctx, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentRefused) throw error;
    ctx.log.error({ err: error }, "card provider");
    throw new DomainError("payment_provider_failed");
  }
}

/** The progress of a payment; states with the same number exclude each other. */
const PROGRESS: Record<Payment["state"], number> = {
  opening: 0,
  open: 1,
  authorized: 2,
  captured: 3,
  voided: 3,
  expired: 3,
  failed: 3,
};

/**
 * Stores the provider's status in our record, in a transaction that holds the booking's lock. A
 * late answer to an earlier request reverts nothing. `done` clears the pending action.
 */
export async function storeProviderState(
  ctx: Ctx,
  payment: Payment,
  word: CheckoutState,
  done: boolean,
): Promise<void> {
  const state = ourState(word);
  await updatePayment(ctx, payment.id, {
    state: PROGRESS[state] < PROGRESS[payment.state] ? payment.state : state,
    intent_id: word.intentId,
    refunded_cents: Math.max(payment.refunded_cents, word.refundedCents),
    fee_cents: payment.fee_cents ?? word.feeCents,
    card_last4: payment.card_last4 ?? word.cardLast4,
    compared_at: ctx.clock.now().toISOString(),
    ...(done ? { wanted: null, wanted_since: null } : {}),
  });
}

/**
 * Whether a payment is final and the provider's status was stored recently, so that it has no
 * consequences.
 */
export function isKnown(ctx: Ctx, payment: Payment, word: CheckoutState): boolean {
  const { state, compared_at: keptAt, wanted } = payment;
  return (
    wanted === null &&
    PROGRESS[state] === PROGRESS.captured &&
    state === ourState(word) &&
    payment.intent_id === word.intentId &&
    payment.refunded_cents === word.refundedCents &&
    payment.fee_cents === word.feeCents &&
    payment.card_last4 === word.cardLast4 &&
    keptAt !== null &&
    Math.abs(ctx.clock.now().getTime() - Date.parse(keptAt)) < LATELY_MS
  );
}

function ourState(state: CheckoutState): Payment["state"] {
  if (state.intent === "succeeded") return "captured";
  if (state.intent === "requires_capture") return "authorized";
  if (state.session === "expired") return "expired";
  return state.intent === "canceled" ? "voided" : "open";
}

/** Records that the pending action was refused. @returns whether this is the first time. */
export async function noteRefusal(ctx: Ctx, payment: Payment): Promise<boolean> {
  if (payment.refused_at !== null) return false;
  await updatePayment(ctx, payment.id, { refused_at: ctx.clock.now().toISOString() });
  return true;
}

/**
 * Whether the provider's status shows that the pending action is done. `waits` says whether a
 * refund remains to be made.
 */
export function isDone(wanted: Payment["wanted"], state: CheckoutState, waits: boolean): boolean {
  switch (wanted) {
    case "capture":
      return state.intent === "succeeded";
    case "void":
      return state.intent === "canceled";
    case "expire":
      return state.session !== "open";
    case "refund":
      return !waits;
    case null:
      return true;
  }
}
