// The texts of a trip's page.
import type { Handover, Trip } from "../../../contract/bookings/trips.ts";
import type {
  MarkKind,
  MarkPart,
  PhotoPlace,
  TankLevel,
  HandoverKind,
  EntrySide,
} from "../../../domain/trip/entry.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { RETURN_AFTER_STORM_HOURS } from "../../../domain/storm/storm.ts";
import { formatCount, formatDay, formatDeadline, formatTime } from "../../../domain/text/format.ts";

export const HANDOVER_NAMES: Record<HandoverKind, string> = { pickup: "Pickup", return: "Return" };

export const PHOTO_NAMES: Record<PhotoPlace, string> = {
  front: "Front",
  front_left: "Front left corner",
  left: "Left side",
  rear_left: "Rear left corner",
  back: "Back",
  rear_right: "Rear right corner",
  right: "Right side",
  front_right: "Front right corner",
  roof: "Roof and windscreen",
  instruments: "Dashboard, switched on",
  front_seats: "Front seats",
  boot: "Boot",
  further: "Another photo",
};

export const PART_NAMES: Record<MarkPart, string> = {
  front_bumper: "Front bumper",
  bonnet: "Bonnet",
  windscreen: "Windscreen",
  roof: "Roof",
  rear_window: "Rear window",
  boot: "Boot",
  rear_bumper: "Rear bumper",
  left_front_wing: "Left front wing",
  left_front_door: "Left front door",
  left_rear_door: "Left rear door",
  left_rear_wing: "Left rear wing",
  right_front_wing: "Right front wing",
  right_front_door: "Right front door",
  right_rear_door: "Right rear door",
  right_rear_wing: "Right rear wing",
  left_front_wheel: "Left front wheel",
  left_rear_wheel: "Left rear wheel",
  right_front_wheel: "Right front wheel",
  right_rear_wheel: "Right rear wheel",
  interior: "Interior",
};

export const DAMAGE_NAMES: Record<MarkKind, string> = {
  scratch: "Scratch",
  dent: "Dent",
  chip: "Stone chip",
  crack: "Crack",
  broken: "Broken",
  missing: "Missing",
  stain: "Stain",
  other: "Other",
};

export const formatLevel = ({ unit, value }: TankLevel): string =>
  unit === "eighths" ? `${value} of 8` : `${value}%`;

/** "12,034 miles, fuel 8 of 8" */
export const describeReading = ({
  miles,
  level,
}: Pick<NonNullable<Handover["reading"]>, "miles" | "level">): string =>
  `${formatCount(miles)} miles, ${level.unit === "percent" ? "charge" : "fuel"} ${formatLevel(level)}`;

/** "Sat, Dec 5, 10:00 AM", with the year unless it is this year. */
export const formatAt = (at: string): string => {
  const instant = new Date(at);
  return `${formatDay(todayInNassau(instant), todayInNassau(new Date()))}, ${formatTime(instant)}`;
};

/** The delay from which pages also show when an entry was received. */
const LATE_MS = 10 * 60_000;

/** Whether an entry was received much later than it was made, without a network. */
export const isReceivedLater = ({
  at,
  received_at,
}: {
  at: string;
  received_at: string;
}): boolean => Date.parse(received_at) - Date.parse(at) > LATE_MS;

/** The same as a deadline. */
export const formatUntil = (at: string): string =>
  formatDeadline(new Date(at), todayInNassau(new Date()));

/** "You", or the other side's first name. */
export const nameSide = (trip: Trip, side: EntrySide): string => {
  if (side === trip.side) return "You";
  return side === "admin" ? "Our team" : trip[side].first_name;
};

/** Who recorded an entry: one of several people for the host. */
export const nameAuthor = (
  trip: Trip,
  { side, author }: { side: EntrySide; author?: string | undefined },
): string => author ?? nameSide(trip, side);

/** How a handover came to be confirmed. */
export function describeConfirmation(
  trip: Trip,
  { by, at, author }: NonNullable<Handover["confirmation"]>,
): string {
  switch (by) {
    case "code":
      return `You both agreed on ${formatAt(at)}.`;
    case "host":
      return `${author ?? nameSide(trip, "host")} confirmed on ${formatAt(at)} that the car is back.`;
    case "renter":
      return `${nameSide(trip, "renter")} said that the car is back. It counts from ${formatAt(at)}.`;
    case "lockbox":
      return `${nameSide(trip, "renter")} confirmed alone on ${formatAt(at)}, with the lockbox.`;
    case "admin":
      return `Our team recorded on ${formatAt(at)} that the car is back.`;
  }
}

/** A code that waits on the renter's phone. */
export const describeStoredCode = ({ host }: Trip, handover: HandoverKind): string =>
  `Waiting for a network. Your phone has stored ${host.first_name}'s code and sends it later. The ${handover} is confirmed once we've checked it. If it turns out to be wrong, you'll see it here: call ${host.first_name} and ask for a new code.`;

/** The first name of the person on the other side. */
export const otherName = ({ side, renter, host }: Trip): string =>
  side === "renter" ? host.first_name : renter.first_name;

/** What a side should do while the trip is on hold. */
export function describeHold({ side, pickup }: Trip): string {
  if (pickup.confirmation)
    return side === "host"
      ? "Please take the car back as agreed."
      : "Please return the car as agreed.";
  return side === "host"
    ? "Please don't hand over the car until we've decided."
    : "Please don't travel to the pickup until we've decided.";
}

/** What admins read for the times of a trip that are copied to its booking. */
const REPEATED_TIMES: Record<string, string> = {
  picked_up_at: "pickup",
  returned_at: "return",
  return_noticed_at: "renter's notice of the return",
  delayed_pickup_at: "delayed pickup",
};
export const nameRepeatedTime = (time: string): string => REPEATED_TIMES[time] ?? time;

interface Headline {
  title: string;
  text: string;
}

/** The state of the trip, and what happens next. */
export function describeTrip(trip: Trip): Headline {
  const { pickup, return: back, place } = trip;
  const expectedPickup = trip.delay.reported?.pickup_at ?? trip.pickup_at;
  const until = (handover: Handover): string =>
    handover.may_mark_until
      ? ` You can add marks and photos until ${formatUntil(handover.may_mark_until)}.`
      : "";
  switch (trip.state) {
    case "upcoming":
      return {
        title: `Pickup on ${formatAt(expectedPickup)}`,
        text: `${place}. Check-in opens on ${formatAt(trip.check_in_at)}.`,
      };
    case "check_in_open":
      return {
        title:
          Date.parse(expectedPickup) < Date.now()
            ? "The pickup isn't confirmed yet"
            : "Check-in is open",
        text: `Pickup on ${formatAt(expectedPickup)}, ${place}.`,
      };
    case "in_progress":
      if (trip.in_storm && Date.now() < Date.parse(trip.due_back_at))
        return {
          title: `Return by ${formatUntil(trip.due_back_at)}`,
          text: `${place}. If the storm is still on then, the car is due ${RETURN_AFTER_STORM_HOURS} hours after the storm instead. The extra time is free.`,
        };
      if (trip.in_storm)
        return {
          title: "Keep the car until the storm is over",
          text: `It is due back ${RETURN_AFTER_STORM_HOURS} hours after the storm, ${place}. The extra time is free.`,
        };
      return {
        title: `Return by ${formatUntil(trip.due_back_at)}`,
        text: `${place}.${until(pickup)}`,
      };
    case "overdue":
      return {
        title: "The car is overdue",
        text: `It was due on ${formatUntil(trip.due_back_at)}, ${place}.`,
      };
    case "returned":
      return {
        title: `Returned on ${formatAt(back.confirmation?.at ?? trip.due_back_at)}`,
        text: `The trip closes on ${formatUntil(trip.closes_at ?? trip.due_back_at)}.${until(back)}`,
      };
    case "closed":
      return {
        title: "This trip is closed",
        text: pickup.confirmation
          ? "Nothing more can be added."
          : "Nobody confirmed a pickup here. Nothing more can be added.",
      };
  }
}
