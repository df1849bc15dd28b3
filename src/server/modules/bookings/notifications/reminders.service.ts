// Reminds renter and host on the day before pickup and return, from 09:00 in Nassau. Repeated runs
// remind each person only once.
import { remindsFrom } from "../../../../domain/booking/booking-deadlines.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { inTransaction, type NotifyCtx } from "../../../platform/context.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { findToRemind, getDetails, lockBooking } from "../bookings.repository.ts";
import { nameTrip, toMailFacts, PATHS, withToday } from "./booking-mail.ts";
import { REMINDERS, type Reminder } from "./reminders.mails.ts";

export async function remindOfTrips(ctx: NotifyCtx): Promise<void> {
  const now = ctx.clock.now();
  const day = addDays(todayInNassau(now), 1);
  const from = remindsFrom(day);
  if (now < from) return;
  for (const what of ["pickup", "return"] as const)
    for (const id of await findToRemind(ctx.db, { what, day, approvedBefore: from.toISOString() }))
      try {
        await inTransaction(ctx, (tx) => remind(tx, what, id));
      } catch (error) {
        // A failed reminder does not stop the others, and the next run tries it again.
        ctx.log.error({ err: error, booking: id }, "reminder");
      }
}

async function remind(ctx: NotifyCtx, what: Reminder, bookingId: string): Promise<void> {
  const { status } = await lockBooking(ctx.db, bookingId);
  if (status !== "approved") return; // cancelled in the meantime
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  if (booking.hold_reason !== null) return; // nobody should travel before the decision
  const mail = REMINDERS[what](booking, ctx.publicUrl());
  for (const party of ["renter", "host"] as const)
    await notify(ctx, {
      to: booking[`${party}_id`],
      kind: "reminder",
      key: `booking:${bookingId}:remind_${what}`,
      about: nameTrip(booking),
      path: PATHS[party](bookingId),
      mail: { facts: toMailFacts(booking, party), ...mail[party] },
    });
}
