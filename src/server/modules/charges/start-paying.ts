// Requests a charge to a booking's saved card.
import type { Ctx } from "../../platform/context.ts";
import { findSavedCard } from "../payments/payments.service.ts";
import { updateCharge, type LaterChargeRow } from "./charges.repository.ts";

/**
 * Requests a charge to the saved card, which settleCharge makes. The row keeps the card until the
 * provider responds, because the first attempt may have charged it. Call it with the row locked.
 */
export async function startPaying(
  tx: Pick<Ctx, "db" | "clock" | "payments">,
  { id, booking_id }: LaterChargeRow,
): Promise<void> {
  const card = await findSavedCard(tx, booking_id);
  await updateCharge(tx.db, id, {
    state: "paying",
    provider: tx.payments.name,
    customer_id: card?.customerId ?? null,
    payment_method_id: card?.paymentMethodId ?? null,
    paying_since: tx.clock.now().toISOString(),
  });
}
