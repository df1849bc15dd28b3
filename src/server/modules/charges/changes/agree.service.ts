// What happens once both sides agree to a change: it takes effect, or has to be paid first.
import { DomainError } from "../../../../domain/errors.ts";
import { checkPartialRefund } from "../../../../domain/money/refund.ts";
import type { Ctx } from "../../../platform/context.ts";
import { getDetails, publishBookingChange } from "../../bookings/bookings.service.ts";
import { notifyOfChange } from "../../bookings/notifications/change-notifications.service.ts";
import { readRefundedMoney } from "../../payments/payments.service.ts";
import { isSuspended } from "../charges.repository.ts";
import { makeChange } from "./apply.service.ts";
import { requestPayment } from "./change-payment.service.ts";
import { updateChange, type ChangeRow } from "./changes.repository.ts";
import { onlyMovesReturn, planExpiresAt } from "./change-plan.ts";

/**
 * Refuses before anybody pays: an admin may have refunded the booking since the request.
 * @throws DomainError refund_too_high
 */
async function requireRefundable(tx: Ctx, change: ChangeRow, agreedCents: number): Promise<void> {
  const { id, amount_due_cents, credit_cents } = await getDetails(tx.db, change.booking_id);
  const amountDueCents = amount_due_cents + change.amount_due_cents;
  const money = await readRefundedMoney(tx, {
    id,
    amountDueCents,
    creditCents: credit_cents,
  });
  const backCents = change.refund_cents + agreedCents;
  if (backCents > 0) checkPartialRefund(backCents, money, false);
}

/** Makes a change, or requests its payment first. Call it with the booking locked. */
export async function agree(tx: Ctx, change: ChangeRow, agreedCents: number): Promise<void> {
  const now = tx.clock.now();
  const answered = { answered_at: now.toISOString(), agreed_refund_cents: agreedCents };
  await requireRefundable(tx, change, agreedCents);
  if (change.amount_due_cents === 0) {
    await updateChange(tx.db, change.id, answered);
    const agreed = { ...change, ...answered };
    await makeChange(tx, agreed);
    return notifyOfChange(tx, agreed, "accepted");
  }
  await updateChange(tx.db, change.id, {
    ...answered,
    state: "awaiting_payment",
    expires_at: planExpiresAt(change.terms, now).toISOString(),
  });
  await requestPayment(tx, { ...change, ...answered });
  await publishBookingChange(tx, await getDetails(tx.db, change.booking_id));
}

/**
 * Refuses to agree to, or pay, a change that has expired or whose booking has ended.
 * @throws DomainError change_closed; change_not_possible for a booking that ended or is on hold;
 * change_after_pickup if the car was picked up early and more than the return changes
 */
export async function requireStillPossible(tx: Ctx, change: ChangeRow): Promise<void> {
  const booking = await getDetails(tx.db, change.booking_id);
  const { status, picked_up_at, returned_at, hold_reason } = booking;
  if (status !== "approved" || returned_at !== null)
    throw new DomainError("change_not_possible", {
      status: status === "approved" ? "over" : status,
    });
  if (hold_reason !== null || (await isSuspended(tx.db, change.booking_id)))
    throw new DomainError("change_not_possible", { status: "on_hold" });
  if (picked_up_at !== null && !onlyMovesReturn(change.terms))
    throw new DomainError("change_after_pickup", { pickup_at: picked_up_at });
  if (change.expires_at <= tx.clock.now().toISOString())
    throw new DomainError("change_closed", { state: "expired" });
}
