// The payment of an agreed change: a later charge with the change's id, made by the saved card or
// on a checkout page. The change takes effect in the transaction that stores its payment.
import {
  changeCharged,
  laterCharged,
  laterRefundDecided,
} from "../../../../domain/money/ledger.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { getDetails, lockBooking, publishBookingChange } from "../../bookings/bookings.service.ts";
import {
  mailChangeReceipt,
  notifyOfChange,
} from "../../bookings/notifications/change-notifications.service.ts";
import { book } from "../../ledger/ledger.service.ts";
import { insertLateReturn } from "../../payments/payments.service.ts";
import {
  countAttempt,
  getCharge,
  hasToWait,
  insertCharges,
  lockCharge,
  updateCharge,
  type LaterChargeRow,
} from "../charges.repository.ts";
import { startPaying } from "../start-paying.ts";
import { makeChange, releaseChange } from "./apply.service.ts";
import { findChange, updateChange, type ChangeRow } from "./changes.repository.ts";
import { onlyMovesReturn } from "./change-plan.ts";

/** Requests the payment of an agreed change. Call it with the booking locked. */
export async function requestPayment(tx: Ctx, change: ChangeRow): Promise<void> {
  const now = tx.clock.now().toISOString();
  const { number } = await getDetails(tx.db, change.booking_id);
  await insertCharges(tx.db, [
    {
      id: change.id,
      booking_id: change.booking_id,
      change_id: change.id,
      kind: "change",
      origin: "change",
      quantity: 1,
      unit: "charge",
      explanation: `Change of booking ${formatBookingNumber(number)}`,
      amount_cents: change.amount_due_cents,
      // The host earns a share of the booking's lines when the trip is completed.
      host_share_cents: 0,
      state: "announced",
      announced_at: now,
      due_at: now,
    },
  ]);
  await startPaying(tx, await getCharge(tx.db, change.id));
}

/**
 * Decides, with the booking and the charge locked, whether to ask the provider, and counts the
 * attempt. The first attempt is made only while the change can take effect, and waits while a side
 * is suspended or the trip on hold. Later attempts use the same key, so they charge at most once;
 * after the deadline they only ask about an earlier one.
 */
export const beginChangePayment = (
  ctx: Ctx,
  { id, booking_id }: LaterChargeRow,
): Promise<"charge" | "ask" | "wait"> =>
  inTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx.db, booking_id);
    const row = await lockCharge(tx.db, id);
    const change = await findChange(tx.db, id);
    const now = tx.clock.now();
    if (row.state !== "paying" || !change) return "wait";
    const isInTime = canTakeEffect(change, booking) && change.expires_at > now.toISOString();
    const mayStart = isInTime && !(await hasToWait(tx.db, booking_id));
    // The sweep ends a change whose card was never tried.
    if (row.attempts === 0 && !mayStart) return "wait";
    await countAttempt(tx.db, id, now);
    return mayStart ? "charge" : "ask";
  });

/** The request never reached the provider, so nobody paid. The sweep can end the change. */
export const forgetAttempt = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCharge(tx.db, id);
    if (row.state === "paying") await updateCharge(tx.db, id, { attempts: 0, tried_at: null });
  });

/**
 * Whether a change that is being paid can still take effect: neither it nor its booking has ended,
 * and no early pickup has made it impossible.
 */
const canTakeEffect = (
  change: ChangeRow,
  booking: { status: string; picked_up_at: string | null; returned_at: string | null },
): boolean =>
  change.state === "awaiting_payment" &&
  booking.status === "approved" &&
  booking.returned_at === null &&
  (booking.picked_up_at === null || onlyMovesReturn(change.terms));

/** The change that a charge pays for, with its booking locked; undefined for other charges. */
export async function lockPaidChange(
  tx: Ctx,
  { change_id, booking_id }: LaterChargeRow,
): Promise<{ row: ChangeRow; canTakeEffect: boolean } | undefined> {
  if (change_id === null) return undefined;
  const booking = await lockBooking(tx.db, booking_id);
  const row = await findChange(tx.db, change_id);
  return row && { row, canTakeEffect: canTakeEffect(row, booking) };
}

/** The reason for returning a late payment, as the renter reads it. */
const TOO_LATE = "The change to the booking had ended when it was paid";

/**
 * Books a payment that came too late for its change, decides its refund, which the sweep makes, and
 * ends the change if it is open. The refund has the change's id, so that it is made once.
 */
export async function returnPayment(
  tx: Ctx,
  row: LaterChargeRow,
  change: ChangeRow,
): Promise<void> {
  const { id, amount_cents: amountCents } = row;
  const now = tx.clock.now().toISOString();
  const { host_id } = await getDetails(tx.db, row.booking_id);
  const charged = laterCharged(host_id, { amountCents, hostShareCents: 0 });
  await book(tx, `later_charge:${id}:charged`, charged, row.booking_id);
  await insertLateReturn(tx.db, {
    id,
    change_id: change.id,
    amount_cents: amountCents,
    reason: TOO_LATE,
    created_at: now,
  });
  const returned = laterRefundDecided(host_id, { amountCents, byHostCents: 0 });
  await book(tx, `later_refund:${id}:decided`, returned, row.booking_id);
  await updateCharge(tx.db, id, { attempts: 0, tried_at: null });
  if (change.closed_at !== null) return;
  await updateChange(tx.db, change.id, { state: "expired", closed_at: now });
  await releaseChange(tx, change);
  await recordAudit(tx, {
    actorKind: "system",
    actorId: null,
    action: "booking_change.expire",
    subjectType: "booking",
    subjectId: row.booking_id,
    after: { change: change.id, refund_cents: amountCents },
  });
  await notifyOfChange(tx, change, "too_late");
  await publishBookingChange(tx, await getDetails(tx.db, row.booking_id));
}

/** Books the payment and makes the change, in the transaction that stores the payment. */
export async function takeEffect(
  tx: Ctx,
  change: ChangeRow,
  cardLast4: string | null,
): Promise<void> {
  const booking = await getDetails(tx.db, change.booking_id);
  const money = {
    id: booking.id,
    renterId: booking.renter_id,
    hostId: booking.host_id,
    amountDueCents: booking.amount_due_cents,
    creditCents: booking.credit_cents,
    hostShareCents: booking.host_share_cents,
  };
  const movement = changeCharged(money, change.amount_due_cents);
  await book(tx, `later_charge:${change.id}:charged`, movement, booking.id);
  await makeChange(tx, change);
  await notifyOfChange(tx, change, "accepted", { cardLast4 });
  await mailChangeReceipt(tx, change);
}

/** The saved card can't be charged: the renter has to pay on a page before the change lapses. */
export async function askForPayment(tx: Ctx, row: LaterChargeRow): Promise<void> {
  const change = row.change_id === null ? undefined : await findChange(tx.db, row.change_id);
  if (!change) return;
  await recordAudit(tx, {
    actorKind: "provider",
    actorId: null,
    action: "booking_change.payment_failed",
    subjectType: "booking",
    subjectId: row.booking_id,
    after: { change: change.id, amount_cents: row.amount_cents },
  });
  const booking = await getDetails(tx.db, row.booking_id);
  // Otherwise the sweep ends the change.
  if (canTakeEffect(change, booking) && change.expires_at > tx.clock.now().toISOString())
    await notifyOfChange(tx, change, "payment_needed", { reason: row.declined });
  await publishBookingChange(tx, booking);
}
