// Notifies everyone on a storm's islands of its declaration and its end: the renters of the trips
// that it affects, and the hosts of the cars.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { RETURN_AFTER_STORM_HOURS } from "../../../../domain/storm/storm.ts";
import { formatDayRange, formatList } from "../../../../domain/text/format.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import { PATHS } from "../notifications/booking-mail.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { findHostsOf } from "./inspections.repository.ts";
import { findAffectedRenters, findStorm, type StormRow } from "./storms.repository.ts";

export const STORM_NOTIFICATIONS_JOB = "storm-notifications";

export interface StormNotification {
  stormId: string;
  event: "declared" | "ended";
}

/**
 * Nobody is notified twice of the same event, so a job that failed half-way runs again. Somebody
 * who is affected both as renter and as host is notified as each.
 */
export async function notifyOfStorm(
  ctx: NotifyCtx,
  { stormId, event }: StormNotification,
): Promise<void> {
  const storm = await findStorm(ctx.db, stormId);
  if (!storm || (event === "declared" && storm.ended_at !== null)) return;
  const { islands, first_day: firstDay, last_day: lastDay } = storm;
  const key = `storm:${stormId}:${event}`;
  const given = {
    kind: "booking",
    about: where(storm),
    always: true,
  } as const;
  for (const { renter_id: to, booking_id } of await findAffectedRenters(ctx.db, {
    islands,
    firstDay,
    lastDay,
  })) {
    const path = PATHS.renter(booking_id);
    const mail = toRenter(ctx, storm, event, path);
    await notify(ctx, { ...given, to, key: `${key}:renter`, path, mail });
  }
  for (const { host_id: to } of await findHostsOf(ctx.db, stormId))
    await notify(ctx, {
      ...given,
      to,
      key: `${key}:host`,
      path: "/host/dashboard",
      mail: toHost(ctx, storm, event),
    });
}

const where = ({ name, islands }: StormRow): string =>
  `${name}: ${formatList(islands.map(islandName))}`;

const days = (ctx: NotifyCtx, { first_day, last_day }: StormRow): string =>
  formatDayRange({ start: first_day, end: last_day }, todayInNassau(ctx.clock.now()));

function toRenter(
  ctx: NotifyCtx,
  storm: StormRow,
  event: StormNotification["event"],
  path: string,
): MailContent {
  const action = { label: "View booking", url: `${ctx.publicUrl()}${path}` };
  const { name, message, summary } = storm;
  if (event === "ended")
    return {
      subject: `${name} is over`,
      preview: "The usual terms apply to your trip again.",
      heading: `${name} is over`,
      paragraphs: [
        summary ?? "",
        "The usual terms for cancellations and returns apply to your trip again. We've asked your host to check the car and take photos.",
        `If you still have the car and it was due back during the storm, please return it within ${RETURN_AFTER_STORM_HOURS} hours. The extra time is free.`,
      ],
      action,
    };
  return {
    subject: `${name}: change your plans for free`,
    preview: `You can cancel your trip for a full refund.`,
    heading: `${name}: change your plans for free`,
    paragraphs: [
      message,
      `The storm affects your trip (${formatList(storm.islands.map(islandName))}, ${days(ctx, storm)}). You and your host can cancel it until the end of the pickup day, and you get back everything you paid.`,
      `If you have the car, keep it somewhere safe. If it's due back during the storm, you can keep it until ${RETURN_AFTER_STORM_HOURS} hours after the storm, for free.`,
    ],
    action,
  };
}

function toHost(ctx: NotifyCtx, storm: StormRow, event: StormNotification["event"]): MailContent {
  const { name, message, summary } = storm;
  const url = `${ctx.publicUrl()}/host/dashboard`;
  if (event === "ended")
    return {
      subject: `${name} is over: please check your cars`,
      preview: "Each car can be booked again once you've checked it and added photos.",
      heading: `${name} is over`,
      paragraphs: [
        summary ?? "",
        "Please check each of your cars and add photos of all sides. Once you have, the car can be booked again.",
      ],
      action: { label: "Check your cars", url },
    };
  return {
    subject: `${name}: please keep your cars safe`,
    preview: "Your cars can't be booked until the storm is over.",
    heading: `${name} is expected`,
    paragraphs: [
      message,
      `The storm affects your cars on ${formatList(storm.islands.map(islandName))}, ${days(ctx, storm)}. You and your renters can cancel trips on these days for free, and cancelling doesn't count against you.`,
      `Your cars can't be booked until the storm is over and you've checked them. If a car is due back during the storm, the renter can keep it until ${RETURN_AFTER_STORM_HOURS} hours after the storm, for free.`,
    ],
    action: { label: "Open your dashboard", url },
  };
}
