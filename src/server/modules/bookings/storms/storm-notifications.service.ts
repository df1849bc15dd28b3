// Notifies everyone on a storm's islands of its declaration and its end: the renters of the trips
// that it affects, and the hosts of the cars.
import {
  dayAfter,
  isBefore,
  todayInNassau,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { RETURN_AFTER_STORM_HOURS } from "../../../../domain/storm/storm.ts";
import { formatDay, formatDayRange, formatList } from "../../../../domain/text/format.ts";
import type { Ctx, NotifyCtx } from "../../../platform/context.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import {
  formatContact,
  formatHelp,
  nameCar,
  nameTrip,
  PATHS,
  sayReturn,
  toBooking,
  toMailFacts,
  toTrip,
  TRIP_PATHS,
  withToday,
  type MailedBooking,
} from "../notifications/booking-mail.ts";
import { notify, type NotificationInput } from "../../notifications/notifications.service.ts";
import { getDetails } from "../bookings.repository.ts";
import {
  countClearances,
  findAffectedRenters,
  isNotified,
  type AffectedRenter,
} from "./affected-bookings.repository.ts";
import { findHostsOf } from "./inspections.repository.ts";
import { findStorm, type StormRow } from "./storms.repository.ts";

type StormCtx = NotifyCtx & Pick<Ctx, "config">;

export const STORM_NOTIFICATIONS_JOB = "storm-notifications";

export type StormNotification =
  | { stormId: string; event: "declared" | "ended" }
  /** The last day moved from `lastDay` to an earlier one. */
  | { stormId: string; event: "shortened"; lastDay: CalendarDate };

/**
 * Nobody is notified twice of the same event, so a job that failed half-way runs again. Somebody
 * who is affected both as renter and as host is notified as each.
 */
export async function notifyOfStorm(ctx: StormCtx, given: StormNotification): Promise<void> {
  const storm = await findStorm(ctx.db, given.stormId);
  if (!storm) return;
  if (given.event === "shortened") return notifyOfShortening(ctx, storm, given.lastDay);
  const { event } = given;
  if (event === "declared" && storm.ended_at !== null) return;
  const affected = await findRenters(ctx, storm);
  const clearances = await countClearances(ctx.db, storm.id, toIds(affected));
  for (const { renter_id: to, booking_id, is_out } of affected) {
    const booking = withToday(ctx, await getDetails(ctx.db, booking_id));
    const key = eventKey(storm, event, clearances.get(to));
    // Whoever picks the car up before the last day moves is told what applies then.
    const ofCar = is_out && event === "declared";
    await notify(ctx, {
      ...toRenter(ctx, storm, event, booking, is_out),
      key: ofCar ? `${key}_out` : key,
      to,
    });
  }
  for (const { host_id: to } of await findHostsOf(ctx.db, storm.id))
    await notify(ctx, { ...toHost(ctx, storm, event), to });
}

const findRenters = (
  ctx: NotifyCtx,
  { islands, first_day, last_day }: StormRow,
  lastDay = last_day,
): Promise<AffectedRenter[]> =>
  findAffectedRenters(ctx.db, { islands, firstDay: first_day, lastDay }, ctx.clock.now());

const toIds = (renters: readonly AffectedRenter[]): string[] =>
  renters.map(({ renter_id }) => renter_id);

/** Tells renters that the storm no longer affects their trips, if they were told that it does. */
async function notifyOfShortening(
  ctx: NotifyCtx,
  storm: StormRow,
  lastDay: CalendarDate,
): Promise<void> {
  const stillAffected = new Set(toIds(await findRenters(ctx, storm)));
  const cleared = (await findRenters(ctx, storm, lastDay)).filter(
    ({ renter_id }) => !stillAffected.has(renter_id),
  );
  const clearances = await countClearances(ctx.db, storm.id, toIds(cleared));
  for (const { renter_id: to, booking_id } of cleared) {
    const times = clearances.get(to);
    if (!(await isNotified(ctx.db, to, eventKey(storm, "declared", times)))) continue;
    const booking = withToday(ctx, await getDetails(ctx.db, booking_id));
    await notify(ctx, {
      ...shared(storm),
      to,
      key: eventKey(storm, "shortened", times),
      path: PATHS.renter(booking_id),
      mail: notAffectedMail(ctx, storm, booking),
    });
  }
}

/** @param times how often the renter was told that the storm no longer affects their trips */
const eventKey = ({ id }: StormRow, event: StormNotification["event"], times = 0): string =>
  `storm:${id}:${event}:renter${times > 0 ? `:${times}` : ""}`;

type Notification = Omit<NotificationInput, "to">;

const shared = ({ name, islands }: StormRow) =>
  ({
    kind: "booking",
    about: `${name}: ${formatList(islands.map(islandName))}`,
    always: true,
  }) as const;

const days = (ctx: NotifyCtx, { first_day, last_day }: StormRow): string =>
  formatDayRange({ start: first_day, end: last_day }, todayInNassau(ctx.clock.now()));

/** A storm that begins by tomorrow can't wait for the end of the quiet hours. */
const isUrgent = (ctx: NotifyCtx, { first_day }: StormRow): boolean =>
  !isBefore(dayAfter(todayInNassau(ctx.clock.now())), first_day);

/** @param isOut whether the renter has the car */
function toRenter(
  ctx: StormCtx,
  storm: StormRow,
  event: "declared" | "ended",
  booking: MailedBooking,
  isOut: boolean,
): Omit<Notification, "key"> {
  const alert = {
    body: nameTrip(booking),
    isUrgent: isUrgent(ctx, storm),
    booking: { id: booking.id, status: booking.status },
  } as const;
  const path = isOut ? TRIP_PATHS.renter(booking.id) : PATHS.renter(booking.id);
  if (event === "ended")
    return {
      ...shared(storm),
      path,
      mail: stormOverMail(ctx, storm, booking),
      // Only those who have a car must act, and they have a day.
      alert: isOut ? { ...alert, kind: "today", isUrgent: false } : undefined,
    };
  return {
    ...shared(storm),
    path,
    mail: isOut ? carOutMail(ctx, storm, booking) : affectedMail(ctx, storm, booking),
    alert: { ...alert, kind: "cancellation" },
  };
}

const stormOverMail = (
  ctx: NotifyCtx,
  { name, summary }: StormRow,
  booking: MailedBooking,
): MailContent => ({
  subject: `${name} is over`,
  preview: "The usual terms apply to your trip again.",
  heading: `${name} is over`,
  paragraphs: [
    summary ?? "",
    "The usual terms for cancellations and returns apply to your trip again. We've asked your host to check the car and take photos.",
    `If you still have the car and it was due back during the storm, please return it within ${RETURN_AFTER_STORM_HOURS} hours. The extra time is free.`,
  ],
  action: toBooking(booking, ctx.publicUrl()),
});

const notAffectedMail = (ctx: NotifyCtx, storm: StormRow, booking: MailedBooking): MailContent => ({
  subject: `${storm.name} no longer affects your trip`,
  preview: "The usual terms apply to your trip again.",
  heading: `${storm.name} no longer affects your trip`,
  paragraphs: [
    `The storm is now expected to last until ${formatDay(storm.last_day, booking.today)}, and your trip begins later. The usual cancellation terms apply again.`,
  ],
  facts: toMailFacts(booking),
  action: toBooking(booking, ctx.publicUrl()),
});

const affectedMail = (ctx: NotifyCtx, storm: StormRow, booking: MailedBooking): MailContent => ({
  subject: `${storm.name}: change your plans for free`,
  preview: `You can cancel your trip for a full refund.`,
  heading: `${storm.name}: change your plans for free`,
  paragraphs: [
    storm.message,
    `The storm affects your trip (${formatList(storm.islands.map(islandName))}, ${days(ctx, storm)}). You and your host can cancel it until the end of the pickup day, and you get back everything you paid.`,
    `Once you have the car, keep it somewhere safe. If it's due back during the storm, you can keep it until ${RETURN_AFTER_STORM_HOURS} hours after the storm, for free.`,
  ],
  action: toBooking(booking, ctx.publicUrl()),
});

/** A trip that has begun can't be cancelled. It extends itself if it is due back in the storm. */
const carOutMail = (ctx: StormCtx, storm: StormRow, booking: MailedBooking): MailContent => ({
  subject: `${storm.name}: keep the ${nameCar(booking)} somewhere safe`,
  preview: "You don't have to bring the car back during the storm.",
  heading: `${storm.name}: keep the car somewhere safe`,
  paragraphs: [
    storm.message,
    `The storm affects your trip (${formatList(storm.islands.map(islandName))}, ${days(ctx, storm)}). You don't have to bring the car back while it's on.`,
    `The car is due back on ${sayReturn(booking)}. If the storm is still on then, you can keep the car until ${RETURN_AFTER_STORM_HOURS} hours after the storm. The extra time is free, and no late fee applies until then.`,
    `Is anything wrong with the car? Call your host: ${formatContact(booking, "host")}. ${formatHelp(ctx.config)}`,
  ],
  action: toTrip(booking, ctx.publicUrl(), "renter"),
});

function toHost(ctx: NotifyCtx, storm: StormRow, event: "declared" | "ended"): Notification {
  const { id, name, message, summary } = storm;
  const url = `${ctx.publicUrl()}/host/dashboard`;
  const given = {
    ...shared(storm),
    key: `storm:${id}:${event}:host`,
    path: "/host/dashboard",
  } as const;
  const where = `${formatList(storm.islands.map(islandName))}, ${days(ctx, storm)}`;
  if (event === "ended")
    return {
      ...given,
      mail: {
        subject: `${name} is over: please check your cars`,
        preview: "Each car can be booked again once you've checked it and added photos.",
        heading: `${name} is over`,
        paragraphs: [
          summary ?? "",
          "Please check each of your cars and add photos of all sides. Once you have, the car can be booked again.",
        ],
        action: { label: "Check your cars", url },
      },
    };
  return {
    ...given,
    mail: {
      subject: `${name}: please keep your cars safe`,
      preview: "Your cars can't be booked until the storm is over.",
      heading: `${name} is expected`,
      paragraphs: [
        message,
        `The storm affects your cars on ${where}. You and your renters can cancel trips on these days for free, and cancelling doesn't count against you.`,
        `Your cars can't be booked until the storm is over and you've checked them. If a car is due back during the storm, the renter can keep it until ${RETURN_AFTER_STORM_HOURS} hours after the storm, for free.`,
      ],
      action: { label: "Open your dashboard", url },
    },
    alert: { kind: "cancellation", body: where, isUrgent: isUrgent(ctx, storm) },
  };
}
