// Notifies the host of a delayed flight, with a calendar file that has the new pickup time.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { isUrgentAlert } from "../../../../domain/message/alert.ts";
import { formatDay, formatTime } from "../../../../domain/text/format.ts";
import type { Ctx, NotifyCtx } from "../../../platform/context.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { getDetails } from "../bookings.repository.ts";
import { calendarFile } from "../booking-calendar.ts";
import {
  formatContact,
  nameTrip,
  sayBookedPickup,
  toMailFacts,
  toTrip,
  TRIP_PATHS,
  withToday,
} from "./booking-mail.ts";

/** Call it in the transaction that records the delay. */
export async function notifyOfDelay(
  ctx: NotifyCtx & Pick<Ctx, "config">,
  bookingId: string,
  { id, flight }: { id: string; flight: string | null },
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  if (booking.delayed_pickup_at === null) return;
  const pickup = new Date(booking.delayed_pickup_at);
  const time = `${formatDay(todayInNassau(pickup), booking.today)}, ${formatTime(pickup)}`;
  const heading = `${booking.renter_first_name}'s flight is delayed`;
  await notify(ctx, {
    to: booking.host_id,
    kind: "booking",
    key: `booking:${bookingId}:delay:${id}`,
    about: nameTrip(booking),
    path: TRIP_PATHS.host(bookingId),
    always: true,
    attachments: [calendarFile(ctx, booking, "host")],
    alert: {
      kind: "today",
      body: `New pickup time: ${time}. ${nameTrip(booking)}`,
      isUrgent: isUrgentAlert("today", toRentalPeriod(booking), ctx.clock.now()),
      booking: { id: bookingId, status: booking.status },
    },
    mail: {
      subject: `${heading}: pickup ${time}`,
      preview: `The new pickup time is ${time}.`,
      heading,
      paragraphs: [
        `${booking.renter_first_name} now expects to pick up the car on ${time}${flight ? `, arriving on flight ${flight}` : ""}. Pickup was booked for ${sayBookedPickup(booking)}.`,
        "The return and the price don't change.",
        `Can't make the new time? Let ${booking.renter_first_name} know: ${formatContact(booking, "renter")}.`,
      ],
      facts: toMailFacts(booking, "host"),
      action: toTrip(booking, ctx.publicUrl(), "host"),
    },
  });
}
