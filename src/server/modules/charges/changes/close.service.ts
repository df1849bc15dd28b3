// Ends changes that do not take effect.
import type { Ctx } from "../../../platform/context.ts";
import { getDetails, publishBookingChange } from "../../bookings/bookings.service.ts";
import {
  notifyOfChange,
  type ChangeEvent,
} from "../../bookings/notifications/change-notifications.service.ts";
import { closePaymentPage } from "../../payments/payments.service.ts";
import { settleCharge } from "../charge-settlement.service.ts";
import { getCharge, lockCharge, NO_CARD, updateCharge } from "../charges.repository.ts";
import { releaseChange } from "./apply.service.ts";
import { updateChange, type ChangeRow } from "./changes.repository.ts";

/**
 * Ends an open change and frees what it held. Its checkout page is closed by the next settlement.
 * Call it with the booking locked.
 * @returns false, without any change, between a card attempt and the provider's response
 */
export async function close(
  tx: Ctx,
  change: ChangeRow,
  state: Extract<ChangeEvent, "declined" | "withdrawn" | "expired">,
): Promise<boolean> {
  const now = tx.clock.now().toISOString();
  if (change.state === "awaiting_payment") {
    const charge = await lockCharge(tx.db, change.id);
    const isUntried = charge.state === "paying" && charge.attempts === 0;
    if (charge.state !== "outstanding" && !isUntried) return false;
    await updateCharge(tx.db, change.id, { state: "waived", waived_at: now, ...NO_CARD });
  }
  await updateChange(tx.db, change.id, { state, closed_at: now });
  await releaseChange(tx, change);
  const booking = await getDetails(tx.db, change.booking_id);
  const isOver = booking.status !== "approved" || booking.returned_at !== null;
  await notifyOfChange(tx, change, state === "expired" && isOver ? "ended" : state);
  await publishBookingChange(tx, booking);
  return true;
}

/** Closes the checkout page. If the renter has paid on it, the change takes effect. */
export async function closeChangePage(ctx: Ctx, id: string): Promise<void> {
  await settleCharge(ctx, id);
  const { state, session_id, page_provider } = await getCharge(ctx.db, id);
  if (state !== "outstanding" || session_id === null || page_provider !== ctx.payments.name) return;
  await closePaymentPage(ctx, session_id);
  await settleCharge(ctx, id);
}
