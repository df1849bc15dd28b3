// Trips on hold: the booking stays, but the car is not handed over and the host is not paid until
// an admin decides (product.md, Admins).
import type { HoldReason } from "../../../../domain/booking/admin/trip-hold.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { isUrgentAlert } from "../../../../domain/message/alert.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../../platform/context.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { lockAccount } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { requestExpiry } from "../../payments/payments.service.ts";
import { findByIds, getDetails, type BookingRow } from "../bookings.repository.ts";
import {
  formatHelp,
  nameTrip,
  PATHS,
  toMailFacts,
  withToday,
} from "../notifications/booking-mail.ts";
import { tripHoldMails, type TripHoldEvent } from "../notifications/trip-hold.mails.ts";
import { openStateOf } from "./open-bookings.presenter.ts";
import { publishBookingChange, type Actor } from "../transitions.ts";
import {
  deleteBookingBan,
  findBar,
  findOpenCheckouts,
  findOutstanding,
  insertBookingBan,
  insertTripHold,
  lockOpenBookings,
} from "./trip-holds.repository.ts";

/** Puts an open booking on hold and notifies the sides whom it concerns. Does nothing twice. */
export async function holdTrip(
  ctx: Ctx,
  row: Pick<BookingRow, "id" | "renter_id" | "host_id">,
  reason: HoldReason,
  actor: Actor,
): Promise<void> {
  const hold = { booking_id: row.id, reason };
  const id = await insertTripHold(ctx.db, hold, ctx.clock.now());
  if (id === undefined) return;
  await recordAudit(ctx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action: "booking.hold",
    subjectType: "booking",
    subjectId: row.id,
    after: { because: reason },
  });
  await publishTripHold(ctx, row);
  await notifyOfHold(ctx, row.id, { event: "held", reason, key: id });
}

/** The booking and the admins' queue show a hold. */
export async function publishTripHold(
  ctx: DbCtx,
  row: Pick<BookingRow, "id" | "renter_id" | "host_id">,
): Promise<void> {
  await publishBookingChange(ctx, row);
  await publishLive(ctx, "admins", "queue");
}

/** Notifies the sides of a booking that it is on hold, goes ahead, or stays as it is. */
export async function notifyOfHold(
  ctx: Ctx,
  bookingId: string,
  { event, reason, key }: { event: TripHoldEvent; reason: HoldReason; key: string },
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const mails = tripHoldMails(booking, ctx.publicUrl(), {
    event,
    reason,
    state: openStateOf(booking, ctx.clock.now()),
    help: formatHelp(ctx.config),
  });
  for (const party of ["renter", "host"] as const) {
    const mail = mails[party];
    if (!mail) continue;
    await notify(ctx, {
      to: booking[`${party}_id`],
      kind: "booking",
      key: `booking:${bookingId}:trip_${event}:${key}`,
      about: nameTrip(booking),
      path: PATHS[party](bookingId),
      mail: { facts: toMailFacts(booking, party), ...mail },
      always: true,
      // Only a stop can't wait until they read their email.
      ...(event === "held" && {
        alert: {
          kind: "cancellation",
          body: nameTrip(booking),
          isUrgent: isUrgentAlert("cancellation", toRentalPeriod(booking), ctx.clock.now()),
          booking: { id: bookingId, status: booking.status },
        },
      }),
    });
  }
}

/**
 * Refuses a renter who is suspended or whose payment a bank has taken back. Call it with the
 * renter's account locked.
 * @throws DomainError account_suspended, booking_banned
 */
export async function requireMayBook(ctx: DbCtx, renterId: string): Promise<void> {
  const bar = await findBar(ctx.db, renterId);
  if (bar === "renter_suspended") throw new DomainError("account_suspended");
  if (bar !== undefined) throw new DomainError("booking_banned");
}

/**
 * Also refuses a renter who has yet to pay for an earlier trip.
 * @throws DomainError account_suspended, booking_banned, outstanding_balance
 */
export async function requireMayCheckOut(ctx: DbCtx, renterId: string): Promise<void> {
  await requireMayBook(ctx, renterId);
  await requireNoBalance(ctx, renterId);
}

/** @throws DomainError outstanding_balance if the renter has yet to pay for an earlier trip */
export async function requireNoBalance(ctx: DbCtx, renterId: string): Promise<void> {
  const balance = await findOutstanding(ctx.db, renterId);
  if (balance) throw new DomainError("outstanding_balance", balance);
}

/**
 * Ends the open checkouts of a renter who has yet to pay for an earlier trip. Call it with the
 * renter's account locked, as lockRenter does. One that is paid at the same moment is a booking
 * like any other.
 */
export async function endOpenCheckouts(ctx: DataCtx, renterId: string): Promise<void> {
  for (const id of await findOpenCheckouts(ctx.db, renterId)) await requestExpiry(ctx, id);
}

/** Locks a renter's account and open bookings. */
export async function lockRenter(ctx: DbCtx, renterId: string): Promise<string[]> {
  await lockAccount(ctx.db, { id: renterId });
  return (await lockOpenBookings(ctx.db, renterId)).map(({ id }) => id);
}

/**
 * Stops a renter from booking, and puts the trips on hold that have not begun. The account may have
 * been deleted since.
 */
export async function banRenter(
  ctx: Ctx,
  { renterId, disputeId }: { renterId: string; disputeId: string },
  actor: Actor,
): Promise<void> {
  const ids = await lockRenter(ctx, renterId);
  await insertBookingBan(ctx.db, { renter_id: renterId, dispute_id: disputeId }, ctx.clock.now());
  await auditBan(ctx, "account.booking_ban", renterId, actor);
  await publishLive(ctx, "admins", "profile", renterId);
  for (const row of await findByIds(ctx.db, ids))
    if (row.renter_id === renterId && openStateOf(row, ctx.clock.now()) !== "in_progress")
      await holdTrip(ctx, row, "charged_back", actor);
}

/**
 * Lets a renter book again; the trips on hold still wait for a decision.
 * @throws DomainError forbidden for the admin's own ban; not_found if there is none
 */
export const liftBookingBan = (ctx: Ctx, admin: User, renterId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (admin.id === renterId) throw new DomainError("forbidden");
    if (!(await endBookingBan(tx, renterId, { kind: "admin", id: admin.id })))
      throw new DomainError("not_found", { what: "ban" });
  });

/** @param disputeId ends only the ban for this dispute. @returns whether there was one */
export async function endBookingBan(
  ctx: Ctx,
  renterId: string,
  actor: Actor,
  disputeId?: string,
): Promise<boolean> {
  if (!(await deleteBookingBan(ctx.db, renterId, disputeId))) return false;
  await auditBan(ctx, "account.booking_ban_lift", renterId, actor);
  await publishLive(ctx, "admins", "profile", renterId);
  return true;
}

const auditBan = (
  ctx: Ctx,
  action: "account.booking_ban" | "account.booking_ban_lift",
  renterId: string,
  actor: Actor,
): Promise<void> =>
  recordAudit(ctx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action,
    subjectType: "account",
    subjectId: renterId,
  });
