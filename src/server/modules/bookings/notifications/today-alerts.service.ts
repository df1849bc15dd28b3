// Each morning, tells hosts how many cars go out and come back today, and renters that their trip
// begins or ends. Repeated runs tell each person only once. A storm puts off pickups and returns.
import {
  hourInNassau,
  isBefore,
  todayInNassau,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { instantInNassau } from "../../../../domain/calendar/time-of-day.ts";
import { MORNING_HOUR } from "../../../../domain/message/alert.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import {
  dueBackAfterStorms,
  isReturnInStorm,
  type StormTimes,
} from "../../../../domain/storm/storm.ts";
import { dueBackAt, expectedPickup } from "../../../../domain/trip/trip-end.ts";
import { formatCounted, formatTime } from "../../../../domain/text/format.ts";
import { inTransaction, type NotifyCtx } from "../../../platform/context.ts";
import { alertPerson } from "../../notifications/alerts/alerts.service.ts";
import { getDetails } from "../bookings.repository.ts";
import { stormAtPickup } from "../storms/current-storm.ts";
import { findStormsAt } from "../storms/storms.repository.ts";
import { findHandoverBookings } from "./today-alerts.repository.ts";
import { nameTrip, PATHS, withToday, type MailedBooking } from "./booking-mail.ts";

export async function alertOfToday(ctx: NotifyCtx): Promise<void> {
  const now = ctx.clock.now();
  const day = todayInNassau(now);
  const from = hourInNassau(day, MORNING_HOUR);
  if (now < from) return;
  const found: Handover[] = [];
  for (const row of await findHandoverBookings(ctx.db, { day, approvedBefore: from.toISOString() }))
    found.push({ ...row, ...findReturn(row, await findStormsAt(ctx.db, row.car_id), now) });
  for (const trips of Map.groupBy(found, ({ host_id }) => host_id).values())
    await alertHost(ctx, day, trips);
  for (const trip of found)
    await inTransaction(ctx, async (tx) =>
      alertRenter(tx, day, trip, withToday(tx, await getDetails(tx.db, trip.id))),
    );
}

type Row = Awaited<ReturnType<typeof findHandoverBookings>>[number];
/** The time is null for a return without one, the day while a storm delays the return. */
interface Return {
  dueAt: Date | null;
  dueOn: CalendarDate | null;
}
type Handover = Row & Return;

function findReturn(trip: Row, storms: readonly StormTimes[], now: Date): Return {
  const booked = dueBackAt(toRentalPeriod(trip));
  if (stormAtPickup(trip) || isReturnInStorm(booked, storms, now))
    return { dueAt: null, dueOn: null };
  const dueAt = dueBackAfterStorms(booked, storms) ?? booked;
  return dueAt.getTime() === booked.getTime()
    ? { dueAt: trip.return_time ? booked : null, dueOn: trip.end_date }
    : { dueAt, dueOn: todayInNassau(dueAt) };
}

const isPickupOn = (day: CalendarDate, trip: Parameters<typeof expectedPickup>[0]): boolean =>
  trip.picked_up_at === null && expectedPickup(trip).date === day;

async function alertHost(ctx: NotifyCtx, day: CalendarDate, trips: Handover[]): Promise<void> {
  const [{ host_id } = { host_id: "" }] = trips;
  const pickups = trips.filter((trip) => isPickupOn(day, trip) && !stormAtPickup(trip)).length;
  const returns = trips.filter(({ dueOn }) => dueOn === day).length;
  const overdue = trips.filter(({ dueOn }) => dueOn !== null && isBefore(dueOn, day)).length;
  const counts = [
    ...(pickups > 0 ? [formatCounted(pickups, "pickup", "pickups")] : []),
    ...(returns > 0 ? [formatCounted(returns, "return", "returns")] : []),
    ...(overdue > 0 ? [formatCounted(overdue, "overdue car", "overdue cars")] : []),
  ];
  if (counts.length === 0) return;
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
const nameDay = (isStart: boolean, at: Date | null): string =>
  `Your trip ${isStart ? "starts" : "ends"} today${at ? ` at ${formatTime(at)}` : ""}`;

/** A handover before the morning is over by then: it needs no alert. */
async function alertRenter(
  ctx: NotifyCtx,
  day: CalendarDate,
  { dueAt, dueOn }: Return,
  booking: MailedBooking,
): Promise<void> {
  const isStart = isPickupOn(day, booking);
  // An overdue renter was reminded before the return.
  if (!isStart && (dueOn !== day || booking.return_noticed_at !== null)) return;
  const { time } = expectedPickup(booking);
  const at = isStart ? time && instantInNassau(day, time) : dueAt;
  if (at && at < ctx.clock.now()) return;
  const storm = stormAtPickup(booking);
  await alertPerson(ctx, {
    to: booking.renter_id,
    kind: "today",
    key: `booking:${booking.id}:today_${isStart ? "pickup" : "return"}`,
    title: storm ? `${storm.name}: check with your host before you go` : nameDay(isStart, at),
    body: nameTrip(booking),
    path: PATHS.renter(booking.id),
    booking: { id: booking.id, status: booking.status },
  });
}
