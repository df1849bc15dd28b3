// The texts about changes to a booking.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import {
  GIVE_BACK_HOURS,
  type ChangeSide,
} from "../../../../domain/booking/changes/booking-change.ts";
import { countExtra } from "../../../../domain/listing/add-ons/extras.ts";
import {
  formatCounted,
  formatDeadline,
  formatHandover,
  formatList,
  formatTime,
  formatUsd,
} from "../../../../domain/text/format.ts";

export type BookingChange = EndpointOutput<"GET /api/bookings/{id}/changes">["changes"][number];
export type ChangeQuote = EndpointOutput<"POST /api/bookings/{id}/changes/quote">;
export type ChangedTerms = BookingChange["from"];
/** An admin reads both sides' changes and takes no step. */
export type ChangeViewer = ChangeSide | "admin";

/** The first names of both sides. */
export interface ChangeNames {
  renter: string;
  host: string;
}

export const nameParties = ({ renter, car }: Booking): ChangeNames => ({
  renter: renter.first_name,
  host: car.host.first_name,
});

type Terms = Pick<BookingChange, "from" | "to">;

/** A part of a booking that a change moves: what it was and what it becomes. */
export interface MovedPart {
  label: "Pickup" | "Return" | "Meeting place";
  was: string;
  now: string;
}

const AT_THE_CAR = "At the car";

const handovers = (terms: ChangedTerms) => {
  const today = todayInNassau(new Date());
  return {
    pickup: formatHandover(terms.start_date, terms.pickup_time, today),
    return: formatHandover(terms.end_date, terms.return_time, today),
  };
};

const moveIfChanged = (label: MovedPart["label"], was: string, now: string): MovedPart[] =>
  was === now ? [] : [{ label, was, now }];

/** What moves, in the order of a trip. */
export function listMovedParts({ from, to }: Terms): MovedPart[] {
  const [was, now] = [handovers(from), handovers(to)];
  return [
    ...moveIfChanged("Pickup", was.pickup, now.pickup),
    ...moveIfChanged("Return", was.return, now.return),
    ...moveIfChanged(
      "Meeting place",
      from.meeting_place_name ?? AT_THE_CAR,
      to.meeting_place_name ?? AT_THE_CAR,
    ),
  ];
}

/** The extras that a change adds: "Cooler", "2 × Booster seat, over 40 lb". */
export const listAddedExtras = ({ from, to }: Terms): string[] =>
  to.extras.flatMap(({ extra_id, name, quantity }) => {
    const before = from.extras.find((each) => each.extra_id === extra_id)?.quantity ?? 0;
    return quantity > before ? [countExtra(name, quantity - before)] : [];
  });

/** "2 more days", "1 day less and another meeting place", "other hours", "Cooler" */
export function nameChange(terms: Terms): string {
  const moved = listMovedParts(terms);
  const days = terms.to.days - terms.from.days;
  const isMoved = moved.some(({ label }) => label !== "Meeting place");
  const isOtherDates =
    terms.from.start_date !== terms.to.start_date || terms.from.end_date !== terms.to.end_date;
  return formatList([
    ...(days > 0 ? [formatCounted(days, "more day", "more days")] : []),
    ...(days < 0 ? [`${formatCounted(-days, "day", "days")} less`] : []),
    ...(days === 0 && isMoved ? [isOtherDates ? "other dates" : "other hours"] : []),
    ...(moved.some(({ label }) => label === "Meeting place") ? ["another meeting place"] : []),
    ...listAddedExtras(terms),
  ]);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "2 more days", at the beginning of a sentence or as a heading. */
export const titleChange = (terms: Terms): string => capitalize(nameChange(terms));

/** "You", or the first name of a side. */
export const nameActor = (side: ChangeSide, viewer: ChangeViewer, names: ChangeNames): string =>
  side === viewer ? "You" : names[side];

/** "Naomi asks for 2 more days", "You asked for other hours" */
export const describeRequest = (
  change: BookingChange,
  viewer: ChangeViewer,
  names: ChangeNames,
): string =>
  `${nameActor(change.requested_by, viewer, names)} ${change.requested_by === viewer ? "asked" : "asks"} for ${nameChange(change)}`;

/** "9:20 PM today" or "Sat, Dec 5, 9:20 AM" */
export function formatChangeDeadline(at: string): string {
  const instant = new Date(at);
  const now = new Date();
  const isToday = todayInNassau(instant) === todayInNassau(now);
  return isToday ? `${formatTime(instant)} today` : formatDeadline(instant, todayInNassau(now));
}

/** "7 h 41 min left"; empty once the time is over. */
export function formatTimeLeft(until: string, now: Date): string {
  const minutes = Math.floor((Date.parse(until) - now.getTime()) / 60_000);
  if (minutes < 0) return "";
  if (minutes < 1) return "less than a minute left";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${[hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(" ")} left`;
}

/** What the renter can get back on top, for the renter. */
export const describeAgreedRefund = (maxCents: number, host: string): string =>
  `You also give up days that begin within ${GIVE_BACK_HOURS} hours. They cost ${formatUsd(maxCents)}, and ${host} decides how much of that you get back.`;

/** What the renter gets back in any case. A host who asks for fewer days gives back all of them. */
export const sumRefund = (
  money: Pick<BookingChange, "refund_cents" | "agreed_refund_max_cents">,
  requestedBy: ChangeSide,
): number => money.refund_cents + (requestedBy === "host" ? money.agreed_refund_max_cents : 0);
