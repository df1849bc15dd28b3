// Reminds renter and host on the day before pickup and return, from 09:00 in Nassau, and again from
// two hours before the return; and the additional drivers before the pickup. Repeated runs remind
// each person once of each day and time.
import {
  RETURN_REMINDER_HOURS,
  remindsFrom,
} from "../../../../domain/booking/booking-deadlines.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { isUrgentAlert } from "../../../../domain/message/alert.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { inTransaction, type NotifyCtx } from "../../../platform/context.ts";
import { sweepItem } from "../../../platform/jobs/sweep-item.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { getDetails, lockBooking } from "../bookings.repository.ts";
import { driverReminderMail, drivingPath } from "../drivers/drivers.mails.ts";
import { presentDrivers } from "../drivers/drivers.presenter.ts";
import { stormAtPickup } from "../storms/current-storm.ts";
import {
  nameTrip,
  toMailFacts,
  PATHS,
  TRIP_PATHS,
  withToday,
  type MailedBooking,
} from "./booking-mail.ts";
import { findDueBackSoon, findToRemind } from "./reminders.repository.ts";
import { REMINDERS, remindInStorm, type Reminder } from "./reminders.mails.ts";

const HOUR_MS = 3_600_000;

export async function remindOfTrips(ctx: NotifyCtx): Promise<void> {
  const now = ctx.clock.now();
  const day = addDays(todayInNassau(now), 1);
  const from = remindsFrom(day);
  if (now < from) return;
  for (const what of ["pickup", "return"] as const)
    for (const id of await findToRemind(ctx.db, { what, day, approvedBefore: from.toISOString() }))
      await sweepItem(ctx, { booking: id }, () => inTransaction(ctx, (tx) => remind(tx, what, id)));
}

/** Reminds both sides from two hours before the return, unless the car is back. */
export async function remindOfReturns(ctx: NotifyCtx): Promise<void> {
  const after = ctx.clock.now();
  const until = new Date(after.getTime() + RETURN_REMINDER_HOURS * HOUR_MS);
  for (const id of await findDueBackSoon(ctx.db, { after, until }))
    await sweepItem(ctx, { booking: id }, () =>
      inTransaction(ctx, (tx) => remind(tx, "return_soon", id)),
    );
}

async function remind(ctx: NotifyCtx, what: Reminder, bookingId: string): Promise<void> {
  const { status, picked_up_at, returned_at } = await lockBooking(ctx.db, bookingId);
  if (status !== "approved") return; // cancelled in the meantime
  if ((what === "pickup" ? picked_up_at : returned_at) !== null) return;
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  // In a storm, the trip extends itself.
  if (what !== "pickup" && booking.storm !== null) return;
  // Nobody should travel before the decision. A car that is already out still has to come back.
  if (booking.hold_reason !== null && picked_up_at === null) return;
  const now = ctx.clock.now();
  const storm = what === "pickup" ? stormAtPickup(booking) : null;
  const mail = storm
    ? remindInStorm(booking, storm, ctx.publicUrl())
    : REMINDERS[what](booking, ctx.publicUrl(), {
        renter: presentDrivers(booking, "renter", now),
        host: presentDrivers(booking, "host", now),
      });
  for (const party of ["renter", "host"] as const)
    await notify(ctx, {
      to: booking[`${party}_id`],
      kind: "reminder",
      key: `booking:${bookingId}:remind_${what}:${remindedOf(what, booking)}`,
      about: nameTrip(booking),
      path: what === "return_soon" ? TRIP_PATHS[party](bookingId) : PATHS[party](bookingId),
      ...(what === "return_soon" && {
        alert: {
          kind: "today",
          body: nameTrip(booking),
          isUrgent: isUrgentAlert("today", toRentalPeriod(booking), now),
          booking: { id: bookingId, status: booking.status },
        },
      }),
      mail: { facts: toMailFacts(booking, party), ...mail[party] },
    });
  if (what === "pickup" && !storm) await remindDrivers(ctx, booking);
}

/** The day or time that a reminder is about. After a change to the booking, it is sent again. */
const remindedOf = (
  what: Reminder,
  { start_date, end_date, return_time }: MailedBooking,
): string => {
  if (what === "pickup") return start_date;
  return what === "return" ? end_date : `${end_date}T${return_time ?? ""}`;
};

async function remindDrivers(ctx: NotifyCtx, booking: MailedBooking): Promise<void> {
  for (const { id, user_id, state } of booking.drivers)
    if (state === "accepted" && user_id !== null)
      await notify(ctx, {
        to: user_id,
        kind: "reminder",
        key: `driver:${id}:remind_pickup:${booking.start_date}`,
        about: nameTrip(booking),
        path: drivingPath(id),
        mail: driverReminderMail(booking, id, ctx.publicUrl()),
      });
}
