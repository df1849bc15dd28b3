// Stores the outcome of a charge at the card provider: paid once, with its ledger entries, or
// outstanding.
import { laterCharged, laterRefunded, providerFee } from "../../../domain/money/ledger.ts";
import type { DeclineReason } from "../../../domain/money/later/later-charge.ts";
import { inTransaction, type Ctx, type DataCtx } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { getDetails, lockBooking, publishBookingChange } from "../bookings/bookings.service.ts";
import { notifyOfCharges } from "../bookings/notifications/later-charge-notifications.service.ts";
import { endOpenCheckouts, lockRenter } from "../bookings/trip-holds/trip-holds.service.ts";
import { book } from "../ledger/ledger.service.ts";
import {
  askForPayment,
  lockPaidChange,
  returnPayment,
  takeEffect,
} from "./changes/change-payment.service.ts";
import { issueLaterInvoices } from "../vat/vat-documents.service.ts";
import { reportDifference, reportNotOwed, reportRefund } from "./charge-incidents.service.ts";
import { sumOwnRefunds } from "../payments/payments.service.ts";
import {
  getCharge,
  lockCharge,
  NO_CARD,
  NO_PAGE,
  updateCharge,
  type LaterChargeRow,
} from "./charges.repository.ts";

/**
 * The card can't be charged: the renter has to pay on a checkout page, and can't book until then.
 * @param intentId the failed charge, which the provider has cancelled; null if there was none
 */
export const decline = (
  ctx: Ctx,
  id: string,
  reason: DeclineReason,
  intentId: string | null,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { booking_id, kind } = await getCharge(tx.db, id);
    // Locked before the charge, as a checkout locks it before it asks for outstanding charges.
    const { renter_id: renterId } = await getDetails(tx.db, booking_id);
    if (kind !== "change") await lockRenter(tx, renterId);
    const row = await lockCharge(tx.db, id);
    if (row.state !== "paying") return;
    if (kind !== "change") await endOpenCheckouts(tx, renterId);
    const now = tx.clock.now().toISOString();
    const change = { state: "outstanding" as const, declined: reason, outstanding_since: now };
    await updateCharge(tx.db, id, { ...change, ...NO_CARD, declined_intent_id: intentId });
    if (row.kind === "change") return askForPayment(tx, { ...row, ...change });
    await recordProviderStep(tx, row, "decline", { reason });
    const booking = await getDetails(tx.db, row.booking_id);
    await notifyOfCharges(tx, row.booking_id, {
      event: "declined",
      charges: [{ ...row, ...change }],
    });
    await publishBookingChange(tx, booking);
  });

interface MadePayment {
  intentId: string;
  /** The checkout page that was paid, if it was one. */
  sessionId?: string;
  amountCents: number;
  currency: string;
  feeCents: number | null;
  cardLast4: string | null;
}

/**
 * Stores a payment once, with its ledger entries. A second payment is reported. One that came too
 * late for its change is returned.
 */
export const recordPayment = (ctx: Ctx, id: string, made: MadePayment): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const change = await lockPaidChange(tx, await getCharge(tx.db, id));
    const row = await lockCharge(tx.db, id);
    if (row.state === "paid" && row.intent_id === made.intentId) return;
    if (!canBePaid(row)) return reportNotOwed(tx, row, made);
    if (made.amountCents !== row.amount_cents || made.currency !== "usd")
      return reportDifference(tx, row, made);
    const isByPage = row.session_id === made.sessionId;
    const paid = {
      state: "paid" as const,
      paid_at: tx.clock.now().toISOString(),
      waived_at: null,
      provider: tx.payments.name,
      intent_id: made.intentId,
      card_last4: made.cardLast4,
      fee_cents: made.feeCents,
      applied: change?.canTakeEffect === true,
      ...NO_CARD,
      ...(isByPage ? NO_PAGE : {}),
    };
    await updateCharge(tx.db, id, paid);
    if (made.feeCents) await bookFee(tx, row, made.feeCents);
    await recordProviderStep(tx, row, "paid", {});
    if (!change) return earn(tx, { ...row, ...paid });
    if (change.canTakeEffect) return takeEffect(tx, change.row, made.cardLast4);
    await returnPayment(tx, { ...row, ...paid }, change.row);
  });

/** Whether a payment is accepted. One for a change that has ended is, and then returned. */
const canBePaid = ({ kind, state }: LaterChargeRow): boolean =>
  state === "paying" || state === "outstanding" || (kind === "change" && state === "waived");

/** Books a charge after the trip, which host and platform have earned. */
async function earn(tx: Ctx, row: LaterChargeRow): Promise<void> {
  const booking = await getDetails(tx.db, row.booking_id);
  const { id, amount_cents: amountCents, host_share_cents: hostShareCents } = row;
  const movement = laterCharged(booking.host_id, { amountCents, hostShareCents });
  await book(tx, `later_charge:${id}:charged`, movement, row.booking_id);
  // A case compensates a loss, which is not a taxable supply (decision 52).
  if (row.has_tax_documents) await issueLaterInvoices(tx, id);
  await notifyOfCharges(tx, row.booking_id, { event: "paid", charges: [row] });
  await publishBookingChange(tx, booking);
}

const bookFee = (tx: DataCtx, { id, booking_id }: LaterChargeRow, cents: number): Promise<void> =>
  book(tx, `later_charge:${id}:provider_fee`, providerFee(cents), booking_id);

/** Stores a fee that the provider did not know at first. */
export const recordFee = (ctx: Ctx, id: string, feeCents: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCharge(tx.db, id);
    if (row.fee_cents !== null) return;
    await updateCharge(tx.db, id, { fee_cents: feeCents });
    if (feeCents > 0) await bookFee(tx, row, feeCents);
  });

/**
 * Books what was refunded in the provider's dashboard, beyond our own refunds, and reports it.
 * @param providedCents everything that the provider has refunded
 */
export const recordRefund = (ctx: Ctx, id: string, providedCents: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { change_id, booking_id } = await getCharge(tx.db, id);
    // Refunds of a change's payment are decided with the booking locked.
    if (change_id !== null) await lockBooking(tx.db, booking_id);
    const row = await lockCharge(tx.db, id);
    const refundedCents = providedCents - (await sumOwnRefunds(tx.db, id)).decidedCents;
    const more = refundedCents - row.refunded_cents;
    if (more <= 0) return;
    await updateCharge(tx.db, id, { refunded_cents: refundedCents });
    const key = `later_charge:${id}:refunded:${refundedCents}`;
    await book(tx, key, laterRefunded(more), row.booking_id);
    await reportRefund(tx, row, refundedCents);
  });

const recordProviderStep = (
  tx: Ctx,
  row: LaterChargeRow,
  step: "paid" | "decline",
  more: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    actorKind: "provider",
    actorId: null,
    action: `later_charge.${step}`,
    subjectType: "booking",
    subjectId: row.booking_id,
    after: { charge: row.id, kind: row.kind, amount_cents: row.amount_cents, ...more },
  });
