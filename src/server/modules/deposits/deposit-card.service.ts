// The checkout page on which a renter provides another card for the deposit. Only one page is open
// at a time.
import { CHECKOUT_MINUTES } from "../../../domain/booking/booking-deadlines.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { DomainError } from "../../../domain/errors.ts";
import { DEPOSIT_POLICY } from "../../../domain/policies/deposit/deposit.ts";
import { isAllowed } from "../../../domain/policies/policy.ts";
import { DEPOSIT_CARD_PARAMETER } from "../../../domain/money/deposit/deposit.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { PaymentRefused } from "../../platform/payments/provider.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { getDetails } from "../bookings/bookings.service.ts";
import { closePaymentPage, openPaymentPage } from "../payments/payments.service.ts";
import { toPolicyFacts } from "./deposits.presenter.ts";
import {
  findHolds,
  insertHold,
  lockDeposit,
  updateHold,
  type HoldRow,
} from "./deposits.repository.ts";

const MINUTE_MS = 60_000;
/** How long a page can be used: twice the provider's minimum, to allow retries. */
const PAGE_MINUTES = 2 * CHECKOUT_MINUTES;

/**
 * Opens the page, or returns the open one.
 * @throws DomainError deposit_closed, payment_provider_failed, checkout_refused
 */
export async function openCardPage(ctx: Ctx, bookingId: string, userId: string): Promise<string> {
  const page = await inTransaction(ctx, (tx) => reservePage(tx, bookingId, userId));
  if (page.checkout_url !== null) return page.checkout_url;
  const booking = await getDetails(ctx.db, bookingId);
  const path = `${ctx.publicUrl()}/bookings/${bookingId}/trip`;
  try {
    const { sessionId, url } = await openPaymentPage(ctx, "hold", {
      idempotencyKey: `deposit_page_${page.id}`,
      bookingId: page.id,
      renterId: booking.renter_id,
      customerEmail: booking.renter_email,
      amountCents: page.amount_cents,
      lineItems: [{ name: "Security deposit", amountCents: page.amount_cents }],
      description: `Deposit, ${formatBookingNumber(booking.number)}`,
      note: "This is a hold, not a charge. We save this card to keep the hold until after the trip, and delete it then.",
      successUrl: `${path}?${DEPOSIT_CARD_PARAMETER}=1`,
      cancelUrl: path,
      expiresAt: new Date(page.page_expires_at ?? 0),
    });
    return await storePage(ctx, page, { sessionId, url });
  } catch (error) {
    if (error instanceof PaymentRefused) throw new DomainError("checkout_refused");
    throw error;
  }
}

/** Stores the page before the provider is asked, so that a repeat opens the same one. */
async function reservePage(tx: Ctx, bookingId: string, userId: string): Promise<HoldRow> {
  const deposit = await lockDeposit(tx.db, bookingId);
  const booking = await getDetails(tx.db, bookingId);
  const facts = toPolicyFacts(deposit, booking, { party: "renter", now: tx.clock.now() });
  if (!isAllowed(DEPOSIT_POLICY.provide_card, "renter", facts))
    throw new DomainError("deposit_closed", { state: deposit.state });
  const holds = await findHolds(tx.db, bookingId);
  const open = holds.find(({ state }) => state === "page");
  const now = tx.clock.now();
  if (open) {
    // The page was never opened, and the provider would no longer open it.
    const isTooLate =
      open.session_id === null &&
      Date.parse(open.page_expires_at ?? "") < now.getTime() + CHECKOUT_MINUTES * MINUTE_MS;
    if (!isTooLate && open.provider === tx.payments.name) return open;
    if (!isTooLate) throw new DomainError("payment_provider_failed");
    await updateHold(tx.db, open.id, { state: "expired", ended_at: now.toISOString() });
  }
  await insertHold(tx.db, {
    booking_id: bookingId,
    number: holds.length + 1,
    amount_cents: deposit.amount_cents,
    state: "page",
    provider: tx.payments.name,
    requested_at: now.toISOString(),
    page_expires_at: new Date(now.getTime() + PAGE_MINUTES * MINUTE_MS).toISOString(),
  });
  await recordAudit(tx, {
    actorKind: "renter",
    actorId: userId,
    action: "deposit.card",
    subjectType: "booking",
    subjectId: bookingId,
  });
  const page = (await findHolds(tx.db, bookingId)).at(-1);
  if (!page) throw new DomainError("not_found", { what: "deposit" });
  return page;
}

/**
 * Stores an opened page. If another card is no longer needed, the page is closed.
 * @throws DomainError deposit_closed
 */
async function storePage(
  ctx: Ctx,
  { id, booking_id }: HoldRow,
  { sessionId, url }: { sessionId: string; url: string | null },
): Promise<string> {
  const stored = await inTransaction(ctx, async (tx) => {
    const { state } = await lockDeposit(tx.db, booking_id);
    const page = (await findHolds(tx.db, booking_id)).find((hold) => hold.id === id);
    const isOpen = page?.state === "page";
    if (isOpen && page.session_id === null)
      await updateHold(tx.db, id, { session_id: sessionId, checkout_url: url });
    return { state, isOpen };
  });
  if (stored.isOpen && url !== null) return url;
  await closePaymentPage(ctx, sessionId);
  throw new DomainError("deposit_closed", { state: stored.state });
}
