// Each morning, tells hosts how many cars go out and come back today, and renters that their trip
// begins or ends. Repeated runs tell each person only once.
import {
  hourInNassau,
  isBefore,
  todayInNassau,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { instantInNassau, type TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import { MORNING_HOUR } from "../../../../domain/message/alert.ts";
import { expectedPickup } from "../../../../domain/trip/trip-end.ts";
import { formatCounted, formatTimeOfDay } from "../../../../domain/text/format.ts";
import { inTransaction, type NotifyCtx } from "../../../platform/context.ts";
import { alertPerson } from "../../notifications/alerts/alerts.service.ts";
import { getDetails } from "../bookings.repository.ts";
import { findHandoverBookings } from "./today-alerts.repository.ts";
import { nameTrip, PATHS, withToday, type MailedBooking } from "./booking-mail.ts";

export async function alertOfToday(ctx: NotifyCtx): Promise<void> {
  const day = todayInNassau(ctx.clock.now());
  const from = hourInNassau(day, MORNING_HOUR);
  if (ctx.clock.now() < from) return;
  const found = await findHandoverBookings(ctx.db, { day, approvedBefore: from.toISOString() });
  for (const bookings of Map.groupBy(found, ({ host_id }) => host_id).values())
    await alertHost(ctx, day, bookings);
  for (const { id } of found)
    await inTransaction(ctx, async (tx) =>
      alertRenter(tx, day, withToday(tx, await getDetails(tx.db, id))),
    );
}

type Handover = Awaited<ReturnType<typeof findHandoverBookings>>[number];

async function alertHost(ctx: NotifyCtx, day: CalendarDate, trips: Handover[]): Promise<void> {
  const [{ host_id } = { host_id: "" }] = trips;
  const isPickup = (trip: Handover): boolean =>
    trip.picked_up_at === null && expectedPickup(trip).date === day;
  const pickups = trips.filter(isPickup).length;
  const returns = trips.filter(({ end_date }) => end_date === day).length;
  const overdue = trips.filter(({ end_date }) => isBefore(end_date, day)).length;
  const counts = [
    ...(pickups > 0 ? [formatCounted(pickups, "pickup", "pickups")] : []),
    ...(returns > 0 ? [formatCounted(returns, "return", "returns")] : []),
    ...(overdue > 0 ? [formatCounted(overdue, "overdue car", "overdue cars")] : []),
  ];
  await inTransaction(ctx, (tx) =>
    alertPerson(tx, {
      to: host_id,
      kind: "today",
      key: `today:${day}`,
      title: `Today: ${counts.join(", ")}`,
      body: "Your day sheet has the cars, places and phone numbers.",
      path: "/host/day",
    }),
  );
}

/** "Your trip starts today at 10:00 AM" */
const nameDay = (isStart: boolean, time: TimeOfDay | null): string =>
  `Your trip ${isStart ? "starts" : "ends"} today${time ? ` at ${formatTimeOfDay(time)}` : ""}`;

/** A handover before the morning is over by then: it needs no alert. */
async function alertRenter(
  ctx: NotifyCtx,
  day: CalendarDate,
  booking: MailedBooking,
): Promise<void> {
  if (isBefore(booking.end_date, day)) return; // Overdue: reminded before the return.
  const pickup = expectedPickup(booking);
  const isStart = pickup.date === day && booking.picked_up_at === null;
  if (!isStart && booking.return_noticed_at !== null) return;
  const time = isStart ? pickup.time : booking.return_time;
  if (time && instantInNassau(day, time) < ctx.clock.now()) return;
  await alertPerson(ctx, {
    to: booking.renter_id,
    kind: "today",
    key: `booking:${booking.id}:today_${isStart ? "pickup" : "return"}`,
    title: nameDay(isStart, time),
    body: nameTrip(booking),
    path: PATHS.renter(booking.id),
    booking: { id: booking.id, status: booking.status },
  });
}
