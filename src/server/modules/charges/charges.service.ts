// The charges after a booking: read by both sides and admins, paid or contested by the renter,
// waived by the host or an admin, refunded by an admin. The lock of the row decides between a step
// and the sweep at the same moment.
import type { LaterCharge } from "../../../contract/bookings/later-charges.ts";
import { DomainError } from "../../../domain/errors.ts";
import { requireStep } from "../../../domain/money/later/later-charge.ts";
import { partiesToBooking, type BookingParty } from "../../../domain/policies/booking.ts";
import { LATER_CHARGE_POLICY } from "../../../domain/policies/later-charge.ts";
import { mayAsAdmin } from "../../../domain/policies/admin.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import {
  inTransaction,
  type Ctx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { getDetails, publishBookingChange } from "../bookings/bookings.service.ts";
import { notifyOfCharges } from "../bookings/notifications/later-charge-notifications.service.ts";
import { openBalanceCheckout } from "./balance-checkout.service.ts";
import { decideLaterRefund, type LaterRefund } from "./charge-refunds.service.ts";
import { findLaterDecision, findLaterRefunds, sumDisputed } from "../payments/payments.service.ts";
import { settleCharge } from "./charge-settlement.service.ts";
import { startPaying } from "./start-paying.ts";
import { presentCharge } from "./charges.presenter.ts";
import {
  findCharges,
  findOutstandingOfHost,
  getCharge,
  lockCharge,
  requireOfBooking,
  updateCharge,
  type LaterChargeRow,
} from "./charges.repository.ts";

interface ChargeIds {
  id: string;
  charge_id: string;
}

/** Who the caller is to a booking. @throws DomainError not_found, forbidden */
async function authorizeFor(
  ctx: DbCtx,
  user: User,
  bookingId: string,
  action: keyof typeof LATER_CHARGE_POLICY,
): Promise<BookingParty> {
  const booking = await getDetails(ctx.db, bookingId);
  const parties = partiesToBooking(booking, user);
  return authorize<BookingParty>(LATER_CHARGE_POLICY[action], parties, "booking");
}

/** @throws DomainError not_found; forbidden for an admin who is a side of the booking */
async function authorizeAdmin(
  ctx: DbCtx,
  admin: User,
  bookingId: string,
  action: "waive_for_reason" | "refund",
): Promise<void> {
  const closest = partiesToBooking(await getDetails(ctx.db, bookingId), admin).slice(0, 1);
  authorize<BookingParty>(LATER_CHARGE_POLICY[action], closest, "booking");
}

/** @throws DomainError not_found */
export async function readCharges(
  ctx: DbCtx,
  user: User,
  bookingId: string,
): Promise<{ charges: LaterCharge[] }> {
  const party = await authorizeFor(ctx, user, bookingId, "read");
  const mayAct = party !== "admin" || mayAsAdmin("move_money", user);
  const rows = await findCharges(ctx.db, bookingId);
  const refunds = await findLaterRefunds(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const charges: LaterCharge[] = [];
  for (const row of rows) {
    const returned = {
      refunds: refunds.filter((each) => each.later_charge_id === row.id),
      disputedCents: row.state === "paid" ? await sumDisputed(ctx.db, row.id) : 0,
    };
    charges.push(presentCharge(row, returned, { party, mayAct }));
  }
  return { charges };
}

/**
 * Charges the saved card now, or opens a checkout page if it can't be charged.
 * @throws DomainError not_found, forbidden, later_charge_closed, payment_provider_failed,
 * checkout_refused
 */
export async function payCharge(
  ctx: Ctx,
  user: User,
  ids: ChargeIds,
): Promise<{ charges: LaterCharge[]; checkout_url: string | null }> {
  await authorizeFor(ctx, user, ids.id, "pay");
  await inTransaction(ctx, async (tx) => {
    const row = requireOfBooking(await lockCharge(tx.db, ids.charge_id), ids.id);
    requireStep(row.state, "pay");
    if (row.state !== "announced") return;
    await startPaying(tx, row);
    await recordStep(tx, { kind: "renter", id: user.id, reason: null }, row, "pay");
  });
  await settleCharge(ctx, ids.charge_id);
  const { state } = await getCharge(ctx.db, ids.charge_id);
  const checkout_url =
    state === "outstanding" ? await openBalanceCheckout(ctx, ids.charge_id) : null;
  return { ...(await readCharges(ctx, user, ids.id)), checkout_url };
}

/**
 * Asks the provider whether a balance was paid on its page.
 * @throws DomainError not_found, forbidden, payment_provider_failed
 */
export async function confirmCharge(
  ctx: Ctx,
  user: User,
  ids: ChargeIds,
): Promise<{ charges: LaterCharge[] }> {
  await authorizeFor(ctx, user, ids.id, "pay");
  requireOfBooking(await getCharge(ctx.db, ids.charge_id), ids.id);
  await settleCharge(ctx, ids.charge_id);
  return readCharges(ctx, user, ids.id);
}

/** @throws DomainError not_found, forbidden, later_charge_closed */
export async function contestCharge(
  ctx: Ctx,
  user: User,
  ids: ChargeIds,
  words: string,
): Promise<{ charges: LaterCharge[] }> {
  await authorizeFor(ctx, user, ids.id, "contest");
  await inTransaction(ctx, async (tx) => {
    const row = requireOfBooking(await lockCharge(tx.db, ids.charge_id), ids.id);
    requireStep(row.state, "contest");
    // The renter could answer the case and appeal its decision.
    if (row.origin === "case") throw new DomainError("later_charge_closed", { state: row.state });
    const change = {
      state: "contested" as const,
      contest_words: words,
      contested_at: tx.clock.now().toISOString(),
    };
    await updateCharge(tx.db, row.id, change);
    await recordStep(tx, { kind: "renter", id: user.id, reason: null }, row, "contest");
    await notifyOfCharges(tx, ids.id, { event: "contested", charges: [{ ...row, ...change }] });
  });
  return readCharges(ctx, user, ids.id);
}

/** @throws DomainError not_found, forbidden, later_charge_closed */
export async function waiveCharge(
  ctx: Ctx,
  user: User,
  ids: ChargeIds,
): Promise<{ charges: LaterCharge[] }> {
  await authorizeFor(ctx, user, ids.id, "waive");
  return waiveAs(ctx, { kind: "host", user, reason: null }, ids);
}

/**
 * An admin waives a charge of a booking that is not their own.
 * @throws DomainError not_found, forbidden, later_charge_closed
 */
export async function waiveChargeForReason(
  ctx: Ctx,
  admin: User,
  ids: ChargeIds,
  reason: string,
): Promise<{ charges: LaterCharge[] }> {
  await authorizeAdmin(ctx, admin, ids.id, "waive_for_reason");
  return waiveAs(ctx, { kind: "admin", user: admin, reason }, ids);
}

/** Who waives a charge. */
interface Waiver {
  kind: "host" | "admin";
  user: User;
  reason: string | null;
}

async function waiveAs(ctx: Ctx, by: Waiver, ids: ChargeIds): Promise<{ charges: LaterCharge[] }> {
  await inTransaction(ctx, async (tx) => {
    const row = requireOfBooking(await lockCharge(tx.db, ids.charge_id), ids.id);
    requireStep(row.state, by.kind === "admin" ? "waive_for_reason" : "waive");
    await waive(tx, by, row);
  });
  // Closes its checkout page.
  await settleSoon(ctx, ids.charge_id);
  return readCharges(ctx, by.user, ids.id);
}

/** Asks the provider now. If it does not answer, the sweep asks again. */
export const settleSoon = (ctx: Ctx, id: string): Promise<void> =>
  settleCharge(ctx, id).catch((error: unknown) =>
    ctx.log.warn({ err: error, charge: id }, "the card provider is asked again later"),
  );

/**
 * An admin refunds a paid charge of a booking that is not their own, in full or in part.
 * @throws DomainError not_found, forbidden, later_charge_closed, charge_refund_too_high,
 * refund_id_taken, charge_elsewhere; payment_provider_failed, and then nothing is decided
 */
export async function refundCharge(
  ctx: Ctx,
  admin: User,
  ids: ChargeIds,
  refund: LaterRefund,
): Promise<{ charges: LaterCharge[] }> {
  await authorizeAdmin(ctx, admin, ids.id, "refund");
  requireOfBooking(await getCharge(ctx.db, ids.charge_id), ids.id);
  // Somebody may have refunded it in the provider's dashboard.
  if ((await findLaterDecision(ctx.db, refund.id)).length === 0)
    await settleCharge(ctx, ids.charge_id);
  await decideLaterRefund(ctx, admin, ids, refund);
  await settleSoon(ctx, ids.charge_id);
  return readCharges(ctx, admin, ids.id);
}

/** Waives a leaving host's outstanding charges. The sweep closes their checkout pages. */
export async function waiveOutstandingCharges(tx: NotifyCtx, host: User): Promise<void> {
  for (const id of await findOutstandingOfHost(tx.db, host.id)) {
    const row = await lockCharge(tx.db, id);
    if (row.state === "outstanding")
      await waive(tx, { kind: "host", user: host, reason: null }, row);
  }
}

async function waive(tx: NotifyCtx, by: Waiver, row: LaterChargeRow): Promise<void> {
  const { kind, user, reason } = by;
  const change = {
    state: "waived" as const,
    waived_at: tx.clock.now().toISOString(),
    waive_reason: reason,
  };
  await updateCharge(tx.db, row.id, change);
  await recordStep(tx, { kind, id: user.id, reason }, row, "waive");
  await notifyOfCharges(tx, row.booking_id, { event: "waived", charges: [{ ...row, ...change }] });
}

/** Records a person's step, and shows it on open pages. */
async function recordStep(
  tx: NotifyCtx,
  by: { kind: "renter" | "host" | "admin"; id: string; reason: string | null },
  row: LaterChargeRow,
  step: "pay" | "contest" | "waive",
): Promise<void> {
  await recordAudit(tx, {
    actorKind: by.kind,
    actorId: by.id,
    action: `later_charge.${step}`,
    subjectType: "booking",
    subjectId: row.booking_id,
    ...(by.reason === null ? {} : { reason: by.reason }),
    after: { charge: row.id, kind: row.kind, amount_cents: row.amount_cents },
  });
  await publishBookingChange(tx, await getDetails(tx.db, row.booking_id));
}
