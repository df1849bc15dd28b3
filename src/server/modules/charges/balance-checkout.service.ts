// The checkout page on which a renter pays an outstanding balance. A new page is opened only when
// the last one has expired unpaid.
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { CHECKOUT_MINUTES } from "../../../domain/booking/booking-deadlines.ts";
import { DomainError } from "../../../domain/errors.ts";
import { PAID_CHARGE_PARAMETER } from "../../../domain/money/later/later-charge.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { PaymentRefused, type CheckoutState } from "../../platform/payments/provider.ts";
import { getDetails } from "../bookings/bookings.service.ts";
import {
  closePaymentPage,
  openPaymentPage,
  settlePaymentPage,
} from "../payments/payments.service.ts";
import { reportNotOwed, reportRefused } from "./charge-incidents.service.ts";
import { recordPayment } from "./charge-payment.service.ts";
import {
  getCharge,
  lockCharge,
  NO_PAGE,
  updateCharge,
  type LaterChargeRow,
} from "./charges.repository.ts";
import { CHARGE_NAMES } from "../../../domain/tariff/charge-names.ts";

const MINUTE_MS = 60_000;
/** How long a page can be paid: twice the provider's minimum, to allow retries. */
const PAGE_MINUTES = 2 * CHECKOUT_MINUTES;

/**
 * Opens the checkout page of an outstanding charge, or returns the open one.
 * @returns null if it has been paid in the meantime
 * @throws DomainError payment_provider_failed, checkout_refused
 */
export async function openBalanceCheckout(ctx: Ctx, id: string): Promise<string | null> {
  const row = await inTransaction(ctx, (tx) => reserveCheckout(tx, id));
  if (row.state !== "outstanding") return null;
  if (row.checkout_url !== null) return row.checkout_url;
  const booking = await getDetails(ctx.db, row.booking_id);
  const name = `${CHARGE_NAMES[row.kind]}, ${formatBookingNumber(booking.number)}`;
  const page = `${ctx.publicUrl()}/bookings/${row.booking_id}/trip`;
  try {
    const state = await openPaymentPage(ctx, "pay", {
      idempotencyKey: `later_checkout_${id}_${row.checkout_number}`,
      bookingId: id,
      renterId: booking.renter_id,
      customerEmail: booking.renter_email,
      amountCents: row.amount_cents,
      lineItems: [
        {
          name: `${CHARGE_NAMES[row.kind]}: ${row.explanation}`,
          amountCents: row.amount_cents,
        },
      ],
      description: name,
      note: "Your card is charged when you pay.",
      // The trip's page confirms charges after the trip; the sweep confirms a change.
      successUrl: row.kind === "change" ? page : `${page}?${PAID_CHARGE_PARAMETER}=${id}`,
      cancelUrl: page,
      expiresAt: new Date(row.checkout_expires_at ?? 0),
    });
    return await storePage(ctx, row, state);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await reportRefused(ctx, row, error.message);
    throw new DomainError("checkout_refused");
  }
}

/**
 * Stores an opened page. If the charge has been paid or waived in the meantime, the page is stored
 * without its URL and closed.
 */
async function storePage(
  ctx: Ctx,
  { id, checkout_number: number }: LaterChargeRow,
  { sessionId, url }: CheckoutState,
): Promise<string | null> {
  await inTransaction(ctx, async (tx) => {
    const latest = await lockCharge(tx.db, id);
    if (latest.checkout_number !== number || latest.session_id !== null) return;
    const checkout_url = latest.state === "outstanding" ? url : null;
    await updateCharge(tx.db, id, { session_id: sessionId, checkout_url });
  });
  const stored = await getCharge(ctx.db, id);
  if (stored.state === "outstanding") return stored.checkout_url;
  await closeBalancePage(ctx, stored);
  return null;
}

/**
 * Stores the number, provider and expiry of the next page before the provider is asked, so that a
 * repeat after a lost response opens the same page.
 * @throws DomainError payment_provider_failed while another provider may have an open page
 */
async function reserveCheckout(tx: Ctx, id: string): Promise<LaterChargeRow> {
  const row = await lockCharge(tx.db, id);
  const now = tx.clock.now();
  const expiry = row.checkout_expires_at;
  const isElsewhere = row.page_provider !== null && row.page_provider !== tx.payments.name;
  const mayBeOpen = row.session_id !== null || (expiry !== null && expiry > now.toISOString());
  if (row.state === "outstanding" && isElsewhere && mayBeOpen)
    throw new DomainError("payment_provider_failed");
  const isOpening =
    expiry !== null && Date.parse(expiry) > now.getTime() + CHECKOUT_MINUTES * MINUTE_MS;
  if (row.state !== "outstanding" || row.session_id !== null || isOpening) return row;
  await updateCharge(tx.db, id, {
    checkout_number: row.checkout_number + 1,
    page_provider: tx.payments.name,
    checkout_expires_at: new Date(now.getTime() + PAGE_MINUTES * MINUTE_MS).toISOString(),
  });
  return getCharge(tx.db, id);
}

/** Takes the payment of a page that was paid, and forgets a page that has expired. */
export async function settleBalancePage(ctx: Ctx, row: LaterChargeRow): Promise<void> {
  if (row.session_id === null || row.page_provider !== ctx.payments.name) return;
  const state = await settlePaymentPage(ctx, row.session_id);
  if (state?.intent === "succeeded" && state.intentId !== null && state.bookingId === row.id)
    return recordPayment(ctx, row.id, { ...state, intentId: state.intentId });
  if (state !== undefined && state.session !== "expired" && state.intent !== "canceled") return;
  await forgetPage(ctx, row);
}

/**
 * Closes the page of a charge that was waived or paid in another way, so that nobody can pay on it,
 * and releases an authorised card. A payment that came first is reported.
 * @throws DomainError payment_provider_failed; the sweep closes it later
 */
export async function closeBalancePage(ctx: Ctx, row: LaterChargeRow): Promise<void> {
  if (row.session_id === null || row.page_provider !== ctx.payments.name) return;
  const state = await closePaymentPage(ctx, row.session_id);
  const { intent, intentId, amountCents } = state ?? {
    intent: null,
    intentId: null,
    amountCents: 0,
  };
  if (state && intent === "succeeded" && intentId !== null && intentId !== row.intent_id) {
    // A payment that came after its change had ended is returned.
    if (row.kind === "change" && row.state === "waived")
      await recordPayment(ctx, row.id, { ...state, intentId });
    else await reportNotOwed(ctx, row, { intentId, amountCents });
  }
  await forgetPage(ctx, row);
}

const forgetPage = (ctx: Ctx, { id, session_id }: LaterChargeRow): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const latest = await lockCharge(tx.db, id);
    if (latest.session_id === session_id) await updateCharge(tx.db, id, NO_PAGE);
  });
