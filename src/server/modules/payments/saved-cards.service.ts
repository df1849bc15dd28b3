// The cards that checkouts saved, by the provider's ids, and the later charges that they pay. The
// charges module owns those charges and decides what the provider's answers mean.
import { inTransaction, type Ctx } from "../../platform/context.ts";
import {
  PaymentRefused,
  type CheckoutRequest,
  type CheckoutState,
  type LaterChargeRequest,
  type NeverRequested,
  type NoSavedCard,
  type SavedCardCharge,
  type SavedCard,
} from "../../platform/payments/provider.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import { findPaymentRow } from "./payments.repository.ts";
import {
  clearSavedCard,
  findForgettableCards,
  findSavedCardsOf,
  lockSavedCard,
  stopUsingCard,
} from "./saved-cards.repository.ts";
import { callProvider } from "./settlement/call-provider.ts";

type ProviderCtx = Pick<Ctx, "log" | "payments">;

/**
 * The saved card of a booking; undefined if there is none, another provider has it, or it is about
 * to be deleted.
 */
export async function findSavedCard(
  ctx: Pick<Ctx, "db" | "payments">,
  bookingId: string,
): Promise<SavedCard | undefined> {
  const payment = await findPaymentRow(ctx.db, bookingId);
  return payment?.provider === ctx.payments.name &&
    payment.card_forgotten_at === null &&
    payment.customer_id !== null &&
    payment.payment_method_id !== null
    ? { customerId: payment.customer_id, paymentMethodId: payment.payment_method_id }
    : undefined;
}

/**
 * Charges a saved card, once per key, or only asks about an earlier request with it.
 * @throws PaymentRefused for a reason other than the card
 * @throws DomainError payment_provider_failed when the outcome is unknown; to be retried
 */
export const chargeLater = (
  ctx: ProviderCtx,
  request: LaterChargeRequest,
): Promise<SavedCardCharge | NoSavedCard | NeverRequested> =>
  callProvider(ctx, () => ctx.payments.chargeLater(request));

/** @throws DomainError payment_provider_failed */
export const readLaterCharge = (
  ctx: ProviderCtx,
  intentId: string,
): Promise<SavedCardCharge | undefined> =>
  callProvider(ctx, () => ctx.payments.getLaterCharge(intentId));

/**
 * Ends a failed charge, which may turn out to be paid.
 * @throws PaymentRefused
 * @throws DomainError payment_provider_failed
 */
export const cancelLaterCharge = (ctx: ProviderCtx, intentId: string): Promise<SavedCardCharge> =>
  callProvider(ctx, () => ctx.payments.cancelLaterCharge(intentId));

/**
 * Refunds a later charge, once per key.
 * @throws PaymentRefused
 * @throws DomainError payment_provider_failed
 */
export const refundLaterCharge = (
  ctx: ProviderCtx,
  refund: { intentId: string; amountCents: number; key: string; refusals: number },
): Promise<void> => {
  const { key, ...request } = refund;
  // A refund that was made by hand is recognised by what the provider has refunded in all.
  const given = { ...request, idempotencyKey: key, takesOverManual: false };
  return callProvider(ctx, () => ctx.payments.refundLaterCharge(given));
};

/**
 * Opens a page for a payment that is not a booking's. A repeat with the same key returns the same
 * page.
 * @param purpose "hold" only authorises the card, and saves it
 * @throws PaymentRefused
 * @throws DomainError payment_provider_failed
 */
export const openPaymentPage = (
  ctx: ProviderCtx,
  purpose: "pay" | "hold",
  request: Omit<CheckoutRequest, "isHold" | "purpose" | "savesCard" | "warning">,
): Promise<CheckoutState> =>
  callProvider(ctx, () =>
    ctx.payments.openCheckout({
      ...request,
      warning: null,
      isHold: purpose === "hold",
      purpose,
      savesCard: purpose === "hold",
    }),
  );

/** @throws DomainError payment_provider_failed */
export const readPaymentPage = (
  ctx: ProviderCtx,
  sessionId: string,
): Promise<CheckoutState | undefined> =>
  callProvider(ctx, () => ctx.payments.getCheckout(sessionId));

/**
 * Asks about such a page, and takes the money if the card is authorised.
 * @throws DomainError payment_provider_failed
 */
export async function settlePaymentPage(
  ctx: ProviderCtx,
  sessionId: string,
): Promise<CheckoutState | undefined> {
  const state = await readPaymentPage(ctx, sessionId);
  if (state?.intent !== "requires_capture") return state;
  try {
    return await callProvider(ctx, () => ctx.payments.capture(sessionId));
  } catch (error) {
    // The authorisation is over, which the state then says.
    if (error instanceof PaymentRefused) return readPaymentPage(ctx, sessionId);
    throw error;
  }
}

/**
 * Closes such a page: nobody can pay on it any more, and an authorised card is released.
 * @returns its state, which may be paid; undefined when the provider knows no such page
 * @throws DomainError payment_provider_failed
 */
export async function closePaymentPage(
  ctx: ProviderCtx,
  sessionId: string,
): Promise<CheckoutState | undefined> {
  try {
    const state = await callProvider(ctx, () => ctx.payments.expireCheckout(sessionId));
    return state.intent === "requires_capture"
      ? await callProvider(ctx, () => ctx.payments.release(sessionId))
      : state;
  } catch (error) {
    if (error instanceof PaymentRefused) return readPaymentPage(ctx, sessionId);
    throw error;
  }
}

/**
 * Deletes a booking's saved card at the provider and then our record, unless a charge has begun
 * that can need it. A card at a provider that we no longer use is left for an admin to delete.
 * @throws DomainError payment_provider_failed; to be retried
 */
export async function forgetCard(ctx: Ctx, bookingId: string): Promise<void> {
  const card = await inTransaction(ctx, (tx) => stopUsingCard(tx.db, bookingId, tx.clock.now()));
  if (!card) return;
  const { customer_id: customerId, payment_method_id: paymentMethodId, provider } = card;
  if (customerId === null || paymentMethodId === null) return;
  if (provider === ctx.payments.name)
    await callProvider(ctx, () => ctx.payments.forgetCard({ customerId, paymentMethodId }));
  // The sandbox's cards are nobody's.
  else if (provider !== "sandbox")
    await recordIncident(ctx, {
      key: `card_left:${bookingId}`,
      kind: "record_differs",
      bookingId,
      details: { fault: "card_left", provider, customer: customerId },
    });
  await clearSavedCard(ctx.db, bookingId, ctx.clock.now());
}

/** Deletes a leaving person's cards. If the provider does not answer, the daily job tries again. */
export async function forgetCardsOf(ctx: Ctx, renterId: string): Promise<void> {
  for (const id of await findSavedCardsOf(ctx.db, renterId))
    await forgetCard(ctx, id).catch((error: unknown) =>
      ctx.log.warn({ err: error, booking: id }, "the saved card is deleted later"),
    );
}

/** The bookings whose saved card no charge can need, once their trip has closed. */
export const findForgettable = (ctx: Pick<Ctx, "db">, limit: number): Promise<string[]> =>
  findForgettableCards(ctx.db, limit);

/** Keeps a booking's card from being forgotten until the transaction ends. */
export const holdSavedCard = async (tx: Pick<Ctx, "db">, bookingId: string): Promise<void> => {
  await lockSavedCard(tx.db, bookingId);
};
