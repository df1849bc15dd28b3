// What the steps of a booking mean for its additional drivers: they are invited once the booking is
// paid or requested, may drive once it is approved, and are notified when it ends early.
import { DRIVER_INVITATIONS } from "../../../../contract/bookings/drivers.ts";
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import {
  invitationExpiresAt,
  MAX_INVITATIONS_A_DAY,
} from "../../../../domain/booking/drivers/drivers.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { DataCtx, MailCtx, NotifyCtx } from "../../../platform/context.ts";
import { countAttempt, type LimitCtx } from "../../../platform/http/rate-limit.ts";
import { layOutMail } from "../../../platform/mail/mail-layout.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { getDetails, type BookingRow } from "../bookings.repository.ts";
import { nameTrip, PATHS, withToday, type MailedBooking } from "../notifications/booking-mail.ts";
import {
  drivingPath,
  endMail,
  invitationMail,
  tooLateMail,
  welcomeMail,
  type DriverEnd,
} from "./drivers.mails.ts";
import {
  deleteNamed,
  deleteUnaccepted,
  findDrivers,
  hashDriverToken,
  newToken,
  updateDriver,
  type DriverRow,
} from "./drivers.repository.ts";

const ENDED = ["cancelled", "rejected", "completed"];

/**
 * Call it in the step's transaction, with the booking before and after the step. An instant booking
 * invites only once the card is charged: a capture can be refused.
 */
export async function updateDrivers(
  ctx: NotifyCtx & LimitCtx,
  step: TransitionName,
  { before, after }: Record<"before" | "after", BookingRow>,
): Promise<void> {
  if (ENDED.includes(after.status)) {
    if (after.status !== "completed")
      await notifyOfEnd(
        ctx,
        after.id,
        before.status === "approved" ? "trip_cancelled" : "request_ended",
      );
    await deleteUnaccepted(ctx.db, after.id);
  } else if (step === "authorise_for_request" || step === "capture_succeeded") {
    const drivers = await findDrivers(ctx.db, after.id);
    if (drivers.length === 0) return;
    const booking = withToday(ctx, await getDetails(ctx.db, after.id));
    if (step === "capture_succeeded") await welcome(ctx, booking, drivers);
    await inviteNamed(ctx, booking, drivers);
  }
}

/** Reaching an invitation limit never stops a payment: the renter can invite the rest later. */
async function inviteNamed(
  ctx: NotifyCtx & LimitCtx,
  booking: MailedBooking,
  drivers: readonly DriverRow[],
): Promise<void> {
  const expiresAt = invitationExpiresAt(toRentalPeriod(booking), ctx.clock.now());
  if (expiresAt <= ctx.clock.now()) {
    if ((await deleteNamed(ctx.db, booking.id)) > 0) await notifyTooLate(ctx, booking);
    return;
  }
  for (const driver of drivers.filter(({ state }) => state === "named"))
    try {
      const { name } = DRIVER_INVITATIONS;
      await countAttempt(ctx, `${name}:${booking.renter_id}`, DRIVER_INVITATIONS);
      await sendInvitation(ctx, booking, driver);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "rate_limited") throw error;
      await updateDriver(ctx.db, driver.id, {
        state: "invited",
        token_hash: hashDriverToken(newToken()), // nobody receives it
        expires_at: expiresAt.toISOString(),
      });
    }
}

/**
 * Emails an invitation with a new token, which replaces an earlier one. Call it before the pickup.
 * @throws DomainError rate_limited, so that nobody can fill a stranger's inbox
 */
export async function sendInvitation(
  ctx: Omit<MailCtx, "log"> & LimitCtx,
  booking: MailedBooking,
  { id, email }: Pick<DriverRow, "id" | "email">,
): Promise<void> {
  await countAttempt(ctx, `driver-invitation:${email}`, {
    attempts: MAX_INVITATIONS_A_DAY,
    seconds: 86_400,
  });
  const now = ctx.clock.now();
  const expiresAt = invitationExpiresAt(toRentalPeriod(booking), now);
  const token = newToken();
  await updateDriver(ctx.db, id, {
    state: "invited",
    token_hash: hashDriverToken(token),
    expires_at: expiresAt.toISOString(),
    invited_at: now.toISOString(),
  });
  const mail = invitationMail(booking, { id, token, expiresAt }, ctx.publicUrl());
  await queueMail(ctx, { to: email, ...layOutMail(mail) });
}

/** Those who accepted while the booking was a request. */
async function welcome(
  ctx: NotifyCtx,
  booking: MailedBooking,
  drivers: readonly DriverRow[],
): Promise<void> {
  for (const { id, user_id } of drivers)
    if (user_id !== null)
      await notify(ctx, {
        to: user_id,
        kind: "booking",
        key: `driver:${id}:approved`,
        about: nameTrip(booking),
        path: drivingPath(id),
        mail: welcomeMail(booking, id, ctx.publicUrl()),
        always: true, // they were promised this email
      });
}

const notifyTooLate = (ctx: NotifyCtx, booking: MailedBooking): Promise<boolean> =>
  notify(ctx, {
    to: booking.renter_id,
    kind: "booking",
    key: `drivers:${booking.id}:too_late`,
    about: nameTrip(booking),
    path: PATHS.renter(booking.id),
    mail: tooLateMail(booking, ctx.publicUrl()),
    always: true, // otherwise the renter counts on them
  });

/** Drivers who accepted also get it in the bell; an invited person may have no account. */
async function notifyOfEnd(ctx: NotifyCtx, bookingId: string, why: DriverEnd): Promise<void> {
  const drivers = (await findDrivers(ctx.db, bookingId)).filter(
    (driver) => driver.user_id !== null || isWaiting(ctx, driver),
  );
  if (drivers.length === 0) return;
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const mail = endMail(booking, why);
  for (const { id, user_id, email } of drivers)
    if (user_id === null) await queueMail(ctx, { to: email, ...layOutMail(mail) });
    else
      await notify(ctx, {
        to: user_id,
        kind: "booking",
        key: `driver:${id}:cancelled`,
        about: nameTrip(booking),
        path: drivingPath(id),
        mail,
        always: true, // the driver counts on the trip, like its two sides
      });
}

/** Whether a driver has received an invitation and can still answer. */
const isWaiting = (
  ctx: Pick<DataCtx, "clock">,
  { state, invited_at, expires_at }: DriverRow,
): boolean =>
  state === "invited" &&
  invited_at !== null &&
  expires_at !== null &&
  Date.parse(expires_at) > ctx.clock.now().getTime();
