// What hosts pay for cancelling approved bookings: the fee beforehand, charging it, and waiving it
// (product.md, Host cancellations).
import type { getHostCancellationFee } from "../../../../contract/bookings/cancellation.ts";
import type { Output } from "../../../../contract/endpoint.ts";
import {
  BLOCKS_DAYS,
  cancellationYearStart,
  hostCancellationFee,
  MAX_HOST_FEE_CENTS,
  type HostCancellationReason,
  type HostFee,
} from "../../../../domain/booking/host-cancellation/host-cancellation.ts";
import { applyTransition } from "../../../../domain/booking/booking.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { hostFeeWaived } from "../../../../domain/money/books/credit-movements.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../../domain/policies/booking.ts";
import { refusal } from "../../../../domain/policies/policy.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type NotifyCtx,
  type User,
} from "../../../platform/context.ts";
import { lockAccount } from "../../accounts/accounts.service.ts";
import { recordIncident } from "../../incidents/incidents.service.ts";
import { grantHostFee } from "../../ledger/credit.service.ts";
import { book } from "../../ledger/ledger.service.ts";
import { presentAdminBooking } from "../admin/admin-bookings.service.ts";
import { getBookingRow, getDetails, lockBooking, type BookingRow } from "../bookings.repository.ts";
import type { RefundContext } from "../notifications/booking-mail.ts";
import { notifyOfWaivedFee } from "./host-fee-notifications.service.ts";
import { findCurrentStorm } from "../storms/storms.repository.ts";
import { toBookedTotal } from "./booked-total.ts";
import { publishBookingChange, toBookingFacts } from "../transitions.ts";
import {
  countCancellations,
  hasLeft,
  insertCancellation,
  isPaymentDisputed,
  isDepositMissing,
  lockCancellation,
  readDebt,
  storeWaiver,
} from "./host-cancellations.repository.ts";

/** A cancellation by the host, in integer cents. */
type PlannedFee = NonNullable<RefundContext["hostFee"]>;

/** Calculates the fee, after refusing a booking that the host can't cancel. */
const calculateFee = async (ctx: DataCtx, row: BookingRow): Promise<HostFee> => {
  const now = ctx.clock.now();
  applyTransition("cancel_by_host", { booking: toBookingFacts(row), actorKind: "host", now });
  return hostCancellationFee(
    {
      period: toRentalPeriod(row),
      totalCents: toBookedTotal(row),
      earlierCancellations: await countCancellations(
        ctx.db,
        row.host_id,
        cancellationYearStart(now),
      ),
      isDisputed: await isPaymentDisputed(ctx.db, row.id),
      isInStorm: (await findCurrentStorm(ctx.db, row.id)) !== null,
      isDepositMissing: await isDepositMissing(ctx.db, row.id),
    },
    now,
  );
};

/**
 * What the host of an approved booking would pay for cancelling it now.
 * @throws DomainError not_found; forbidden for anybody else; transition_refused and
 * cancellation_too_late if the host can't cancel it
 */
export async function readHostFee(
  ctx: DataCtx,
  user: User,
  bookingId: string,
): Promise<Output<typeof getHostCancellationFee>> {
  const row = await getBookingRow(ctx.db, bookingId);
  const parties = partiesToBooking(row, user);
  if (!parties.includes("host")) throw refusal(BOOKING_POLICY.cancel, parties, "booking");
  const { feeCents, basisPoints, freeBecause } = await calculateFee(ctx, row);
  return { fee_cents: feeCents, percent: basisPoints / 100, free_because: freeBecause };
}

/**
 * The fee for a cancellation that is about to be stored. Locks the host's account, so that only one
 * of two cancellations can be the first in a year.
 * @param confirmedCents what the host's page showed; nothing if undefined
 * @throws DomainError host_fee_changed; transition_refused, cancellation_too_late and car_is_out if
 * the host can't cancel it
 */
export async function planHostFee(
  ctx: DataCtx,
  row: BookingRow,
  reason: HostCancellationReason = "other",
  confirmedCents = 0,
): Promise<PlannedFee> {
  await lockAccount(ctx.db, { id: row.host_id });
  const { feeCents } = await calculateFee(ctx, row);
  if (confirmedCents !== feeCents)
    throw new DomainError("host_fee_changed", { fee_cents: feeCents });
  return { reason, feeCents };
}

/** @param asked what the host chose, if the reason leaves it open */
export function blocksFreedDays(reason: HostCancellationReason, asked: boolean): boolean {
  const blocks = BLOCKS_DAYS[reason];
  return blocks === "ask" ? asked : blocks;
}

/**
 * Records a host's cancellation and gives the fee to the renter as credit. Notifies the admins of a
 * host who owes more than one fee, because the platform may have to bear the spent credit.
 */
export async function chargeHostFee(
  ctx: Ctx,
  row: BookingRow,
  { reason, feeCents }: PlannedFee,
): Promise<void> {
  await insertCancellation(ctx.db, {
    booking_id: row.id,
    host_id: row.host_id,
    reason,
    fee_cents: feeCents,
    cancelled_at: ctx.clock.now().toISOString(),
  });
  if (feeCents === 0) return;
  const money = { id: row.id, renterId: row.renter_id, hostId: row.host_id };
  await grantHostFee(ctx, money, feeCents);
  const debtCents = await readDebt(ctx.db, row.host_id);
  if (debtCents > MAX_HOST_FEE_CENTS)
    await recordIncident(ctx, {
      key: `host_in_debt:${row.host_id}`,
      kind: "host_in_debt",
      bookingId: row.id,
      details: { debt_cents: debtCents },
    });
}

/**
 * Waives a host's cancellation fee after the host has shown that it was not their fault. The renter
 * keeps the credit, and the platform bears the fee.
 * @throws DomainError not_found; forbidden for the admin's own booking; host_fee_already_waived;
 * no_host_fee, also if the host has deleted the account
 */
export async function waiveHostFee(ctx: Ctx, admin: User, bookingId: string, reason: string) {
  await inTransaction(ctx, (tx) => waive(tx, admin, bookingId, reason));
  return presentAdminBooking(await getDetails(ctx.db, bookingId), ctx.clock.now());
}

async function waive(tx: NotifyCtx, admin: User, bookingId: string, reason: string): Promise<void> {
  const row = await lockBooking(tx.db, bookingId);
  if (row.host_id === admin.id || row.renter_id === admin.id) throw new DomainError("forbidden");
  const found = await lockCancellation(tx.db, bookingId);
  if (!found || found.fee_cents === 0) throw new DomainError("no_host_fee");
  if (found.waived_at !== null) throw new DomainError("host_fee_already_waived");
  // Locked, so that the host can't delete the account in between.
  await lockAccount(tx.db, { id: row.host_id });
  if (await hasLeft(tx.db, row.host_id)) throw new DomainError("no_host_fee");
  const waived_at = tx.clock.now().toISOString();
  await storeWaiver(tx.db, bookingId, { waived_at, waived_by: admin.id, waive_reason: reason });
  const movement = hostFeeWaived(row.host_id, found.fee_cents);
  await book(tx, `booking:${bookingId}:host_fee_waived`, movement, bookingId);
  await recordAudit(tx, {
    actorKind: "admin",
    actorId: admin.id,
    action: "booking.waive_host_fee",
    subjectType: "booking",
    subjectId: bookingId,
    reason,
    after: { host_fee_cents: found.fee_cents },
  });
  await publishBookingChange(tx, row);
  await notifyOfWaivedFee(tx, bookingId, { feeCents: found.fee_cents, reason });
}
