// Brings a payment and its purchase into agreement with the card provider. Webhooks, the success
// page and the sweep call it in any order: the first call moves the purchase, the others find
// nothing to do.
import { providerFee } from "../../../../domain/money/ledger.ts";
import { inTransaction, type Ctx, type DataCtx } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { singleFlight } from "../../../platform/jobs/single-flight.ts";
import { book } from "../../ledger/ledger.service.ts";
import {
  getPayment,
  isOpened,
  requestCapture,
  requestVoid,
  type Payment,
} from "../payment-records.service.ts";
import type { PurchaseHandler, PurchaseState } from "../purchase.ts";
import { noteRefunds, readRefundedMoney } from "../refunds.service.ts";
import { ensureSession } from "./checkout-sessions.service.ts";
import { settleLostSession } from "./lost-sessions.ts";
import {
  consultProvider,
  isActionDone,
  isAlreadyStored,
  recordRefusal,
  storeProviderState,
  type ProviderAnswer,
} from "./provider-answer.service.ts";
import { matchesRecord, recordUnexplainedMovements } from "./record-check.ts";

/** Rounds of asking and acting in one call. The sweep continues with whatever is left. */
const MAX_ROUNDS = 4;

/**
 * Performs the pending action at the provider, asks for the state of the checkout and takes the
 * step that follows, until none follows. Webhooks and the success page often arrive together, so
 * concurrent calls share one run.
 * @param namedSession the session that an event named, which may not be stored yet
 * @throws DomainError payment_provider_failed without a response; the pending action stays stored
 */
export async function settlePayment(
  ctx: Ctx,
  handler: PurchaseHandler,
  bookingId: string,
  namedSession: string | null = null,
): Promise<void> {
  if (await ensureSession(ctx, handler, await getPayment(ctx, bookingId), namedSession))
    await singleFlight(ctx.db, `settle:${bookingId}`, () => settleOpened(ctx, handler, bookingId));
}

async function settleOpened(ctx: Ctx, handler: PurchaseHandler, bookingId: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const payment = await getPayment(ctx, bookingId);
    if (!isOpened(payment)) return;
    const answer = await consultProvider(ctx, payment);
    const { state } = answer;
    if (!state) return inTransaction(ctx, (tx) => settleLostSession(tx, handler, bookingId));
    if (!(await matchesRecord(ctx, payment, state))) return;
    if (isAlreadyStored(ctx, payment, state)) return;
    if (!(await inTransaction(ctx, (tx) => apply(tx, handler, payment, { ...answer, state }))))
      return;
  }
}

type KnownAnswer = ProviderAnswer & { state: CheckoutState };

/** Takes the step that follows from the provider's response. @returns whether to ask again now */
async function apply(
  tx: Ctx,
  handler: PurchaseHandler,
  before: Payment,
  answer: KnownAnswer,
): Promise<boolean> {
  const { state, refused } = answer;
  const purchase = await handler.lock(tx, before.booking_id);
  const payment = await getPayment(tx, before.booking_id); // may have changed since the request
  const isRefused = refused && payment.wanted === before.wanted;
  const made = await noteRefunds(tx, purchase.id, answer);
  const money = await readRefundedMoney(tx, purchase);
  const isSettled = isActionDone(payment.wanted, state, money.madeCents < money.refundedCents);
  await storeProviderState(
    tx,
    payment,
    state,
    isSettled || (isRefused && payment.wanted !== "refund"),
  );
  if (isRefused && payment.wanted === "refund" && (await recordRefusal(tx, payment)))
    await purchase.onRefundRefused();
  const { state: after, next } = await purchase.onAnswer({
    state,
    refused: isRefused ? payment.wanted : null,
    made,
    money,
  });
  await bookFee(tx, purchase.id, after, state);
  await recordUnexplainedMovements(tx, purchase.id, after, {
    before,
    state,
    owedCents: money.owedByProviderCents,
  });
  if (next === "void") await requestVoid(tx, purchase.id);
  if (next === "capture" && payment.wanted === null) await requestCapture(tx, purchase.id);
  if (next === "ask_again") return true;
  return (await getPayment(tx, purchase.id)).wanted !== null && !refused;
}

/** Books the provider's fee for a charge once the provider reports it. */
async function bookFee(
  ctx: DataCtx,
  bookingId: string,
  { isCharged }: PurchaseState,
  { feeCents }: CheckoutState,
): Promise<void> {
  if (isCharged && feeCents)
    await book(ctx, `booking:${bookingId}:provider_fee`, providerFee(feeCents), bookingId);
}

/**
 * Ends an unpaid checkout now. If it turns out to be paid or unknown, it is settled instead.
 * @param end ends its purchase, in the transaction that stores the expiry; false if it has already
 * ended
 * @throws DomainError payment_provider_failed
 */
export async function expireCheckout(
  ctx: Ctx,
  handler: PurchaseHandler,
  bookingId: string,
  end: (tx: Ctx) => Promise<boolean>,
): Promise<void> {
  const opened = await getPayment(ctx, bookingId);
  if (!isOpened(opened)) return;
  const { state } = await consultProvider(ctx, { ...opened, wanted: "expire" });
  if (state?.session !== "expired") return settlePayment(ctx, handler, bookingId);
  await inTransaction(ctx, async (tx) => {
    if (!(await end(tx))) return;
    const payment = await getPayment(tx, bookingId);
    await storeProviderState(tx, payment, state, isActionDone(payment.wanted, state, false));
  });
}
