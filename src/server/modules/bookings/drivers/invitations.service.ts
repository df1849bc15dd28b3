// What an invited person can do: read the invitation, accept or decline it, and leave again. The
// link alone is not enough: the account must have the invited address and have confirmed it.
import { timingSafeEqual } from "node:crypto";
import type { DriverInvitation } from "../../../../contract/bookings/drivers.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { mayChangeDrivers, shownDriverState } from "../../../../domain/booking/drivers/drivers.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import { checkRenterAge } from "../../../../domain/person/renter.ts";
import { ownSide } from "../../../../domain/policies/policy.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../../platform/context.ts";
import { getOwnProfile, lockOwnAccount } from "../../accounts/accounts.service.ts";
import { findState } from "../../identity/identity.service.ts";
import { getDetails, lockBooking, type BookingRow } from "../bookings.repository.ts";
import { nameHandoverPlace } from "../notifications/booking-mail.ts";
import { publishBookingChange } from "../transitions.ts";
import { requireMayBook } from "../trip-holds/trip-holds.service.ts";
import { notifyOfAcceptance, notifyOfLeaving, notifyOfRefusal } from "./answers.service.ts";
import {
  forgetDriver,
  findDriven,
  findDrivenBookings,
  findDriver,
  findDriverAccount,
  findDrivers,
  hashDriverToken,
  updateDriver,
  type DriverRow,
} from "./drivers.repository.ts";

type Token = string | null | undefined;

/** @throws DomainError not_found, invitation_for_another */
export async function readInvitation(
  ctx: DataCtx,
  user: User,
  id: string,
  token: Token,
): Promise<DriverInvitation> {
  const driver = await getInvited(ctx, user, id, token);
  const booking = await getDetails(ctx.db, driver.booking_id);
  const { status, payment_status: paymentStatus } = booking;
  const now = ctx.clock.now();
  const expiresAt = driver.expires_at === null ? null : new Date(driver.expires_at);
  const state =
    shownDriverState({ state: driver.state, expiresAt, isSent: true }, now) ?? "expired";
  const isOpen = mayChangeDrivers({ status, paymentStatus, period: toRentalPeriod(booking) }, now);
  const isOnHold = booking.hold_reason !== null;
  const { make, model, year, images } = maskListing(booking);
  return {
    id,
    number: formatBookingNumber(booking.number),
    state,
    booking_status: status,
    car: { make, model, year, images },
    start_date: booking.start_date,
    end_date: booking.end_date,
    renter_first_name: booking.renter_first_name,
    host_first_name: booking.host_first_name,
    expires_at: state === "invited" ? driver.expires_at : null,
    on_hold: isOnHold,
    handover:
      state === "accepted" && status === "approved" && !isOnHold
        ? {
            pickup_time: booking.pickup_time,
            return_time: booking.return_time,
            place: nameHandoverPlace(booking),
          }
        : null,
    identity: await findState(ctx.db, user.id),
    may_answer: state === "invited" && isOpen,
    may_leave: state === "accepted" && isOpen,
  };
}

export async function listDrivenTrips(
  ctx: DataCtx,
  user: User,
): Promise<{ trips: DriverInvitation[] }> {
  const ids = await findDriven(ctx.db, user.id);
  return { trips: await Promise.all(ids.map((id) => readInvitation(ctx, user, id, null))) };
}

/**
 * Accepts an invitation. Accepting again changes nothing.
 * @throws DomainError not_found, invitation_for_another, invitation_closed, account_suspended,
 * booking_banned, driver_on_trip, driver_not_verified, date_of_birth_required, renter_too_young
 */
export async function acceptInvitation(
  ctx: NotifyCtx,
  user: User,
  id: string,
  token: Token,
): Promise<DriverInvitation> {
  await inTransaction(ctx, async (tx) => {
    const { row, driver } = await lockInvited(tx, user, id, token);
    if (driver.state === "accepted") return;
    requireOpen(tx, row, driver);
    await requireMayDrive(tx, user, row);
    const answered = await answer(tx, driver, user, "accepted");
    await notifyOfAcceptance(tx, row.id, answered, user);
    await finish(tx, row, answered, user, "driver_accept");
  });
  return readInvitation(ctx, user, id, token);
}

/**
 * Declines an invitation, or leaves the trip after accepting. Declining again changes nothing.
 * @throws DomainError not_found, invitation_for_another, invitation_closed
 */
export async function declineInvitation(
  ctx: NotifyCtx,
  user: User,
  id: string,
  token: Token,
): Promise<DriverInvitation> {
  await inTransaction(ctx, async (tx) => {
    const { row, driver } = await lockInvited(tx, user, id, token);
    if (driver.state === "declined") return;
    requireOpen(tx, row, driver, "accepted");
    await decline(tx, row, driver, user);
  });
  return readInvitation(ctx, user, id, token);
}

/**
 * Removes a departing person from upcoming trips, and notifies their renters and hosts. Call it
 * with the account locked. Completed trips keep the anonymised account as a driver.
 */
export async function leaveTrips(tx: NotifyCtx, user: User): Promise<void> {
  for (const bookingId of await findDrivenBookings(tx.db, user.id)) {
    const row = await lockBooking(tx.db, bookingId);
    const driver = (await findDrivers(tx.db, bookingId)).find((each) => each.user_id === user.id);
    if (driver) await decline(tx, row, driver, user);
  }
  await forgetDriver(tx.db, user.id, (await findDriverAccount(tx.db, user.id)).email);
}

async function decline(
  tx: NotifyCtx,
  row: BookingRow,
  driver: DriverRow,
  user: User,
): Promise<void> {
  const answered = await answer(tx, driver, user, "declined");
  if (driver.state === "accepted") await notifyOfLeaving(tx, row.id, answered, user);
  else await notifyOfRefusal(tx, row.id, answered);
  await finish(tx, row, answered, user, "driver_decline");
}

/**
 * The driver's row, for the person who answered it or holds its link.
 * @throws DomainError not_found, invitation_for_another
 */
async function getInvited(ctx: DbCtx, user: User, id: string, token: Token): Promise<DriverRow> {
  const driver = await findDriver(ctx.db, id);
  if (driver?.user_id === user.id) return driver;
  const isHolder =
    driver?.token_hash && token && timingSafeEqual(driver.token_hash, hashDriverToken(token));
  if (!isHolder) throw new DomainError("not_found", { what: "invitation" });
  const { email, email_confirmed_at } = await findDriverAccount(ctx.db, user.id);
  if (email !== driver.email || email_confirmed_at === null)
    throw new DomainError("invitation_for_another");
  return driver;
}

/**
 * Locks the account, so that it can't be suspended or deleted meanwhile, and the booking, like
 * every change of its drivers.
 */
async function lockInvited(
  tx: NotifyCtx,
  user: User,
  id: string,
  token: Token,
): Promise<{ row: BookingRow; driver: DriverRow }> {
  await lockOwnAccount(tx.db, user.id);
  const { booking_id } = await getInvited(tx, user, id, token);
  const row = await lockBooking(tx.db, booking_id);
  return { row, driver: await getInvited(tx, user, id, token) };
}

/** @throws DomainError invitation_closed */
function requireOpen(
  { clock }: Pick<DataCtx, "clock">,
  row: BookingRow,
  { state, expires_at }: DriverRow,
  alsoFrom?: "accepted",
): void {
  const now = clock.now();
  const { status, payment_status: paymentStatus } = row;
  const isOpen = mayChangeDrivers({ status, paymentStatus, period: toRentalPeriod(row) }, now);
  const isInvited = state === "invited" && expires_at !== null && new Date(expires_at) > now;
  if (!isOpen || !(isInvited || state === alsoFrom)) throw new DomainError("invitation_closed");
}

/**
 * Applies the rules for renters to a driver.
 * @throws DomainError account_suspended, booking_banned, driver_on_trip, driver_not_verified,
 * date_of_birth_required, renter_too_young
 */
async function requireMayDrive(tx: DbCtx, user: User, row: BookingRow): Promise<void> {
  await requireMayBook(tx, user.id);
  const drives = (await findDrivers(tx.db, row.id)).some(({ user_id }) => user_id === user.id);
  if (drives || row.renter_id === user.id || row.host_id === user.id)
    throw new DomainError("driver_on_trip");
  const state = await findState(tx.db, user.id);
  if (state !== "verified") throw new DomainError("driver_not_verified", { state });
  const { date_of_birth: dateOfBirth } = await getOwnProfile(tx, user.id);
  checkRenterAge({ dateOfBirth, startDate: row.start_date });
}

const answer = (
  { db, clock }: DataCtx,
  { id, position }: DriverRow,
  user: User,
  state: "accepted" | "declined",
): Promise<DriverRow> =>
  updateDriver(db, id, {
    state,
    position: state === "accepted" ? position : null,
    user_id: user.id,
    token_hash: null,
    expires_at: null,
    answered_at: clock.now().toISOString(),
  });

async function finish(
  tx: NotifyCtx,
  row: BookingRow,
  { id }: DriverRow,
  user: User,
  action: "driver_accept" | "driver_decline",
): Promise<void> {
  await recordAudit(tx, {
    actorKind: ownSide(user),
    actorId: user.id,
    action: `booking.${action}`,
    subjectType: "booking",
    subjectId: row.id,
    after: { driver_id: id },
  });
  await publishBookingChange(tx, row);
}
