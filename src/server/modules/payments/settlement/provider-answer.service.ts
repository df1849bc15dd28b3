// Asks the card provider to carry out a payment's pending action, and stores its answer. The
// purchase's handler decides what an answer means for the purchase.
import type { Ctx, DataCtx } from "../../../platform/context.ts";
import { PaymentRefused, type CheckoutState } from "../../../platform/payments/provider.ts";
import { callProvider } from "./call-provider.ts";
import { updatePayment, type Payment } from "../payments.repository.ts";
import type { OpenedPayment } from "../payment-records.service.ts";
import { sumOwnRefunds } from "../later-refunds.repository.ts";
import { findRefunds, type RefundRow } from "../refunds.repository.ts";

/** The events of one payment arrive within a minute. */
const RECENTLY_MS = 60_000;

/** The provider's answer, and what it has done. */
export interface ProviderAnswer {
  /** Undefined when the provider does not know the session. */
  state: CheckoutState | undefined;
  /** The provider has definitely refused the pending action, or one of its refunds. */
  refused: boolean;
  /** The refunds that it has made, now or earlier, and those that it has refused. */
  made: RefundRow[];
  refusals: RefundRow[];
}

/**
 * Carries out the pending action at the provider, or only asks for the state of the checkout.
 * @throws DomainError payment_provider_failed when the outcome is unknown; to be retried.
 */
export async function consultProvider(
  ctx: Pick<Ctx, "db" | "log" | "payments">,
  payment: OpenedPayment,
): Promise<ProviderAnswer> {
  if (payment.wanted === "refund") return makePendingRefunds(ctx, payment);
  const done = await callUnlessRefused(ctx, payment, () => performPendingAction(ctx, payment));
  return {
    state: done ?? (await callProvider(ctx, () => ctx.payments.getCheckout(payment.session_id))),
    refused: !done,
    made: [],
    refusals: [],
  };
}

/** @returns undefined if the provider has definitely refused. */
async function callUnlessRefused<T>(
  ctx: Pick<Ctx, "log">,
  { booking_id: booking, wanted: action }: Payment,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await callProvider(ctx, call);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    ctx.log.warn({ booking, action, err: error }, "the card provider refused");
    return undefined;
  }
}

function performPendingAction(
  ctx: Pick<Ctx, "payments">,
  payment: OpenedPayment,
): Promise<CheckoutState | undefined> {
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
async function makePendingRefunds(
  ctx: Pick<Ctx, "db" | "log" | "payments">,
  payment: OpenedPayment,
): Promise<ProviderAnswer> {
  const made: RefundRow[] = [];
  const refusals: RefundRow[] = [];
  for (const refund of await findRefunds(ctx.db, payment.booking_id)) {
    const { id, amount_cents, refused, made_at } = refund;
    if (made_at !== null) continue;
    const { later_intent_id: intentId } = refund;
    const isMadeByHand =
      intentId !== null && (await isReturned(ctx, { ...refund, intentId }, made));
    const call = async (): Promise<true> => {
      if (intentId === null)
        await ctx.payments.refund(payment.session_id, amount_cents, `refund_${id}`, refused);
      else
        await ctx.payments.refundLaterCharge({
          intentId,
          amountCents: amount_cents,
          idempotencyKey: `later_refund_${id}`,
          refusals: refused,
          takesOverManual: isMadeByHand,
        });
      return true;
    };
    const isMade = (await callUnlessRefused(ctx, payment, call)) ?? isMadeByHand;
    (isMade ? made : refusals).push(refund);
  }
  const state = await callProvider(ctx, () => ctx.payments.getCheckout(payment.session_id));
  return { state, refused: refusals.length > 0, made, refusals };
}

/**
 * Whether the provider has returned the amount of a refund of a change's payment beyond what we
 * know of. Somebody has then made it in the dashboard, or an earlier request was made without our
 * knowing.
 * @param made the refunds made just now, which are not stored yet
 */
async function isReturned(
  ctx: Pick<Ctx, "db" | "log" | "payments">,
  refund: RefundRow & { intentId: string },
  made: readonly RefundRow[],
): Promise<boolean> {
  const { intentId, later_charge_id: chargeId } = refund;
  if (chargeId === null) return false;
  const provided = await callProvider(ctx, () => ctx.payments.getLaterCharge(intentId));
  const justMade = made
    .filter((each) => each.later_charge_id === chargeId)
    .reduce((sum, each) => sum + each.amount_cents, 0);
  const { madeCents } = await sumOwnRefunds(ctx.db, chargeId);
  const knownCents = (refund.later_refunded_cents ?? 0) + madeCents + justMade;
  return (provided?.refundedCents ?? 0) - knownCents >= refund.amount_cents;
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
 * Stores the provider's status in our record, in a transaction that holds the booking's lock;
 * `done` clears the pending action. A late answer to an earlier request reverts nothing.
 */
export async function storeProviderState(
  ctx: DataCtx,
  payment: Payment,
  provided: CheckoutState,
  done: boolean,
): Promise<void> {
  const state = toPaymentState(provided);
  await updatePayment(
    ctx.db,
    payment.id,
    {
      state: PROGRESS[state] < PROGRESS[payment.state] ? payment.state : state,
      intent_id: provided.intentId,
      refunded_cents: Math.max(payment.refunded_cents, provided.refundedCents),
      fee_cents: payment.fee_cents ?? provided.feeCents,
      card_last4: payment.card_last4 ?? provided.cardLast4,
      ...saveCardOnce(payment, provided),
      compared_at: ctx.clock.now().toISOString(),
      ...(done ? { wanted: null, wanted_since: null } : {}),
    },
    ctx.clock.now(),
  );
}

/** A card is saved when it is authorised. Once it is deleted, no later answer saves it again. */
const saveCardOnce = ({ state }: Payment, { savedCard }: CheckoutState) =>
  savedCard && PROGRESS[state] < PROGRESS.authorized
    ? { customer_id: savedCard.customerId, payment_method_id: savedCard.paymentMethodId }
    : {};

/**
 * Whether a payment is final and the provider's status was stored recently, so that nothing is left
 * to do.
 */
export function isAlreadyStored(
  ctx: Pick<Ctx, "clock">,
  payment: Payment,
  provided: CheckoutState,
): boolean {
  const { state, compared_at: storedAt, wanted: action } = payment;
  return (
    action === null &&
    PROGRESS[state] === PROGRESS.captured &&
    state === toPaymentState(provided) &&
    payment.intent_id === provided.intentId &&
    payment.refunded_cents === provided.refundedCents &&
    payment.fee_cents === provided.feeCents &&
    payment.card_last4 === provided.cardLast4 &&
    storedAt !== null &&
    Math.abs(ctx.clock.now().getTime() - Date.parse(storedAt)) < RECENTLY_MS
  );
}

function toPaymentState(state: CheckoutState): Payment["state"] {
  if (state.intent === "succeeded") return "captured";
  if (state.intent === "requires_capture") return "authorized";
  if (state.session === "expired") return "expired";
  return state.intent === "canceled" ? "voided" : "open";
}

/** Records that the pending action was refused. @returns whether this is the first time. */
export async function recordRefusal(ctx: DataCtx, payment: Payment): Promise<boolean> {
  if (payment.refused_at !== null) return false;
  await updatePayment(
    ctx.db,
    payment.id,
    { refused_at: ctx.clock.now().toISOString() },
    ctx.clock.now(),
  );
  return true;
}

/**
 * Whether the provider's status shows that the pending action is done. `waits` is true while a
 * refund remains to be made.
 */
export function isActionDone(
  action: Payment["wanted"],
  state: CheckoutState,
  waits: boolean,
): boolean {
  switch (action) {
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
