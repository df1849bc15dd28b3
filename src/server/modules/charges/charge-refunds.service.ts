// Refunds of charges after a booking: decided and booked once, then requested from the provider
// until it has made them. If a process dies in between, the sweep makes the refund.
import type { LaterCharge } from "../../../contract/bookings/later-charges.ts";
import { DomainError } from "../../../domain/errors.ts";
import { laterRefundDecided, refunded } from "../../../domain/money/ledger.ts";
import { requireStep } from "../../../domain/money/later/later-charge.ts";
import {
  hostPartOfRefund,
  mostPartialRefund,
  type RefundBearer,
} from "../../../domain/money/refund.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { PaymentRefused } from "../../platform/payments/provider.ts";
import { getDetails, publishBookingChange } from "../bookings/bookings.service.ts";
import {
  notifyHostOfRefund,
  notifyRenterOfRefund,
} from "../bookings/notifications/later-refund-notifications.service.ts";
import { book } from "../ledger/ledger.service.ts";
import {
  countRefusal,
  findLaterDecision,
  findLaterRefunds,
  insertLaterRefund,
  markLaterRefundMade,
  readLaterCharge,
  refundLaterCharge,
  sumDisputed,
  sumOwnRefunds,
  type LaterRefundRow,
} from "../payments/payments.service.ts";
import { issueLaterCreditNotes } from "../vat/vat-documents.service.ts";
import { reportRefundRefused } from "./charge-incidents.service.ts";
import {
  lockCharge,
  requireOfBooking,
  updateCharge,
  type LaterChargeRow,
} from "./charges.repository.ts";

export interface LaterRefund {
  /** Chosen by the admin's browser, so that a retry after a lost answer refunds only once. */
  id: string;
  amountCents: number;
  bearer: RefundBearer;
  reason: string;
}

type Cents = "amount_cents" | "borne_by_host_cents";
const sum = (rows: readonly LaterRefundRow[], of: Cents): number =>
  rows.reduce((total, row) => total + row[of], 0);

/** What can still be refunded of a charge, in integer cents. */
export const refundableLater = (
  row: LaterChargeRow,
  refunds: readonly LaterRefundRow[],
  disputedCents: number,
): number =>
  row.state !== "paid"
    ? 0
    : mostPartialRefund(
        {
          amountDueCents: row.amount_cents,
          refundedCents: sum(refunds, "amount_cents") + row.refunded_cents,
          lostCents: disputedCents,
          creditCents: 0,
          creditReturnedCents: 0,
        },
        true,
      );

/**
 * Decides a refund and books it. A repeat with the same id is the same refund.
 * @throws DomainError not_found, later_charge_closed, charge_refund_too_high, refund_id_taken;
 * charge_elsewhere if another provider took the payment
 */
export const decideLaterRefund = (
  ctx: Ctx,
  admin: User,
  ids: { id: string; charge_id: string },
  { id, amountCents, bearer, reason }: LaterRefund,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = requireOfBooking(await lockCharge(tx.db, ids.charge_id), ids.id);
    const known = await findLaterDecision(tx.db, id);
    if (known.length > 0) return requireSame(known, row, { amountCents, bearer });
    requireStep(row.state, "refund");
    if (row.provider !== tx.payments.name) throw new DomainError("charge_elsewhere");
    const before = await findLaterRefunds(tx.db, [row.id]);
    const mostCents = refundableLater(row, before, await sumDisputed(tx.db, row.id));
    if (amountCents > mostCents)
      throw new DomainError("charge_refund_too_high", { refundable_cents: mostCents });
    const byHostCents = hostPartOfRefund(amountCents, bearer, {
      amountDueCents: row.amount_cents,
      creditCents: 0,
      hostShareCents: row.host_share_cents,
      borneByHostCents: sum(before, "borne_by_host_cents"),
    });
    const decided = {
      id,
      later_charge_id: row.id,
      amount_cents: amountCents,
      borne_by: bearer,
      borne_by_host_cents: byHostCents,
      reason,
      decided_by: admin.id,
      decided_at: tx.clock.now().toISOString(),
    };
    const isNew = await insertLaterRefund(tx.db, decided);
    // A refund of another charge took the id at the same moment.
    if (!isNew) throw new DomainError("refund_id_taken");
    // The first attempt doesn't wait for the retry delay of the charge.
    await updateCharge(tx.db, row.id, { attempts: 0, tried_at: null });
    const booking = await getDetails(tx.db, row.booking_id);
    const movement = laterRefundDecided(booking.host_id, { amountCents, byHostCents });
    await book(tx, `later_refund:${id}:decided`, movement, row.booking_id);
    await issueLaterCreditNotes(tx, row.id, id);
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "later_charge.refund",
      subjectType: "booking",
      subjectId: row.booking_id,
      reason,
      after: {
        charge: row.id,
        kind: row.kind,
        refund_cents: amountCents,
        borne_by: bearer,
        borne_by_host_cents: byHostCents,
      },
    });
    await notifyHostOfRefund(tx, row, decided);
    await publishBookingChange(tx, booking);
  });

/** @throws DomainError refund_id_taken */
function requireSame(
  known: readonly LaterRefundRow[],
  { id }: LaterChargeRow,
  { amountCents, bearer }: Pick<LaterRefund, "amountCents" | "bearer">,
): void {
  const isSame =
    known.every((part) => part.later_charge_id === id && part.borne_by === bearer) &&
    sum(known, "amount_cents") === amountCents;
  if (!isSame) throw new DomainError("refund_id_taken");
}

/**
 * Makes each pending refund under its own key. One that the provider refuses is reported and does
 * not block the others.
 * @throws DomainError payment_provider_failed without a response; the sweep asks again
 */
export async function makeLaterRefunds(ctx: Ctx, charge: LaterChargeRow): Promise<void> {
  const { intent_id: intentId } = charge;
  if (intentId === null) return;
  for (const refund of await findLaterRefunds(ctx.db, [charge.id])) {
    if (refund.made_at !== null) continue;
    const { id, refused, amount_cents: amountCents } = refund;
    try {
      const key = `later_refund_${id}`;
      await refundLaterCharge(ctx, { intentId, amountCents, key, refusals: refused });
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      if (!(await isMadeByHand(ctx, charge, amountCents))) {
        await countRefusal(ctx.db, refund);
        await reportRefundRefused(ctx, charge, { refundId: id, why: error.message });
        continue;
      }
    }
    await recordMade(ctx, charge, refund);
  }
}

/**
 * Whether the provider has returned `cents` more than we know of, so that a refused refund of this
 * amount must have been made in its dashboard.
 */
async function isMadeByHand(ctx: Ctx, charge: LaterChargeRow, cents: number): Promise<boolean> {
  const provided = await readLaterCharge(ctx, charge.intent_id ?? "");
  const knownCents = charge.refunded_cents + (await sumOwnRefunds(ctx.db, charge.id)).madeCents;
  return (provided?.refundedCents ?? 0) - knownCents >= cents;
}

const recordMade = (ctx: Ctx, charge: LaterChargeRow, refund: LaterRefundRow): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await markLaterRefundMade(tx.db, refund, tx.clock.now()))) return;
    const movement = refunded(refund.amount_cents);
    await book(tx, `later_refund:${refund.id}:made`, movement, charge.booking_id);
    await notifyRenterOfRefund(tx, charge, refund);
    await publishBookingChange(tx, await getDetails(tx.db, charge.booking_id));
  });

/** A charge's refunds as its readers see them. */
export const presentLaterRefunds = (
  refunds: readonly LaterRefundRow[],
  party: "renter" | "host" | "admin",
): LaterCharge["refunds"] =>
  refunds.map(({ id, amount_cents, borne_by_host_cents, reason, decided_at, made_at }) => ({
    id,
    amount_cents,
    borne_by_host_cents: party === "renter" ? null : borne_by_host_cents,
    reason: party === "host" && borne_by_host_cents === 0 ? null : reason,
    decided_at,
    made_at,
  }));
