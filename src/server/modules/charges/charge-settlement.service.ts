// Makes the charges after a booking at the card provider. The state is stored before the provider
// is called, and the provider makes a charge once per key, so a crash at any step charges nobody
// twice (docs/decisions/0044).
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { startDeadline } from "../../platform/http/deadline.ts";
import { singleFlight } from "../../platform/jobs/single-flight.ts";
import { sweepItem } from "../../platform/jobs/sweep-item.ts";
import { DomainError } from "../../../domain/errors.ts";
import { PaymentRefused } from "../../platform/payments/provider.ts";
import { getDetails } from "../bookings/bookings.service.ts";
import {
  cancelLaterCharge,
  chargeLater,
  readLaterCharge,
  sumOwnRefunds,
} from "../payments/payments.service.ts";
import { closeBalancePage, settleBalancePage } from "./balance-checkout.service.ts";
import { beginChangePayment, forgetAttempt } from "./changes/change-payment.service.ts";
import {
  reportDifference,
  reportNotOwed,
  reportRefundReturned,
  reportRefused,
  reportUnknown,
} from "./charge-incidents.service.ts";
import { decline, recordFee, recordPayment, recordRefund } from "./charge-payment.service.ts";
import { makeLaterRefunds } from "./charge-refunds.service.ts";
import {
  countAttempt,
  findDueCharges,
  getCharge,
  hasToWait,
  lockCharge,
  type LaterChargeRow,
} from "./charges.repository.ts";
import { startPaying } from "./start-paying.ts";
import { CHARGE_NAMES } from "../../../domain/tariff/charge-names.ts";

/** The time limit of a sweep. One starts every minute. */
const SWEEP_MS = 40_000;
const MOST_AT_ONCE = 200;

/** Makes due charges and asks the provider about open ones. A failure does not stop the others. */
export async function sweepCharges(ctx: Ctx): Promise<void> {
  const deadline = startDeadline(SWEEP_MS);
  const given = { provider: ctx.payments.name, now: ctx.clock.now(), limit: MOST_AT_ONCE };
  for (const id of await findDueCharges(ctx.db, given)) {
    if (deadline.isOver()) return;
    deadline.recordAnswer(
      await sweepItem(ctx, { charge: id }, async () => {
        await startIfDue(ctx, id);
        await settleCharge(ctx, id);
      }),
    );
  }
}

/**
 * The renter may have contested the charge, or the host waived it, since it was found. Nobody is
 * charged while a side is suspended, and can't object, or while an admin has yet to decide.
 */
const startIfDue = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCharge(tx.db, id);
    if (row.state !== "announced" || row.due_at > tx.clock.now().toISOString()) return;
    if (!(await hasToWait(tx.db, row.booking_id))) await startPaying(tx, row);
  });

/**
 * Makes a requested charge, or asks the provider about one. Concurrent calls share one run.
 * @throws DomainError payment_provider_failed without a response; the sweep asks again
 */
export const settleCharge = (ctx: Ctx, id: string): Promise<void> =>
  singleFlight(ctx.db, `later-charge:${id}`, async () => {
    const row = await getCharge(ctx.db, id);
    if (row.state === "paying") await chargeSavedCard(ctx, row);
    if (row.state === "outstanding") await settleBalance(ctx, row);
    if (row.state === "paid") await settlePaid(ctx, row);
    // The renter could pay again on a page that is still open.
    const after = await getCharge(ctx.db, id);
    if (after.state === "paid" || after.state === "waived") await closeBalancePage(ctx, after);
  });

/**
 * Settles the charge that an event is about. Reports the event's payment if it is a second one.
 * @throws DomainError payment_provider_failed
 */
export async function settleEvent(ctx: Ctx, id: string, intentId: string | null): Promise<void> {
  await settleCharge(ctx, id);
  const row = await getCharge(ctx.db, id);
  if (row.state !== "paid" && row.state !== "waived") return;
  if (intentId === null || intentId === row.intent_id) return;
  const other = await readLaterCharge(ctx, intentId);
  if (other?.outcome !== "paid") return;
  // A payment that came after its change had ended is returned.
  if (row.kind === "change" && row.state === "waived") await recordPayment(ctx, id, other);
  else await reportNotOwed(ctx, row, other);
}

async function chargeSavedCard(ctx: Ctx, row: LaterChargeRow): Promise<void> {
  if (row.provider !== ctx.payments.name) return;
  const attempt = row.kind === "change" ? await beginChangePayment(ctx, row) : "charge";
  if (attempt === "wait") return;
  if (row.kind !== "change") await countAttempt(ctx.db, row.id, ctx.clock.now());
  const { customer_id: customerId, payment_method_id: paymentMethodId } = row;
  if (customerId === null || paymentMethodId === null) return decline(ctx, row.id, "no_card", null);
  const booking = await getDetails(ctx.db, row.booking_id);
  const request = {
    customerId,
    paymentMethodId,
    idempotencyKey: `later_charge_${row.id}`,
    requestedSince: new Date(row.paying_since ?? 0),
    chargeId: row.id,
    renterId: booking.renter_id,
    amountCents: row.amount_cents,
    description: `${CHARGE_NAMES[row.kind]}, ${formatBookingNumber(booking.number)}`,
    onlyAsks: attempt === "ask",
  };
  const made = await callUnlessRefused(ctx, row, () => chargeLater(ctx, request));
  if (made.outcome === "never_requested") return forgetAttempt(ctx, row.id);
  if (made.outcome === "no_card") return decline(ctx, row.id, "no_card", null);
  if (made.outcome === "paid") return recordPayment(ctx, row.id, made);
  // Until it is cancelled, a failed charge could still be completed.
  const ended = await callUnlessRefused(ctx, row, () => cancelLaterCharge(ctx, made.intentId));
  if (ended.outcome === "paid") return recordPayment(ctx, row.id, ended);
  await decline(ctx, row.id, made.outcome, made.intentId);
}

/**
 * Reports a refusal that is not the card's fault, and leaves the charge to be tried again, so that
 * it does not become the renter's debt.
 * @throws DomainError payment_provider_failed
 */
async function callUnlessRefused<T>(
  ctx: Ctx,
  row: LaterChargeRow,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await reportRefused(ctx, row, error.message);
    throw new DomainError("payment_provider_failed");
  }
}

/** Asks again about the failed charge of the saved card, and about the checkout page. */
async function settleBalance(ctx: Ctx, row: LaterChargeRow): Promise<void> {
  await countAttempt(ctx.db, row.id, ctx.clock.now());
  const { declined_intent_id: intentId, provider } = row;
  const failed =
    intentId !== null && provider === ctx.payments.name
      ? await readLaterCharge(ctx, intentId)
      : undefined;
  if (failed?.outcome === "paid") return recordPayment(ctx, row.id, failed);
  await settleBalancePage(ctx, row);
}

/**
 * Makes the decided refunds, stores an unknown fee and refunds from the dashboard, and reports
 * differences.
 */
async function settlePaid(ctx: Ctx, row: LaterChargeRow): Promise<void> {
  if (row.intent_id === null || row.provider !== ctx.payments.name) return;
  await countAttempt(ctx.db, row.id, ctx.clock.now());
  await makeLaterRefunds(ctx, row);
  const { madeCents } = await sumOwnRefunds(ctx.db, row.id);
  const provided = await readLaterCharge(ctx, row.intent_id);
  if (!provided) return reportUnknown(ctx, row);
  const { outcome, amountCents, currency, feeCents, refundedCents } = provided;
  if (outcome !== "paid" || amountCents !== row.amount_cents || currency !== "usd")
    return reportDifference(ctx, row, provided, outcome);
  if (row.fee_cents === null && feeCents !== null) await recordFee(ctx, row.id, feeCents);
  const expected = row.refunded_cents + madeCents;
  if (refundedCents > expected) await recordRefund(ctx, row.id, refundedCents);
  if (refundedCents < expected)
    await reportRefundReturned(ctx, row, { expected, found: refundedCents });
}
