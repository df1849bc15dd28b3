// Our record of a booking's payment, created before the provider is asked. It stores what the
// provider still has to do (the pending action), which settlePayment retries until it is done.
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import type { CheckoutState } from "../../platform/payments/provider.ts";
import * as payments from "./payments.repository.ts";
import type { NewPayment, Payment } from "./payments.repository.ts";

export type { Payment } from "./payments.repository.ts";

/** A payment whose session at the provider is known. */
export type OpenedPayment = Payment & { session_id: string };
export const isOpened = (payment: Payment): payment is OpenedPayment => payment.session_id !== null;

/** The maximum difference between our clock and the provider's. */
export const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/**
 * Records a payment before the provider is asked to open its checkout, so that nothing is lost in
 * between.
 */
export const openPayment = (
  ctx: Pick<Ctx, "db" | "clock" | "payments">,
  payment: NewPayment,
): Promise<void> => payments.insertPayment(ctx.db, payment, ctx.payments.name, ctx.clock.now());

/** The payment of a booking, or undefined if it has none. */
export const findPayment = (ctx: DbCtx, bookingId: string): Promise<Payment | undefined> =>
  payments.findPaymentRow(ctx.db, bookingId);

/** The payment of a booking. @throws DomainError not_found */
export const getPayment = (ctx: DbCtx, bookingId: string): Promise<Payment> =>
  payments.getPaymentRow(ctx.db, bookingId);

/** Requests the charge of an authorised card, in place of any other pending action. */
export const requestCapture = (ctx: DataCtx, bookingId: string): Promise<void> =>
  payments.setPendingAction(ctx.db, bookingId, "capture", ctx.clock.now());

/** Requests the release of an authorised card, in place of any other pending action. */
export const requestVoid = (ctx: DataCtx, bookingId: string): Promise<void> =>
  payments.setPendingAction(ctx.db, bookingId, "void", ctx.clock.now());

/** Requests the end of an unpaid checkout. One that is paid at the same moment keeps its action. */
export const requestExpiry = (ctx: DataCtx, bookingId: string): Promise<void> =>
  payments.setPendingExpiry(ctx.db, bookingId, ctx.clock.now());

/** Stores the session that the provider has opened for a payment. */
export const storeSession = (
  ctx: DataCtx,
  bookingId: string,
  state: CheckoutState,
): Promise<void> => payments.saveSession(ctx.db, bookingId, state, ctx.clock.now());

/** Ends a payment that never had a session. @returns whether this call ended it */
export const endUnopenedPayment = (ctx: DataCtx, payment: Payment): Promise<boolean> =>
  payments.failUnopened(ctx.db, payment.id, ctx.clock.now());

/** Ends a payment whose session the provider does not know, with `pending` as pending action. */
export const endUnknownPayment = (
  ctx: DataCtx,
  payment: Payment,
  pending: "expire" | null,
): Promise<void> => payments.closeUnknownPayment(ctx.db, payment.id, pending, ctx.clock.now());

/** The number of our sessions that turned out to be unknown to the provider since `since`. */
export const countUnknownSessions = (ctx: DbCtx, since: Date): Promise<number> =>
  payments.countUnknownSessionRows(ctx.db, since);

/**
 * Bookings whose payment has a pending action, or an unpaid checkout that is past its expiry, if
 * another attempt is due.
 */
export const findUnsettledBookings = (
  ctx: Pick<Ctx, "db" | "clock" | "payments">,
  limit: number,
): Promise<string[]> => payments.findUnsettled(ctx.db, limit, ctx.payments.name, ctx.clock.now());

/**
 * Counts another attempt to settle a payment, which delays the next one. The expiry of an
 * unpaid checkout becomes the pending action.
 */
export async function beginAttempt(ctx: DataCtx, bookingId: string): Promise<void> {
  await payments.countPaymentAttempt(ctx.db, bookingId, ctx.clock.now());
  await payments.setPendingExpiry(ctx.db, bookingId, ctx.clock.now());
}
