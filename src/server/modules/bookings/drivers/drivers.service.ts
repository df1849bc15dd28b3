// What the renter does with additional drivers: names them at the checkout, invites, removes. The
// row of the booking is locked, so that two changes never exceed the limit.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { checkDriverEmails, mayChangeDrivers } from "../../../../domain/booking/drivers/drivers.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../../domain/policies/booking.ts";
import { authorize } from "../../../../domain/policies/policy.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type NotifyCtx, type User } from "../../../platform/context.ts";
import type { LimitCtx } from "../../../platform/http/rate-limit.ts";
import { getOwnProfile } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { getDetails, lockBooking, type BookingRow } from "../bookings.repository.ts";
import { readBooking } from "../bookings.service.ts";
import { nameTrip, withToday, type MailedBooking } from "../notifications/booking-mail.ts";
import { publishBookingChange } from "../transitions.ts";
import { drivingPath, endMail } from "./drivers.mails.ts";
import {
  findDriver,
  findDrivers,
  insertDrivers,
  updateDriver,
  type DriverRow,
} from "./drivers.repository.ts";
import { sendInvitation } from "./step-drivers.service.ts";

type DriversCtx = NotifyCtx & LimitCtx;

/**
 * Invites one more driver.
 * @throws DomainError not_found, forbidden, drivers_closed, trip_on_hold, driver_is_renter,
 * driver_named_twice, too_many_drivers, rate_limited
 */
export async function inviteDriver(
  ctx: DriversCtx,
  renter: User,
  bookingId: string,
  email: string,
): Promise<Booking> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, renter, bookingId, "invite_driver");
    checkDriverEmails([email], {
      renterEmail: (await getOwnProfile(tx, renter.id)).email,
      known: (await findDrivers(tx.db, bookingId)).map((driver) => driver.email),
    });
    const booking = await getInvitable(tx, bookingId);
    const [id] = await insertDrivers(tx.db, bookingId, [email], tx.clock.now());
    if (id === undefined) throw new Error("one driver was inserted");
    await sendInvitation(tx, booking, { id, email });
    await auditDriver(tx, renter, row, "driver_invite", id);
    await publishBookingChange(tx, row);
  });
  return readBooking(ctx, renter, bookingId);
}

/**
 * Sends an invitation again, also one that has expired.
 * @throws DomainError not_found, forbidden, drivers_closed, trip_on_hold, invitation_closed,
 * rate_limited
 */
export async function resendInvitation(
  ctx: DriversCtx,
  renter: User,
  ids: { id: string; driver_id: string },
): Promise<Booking> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, renter, ids.id, "invite_driver");
    const driver = await getDriver(tx, ids);
    if (driver.state !== "invited") throw new DomainError("invitation_closed");
    await sendInvitation(tx, await getInvitable(tx, row.id), driver);
    await auditDriver(tx, renter, row, "driver_invite", driver.id);
    await publishBookingChange(tx, row);
  });
  return readBooking(ctx, renter, ids.id);
}

/**
 * Removes a driver, whose link stops working. Removing one again changes nothing.
 * @throws DomainError not_found, forbidden, drivers_closed
 */
export async function removeDriver(
  ctx: DriversCtx,
  renter: User,
  ids: { id: string; driver_id: string },
): Promise<Booking> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, renter, ids.id, "remove_driver");
    const driver = await getDriver(tx, ids);
    if (driver.state !== "invited" && driver.state !== "accepted") return;
    await updateDriver(tx.db, driver.id, {
      state: "removed",
      position: null,
      token_hash: null,
      expires_at: null,
    });
    if (driver.user_id !== null) await notifyOfRemoval(tx, row.id, driver, driver.user_id);
    await auditDriver(tx, renter, row, "driver_remove", driver.id);
    await publishBookingChange(tx, row);
  });
  return readBooking(ctx, renter, ids.id);
}

/** @throws DomainError not_found, forbidden, drivers_closed */
async function lockOwn(
  tx: DriversCtx,
  renter: User,
  bookingId: string,
  action: "invite_driver" | "remove_driver",
): Promise<BookingRow> {
  const row = await lockBooking(tx.db, bookingId);
  authorize(BOOKING_POLICY[action], partiesToBooking(row, renter), "booking");
  const { status, payment_status: paymentStatus } = row;
  const facts = { status, paymentStatus, period: toRentalPeriod(row) };
  if (!mayChangeDrivers(facts, tx.clock.now())) throw new DomainError("drivers_closed");
  return row;
}

/** @throws DomainError trip_on_hold */
async function getInvitable(tx: DriversCtx, bookingId: string): Promise<MailedBooking> {
  const booking = await getDetails(tx.db, bookingId);
  if (booking.hold_reason !== null) throw new DomainError("trip_on_hold");
  return withToday(tx, booking);
}

/** @throws DomainError not_found, also for a driver of another booking */
async function getDriver(
  tx: Pick<Ctx, "db">,
  { id, driver_id }: { id: string; driver_id: string },
): Promise<DriverRow> {
  const driver = await findDriver(tx.db, driver_id);
  if (driver?.booking_id !== id) throw new DomainError("not_found", { what: "driver" });
  return driver;
}

async function notifyOfRemoval(
  tx: NotifyCtx,
  bookingId: string,
  { id }: DriverRow,
  userId: string,
): Promise<void> {
  const booking = withToday(tx, await getDetails(tx.db, bookingId));
  await notify(tx, {
    to: userId,
    kind: "booking",
    key: `driver:${id}:removed`,
    about: nameTrip(booking),
    path: drivingPath(id),
    mail: endMail(booking, "removed"),
    always: true, // otherwise they might drive
  });
}

const auditDriver = (
  tx: Pick<Ctx, "db" | "clock">,
  renter: User,
  { id }: BookingRow,
  action: "driver_invite" | "driver_remove",
  driverId: string,
): Promise<void> =>
  recordAudit(tx, {
    actorKind: "renter",
    actorId: renter.id,
    action: `booking.${action}`,
    subjectType: "booking",
    subjectId: id,
    after: { driver_id: driverId },
  });
