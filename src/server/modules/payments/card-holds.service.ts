// Holds on cards, for deposits: on a saved card, or authorised on a page (saved-cards.service.ts).
// The deposits module owns them and decides what the provider's answers mean.
import type { CardHold, CardHoldRequest } from "../../platform/payments/holds/card-hold.ts";
import type { Ctx } from "../../platform/context.ts";
import type { NeverRequested, NoSavedCard, SavedCard } from "../../platform/payments/provider.ts";
import { callProvider } from "./settlement/call-provider.ts";

type ProviderCtx = Pick<Ctx, "log" | "payments">;

/**
 * Holds an amount on a saved card, once per key.
 * @throws PaymentRefused for a reason other than the card
 * @throws DomainError payment_provider_failed when the outcome is unknown; to be retried
 */
export const holdCard = (
  ctx: ProviderCtx,
  request: CardHoldRequest,
): Promise<CardHold | NoSavedCard | NeverRequested> =>
  callProvider(ctx, () => ctx.payments.holdCard(request));

/** @throws DomainError payment_provider_failed */
export const readCardHold = (ctx: ProviderCtx, intentId: string): Promise<CardHold | undefined> =>
  callProvider(ctx, () => ctx.payments.getHold(intentId));

/**
 * Takes an amount from a hold, once, and releases the rest.
 * @throws PaymentRefused
 * @throws DomainError payment_provider_failed
 */
export const captureCardHold = (
  ctx: ProviderCtx,
  intentId: string,
  cents: number,
): Promise<CardHold> => callProvider(ctx, () => ctx.payments.captureHold(intentId, cents));

/**
 * Releases a hold, which may turn out to be captured.
 * @throws PaymentRefused
 * @throws DomainError payment_provider_failed
 */
export const releaseCardHold = (ctx: ProviderCtx, intentId: string): Promise<CardHold> =>
  callProvider(ctx, () => ctx.payments.releaseHold(intentId));

/** Deletes a card that a hold's page has saved. @throws DomainError payment_provider_failed */
export const forgetHeldCard = (ctx: ProviderCtx, card: SavedCard): Promise<void> =>
  callProvider(ctx, () => ctx.payments.forgetCard(card));
