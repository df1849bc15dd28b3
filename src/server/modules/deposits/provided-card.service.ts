// The card that a renter provided for the deposit only, after the booking's card was declined.
import type { Ctx } from "../../platform/context.ts";
import type { SavedCard } from "../../platform/payments/provider.ts";
import { forgetHeldCard } from "../payments/payments.service.ts";
import { findDeposit, updateDeposit, type DepositRow } from "./deposits.repository.ts";

const NONE = { customer_id: null, payment_method_id: null, card_provider: null };

/**
 * Saves a card for the renewals of the deposit, replacing an earlier one.
 * @throws DomainError payment_provider_failed
 */
export async function storeProvidedCard(
  ctx: Ctx,
  bookingId: string,
  card: SavedCard | null,
): Promise<void> {
  if (!card) return;
  const deposit = await findDeposit(ctx.db, bookingId);
  if (deposit && deposit.customer_id !== card.customerId) await forgetProvidedCard(ctx, deposit);
  await updateDeposit(ctx.db, bookingId, {
    customer_id: card.customerId,
    payment_method_id: card.paymentMethodId,
    card_provider: ctx.payments.name,
  });
}

/**
 * Deletes the card at the provider and then our record. A card at a provider that we no longer use
 * can't be deleted from here.
 * @throws DomainError payment_provider_failed; to be retried
 */
export async function forgetProvidedCard(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const { customer_id: customerId, payment_method_id: paymentMethodId } = deposit;
  if (customerId === null || paymentMethodId === null) return;
  if (deposit.card_provider === ctx.payments.name)
    await forgetHeldCard(ctx, { customerId, paymentMethodId });
  await updateDeposit(ctx.db, deposit.booking_id, NONE);
}
