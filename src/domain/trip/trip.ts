// A trip: what happens between the pickup and the return of a booking (product.md, Trips). Its
// state is separate from the booking's status, and depends on the booking, the confirmed handovers
// and the time.
import type { BookingStatus } from "../booking/booking.ts";
import { completesAt } from "../booking/booking-deadlines.ts";
import { pickupAt, type RentalPeriod } from "../booking/rental-period.ts";
import { dueBackAfterStorms, type StormTimes } from "../storm/storm.ts";
import type { EntrySide, HandoverKind } from "./entry.ts";
import { dueBackAt } from "./trip-end.ts";

export { dueBackAt };

export const TRIP_STATES = [
  "upcoming",
  "check_in_open",
  "in_progress",
  "overdue",
  "returned",
  "closed",
] as const;
export type TripState = (typeof TRIP_STATES)[number];

/** Hours before the pickup from which both sides may record it. */
const CHECK_IN_HOURS = 24;
/** Hours after driving off for which the renter may add marks and photos. */
export const RENTER_MARK_HOURS = 2;
/** Hours after the return for which the host may add marks and photos. */
const HOST_MARK_HOURS = 24;
/** Hours for which the renter may add marks and photos if the host confirmed the return alone. */
const RENTER_ANSWER_HOURS = 24;
/** Hours after which the renter's notice confirms the return if the host does not respond. */
export const RETURN_NOTICE_HOURS = 24;
/** Hours for which the host may answer what the renter confirmed alone with the lockbox. */
export const LOCKBOX_ANSWER_HOURS = 24;
/** How many days after its return time a missing car becomes an incident. */
export const OVERDUE_CAR_DAYS = 3;
/** Days after a trip has closed for which its photos are stored. */
export const TRIP_PHOTO_DAYS = 180;

const HOUR_MS = 3_600_000;
const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS);

/** What the state and the windows of a trip depend on. */
export interface TripFacts {
  status: BookingStatus;
  period: RentalPeriod;
  /** When the booking was approved; when it was made, if it was not. */
  approvedAt: Date;
  /** When each handover was confirmed; null if it was not. */
  confirmedAt: Readonly<Record<HandoverKind, Date | null>>;
  /** When the renter said that the car is back; null if not. */
  returnNoticedAt: Date | null;
  /** When we received each confirmation by the renter alone, with the lockbox; null if none. */
  lockboxConfirmedAt: Readonly<Record<HandoverKind, Date | null>>;
  /** Whether the host confirmed the return without the renter. */
  isReturnOneSided: boolean;
  /** When the booking was cancelled; null if it was not. */
  cancelledAt: Date | null;
  /** When the car's next renter picks it up after the return; null if nobody has booked it. */
  nextPickupAt: Date | null;
  /** The storms that were ever on where the car is. */
  storms?: readonly StormTimes[];
}

/** When check-in opens. */
export const checkInAt = (period: RentalPeriod): Date =>
  hoursAfter(pickupAt(period), -CHECK_IN_HOURS);

/**
 * Until when the host may add marks after a return: 24 hours, or until the car's next pickup if
 * that is sooner. A pickup that the late return has missed doesn't count.
 */
function hostMarksUntil(returnedAt: Date, nextPickupAt: Date | null): Date {
  const until = hoursAfter(returnedAt, HOST_MARK_HOURS);
  const isSooner = nextPickupAt && nextPickupAt > returnedAt && nextPickupAt < until;
  return isSooner ? nextPickupAt : until;
}

const renterAnswersUntil = (returnedAt: Date): Date => hoursAfter(returnedAt, RENTER_ANSWER_HOURS);

/**
 * Until when the host may answer a handover that the renter confirmed with the lockbox.
 * @param receivedAt when we received the confirmation
 */
export const lockboxAnswerUntil = (receivedAt: Date): Date =>
  hoursAfter(receivedAt, LOCKBOX_ANSWER_HOURS);

/**
 * When a trip closes; null while the car is out, even if the booking was cancelled meanwhile. A
 * trip that nobody recorded ends by the dates, or with its cancellation.
 */
export function closesAt({ confirmedAt, nextPickupAt, ...facts }: TripFacts): Date | null {
  if (confirmedAt.return) {
    const end = facts.isReturnOneSided
      ? renterAnswersUntil(confirmedAt.return)
      : hostMarksUntil(confirmedAt.return, nextPickupAt);
    // The saved card is needed until the host's time to answer both handovers is over.
    const { pickup, return: back } = facts.lockboxConfirmedAt;
    const answers = [pickup, back].map((at) => (at ? lockboxAnswerUntil(at).getTime() : 0));
    return new Date(Math.max(back ? 0 : end.getTime(), ...answers));
  }
  const isOut = confirmedAt.pickup !== null && facts.status !== "completed";
  return isOut ? null : (facts.cancelledAt ?? completesAt(facts.period.end));
}

/** Whether a trip can be recorded: also after a cancellation, if the car was picked up before. */
export const isRecordable = ({ status, confirmedAt }: TripFacts): boolean =>
  status === "approved" ||
  status === "completed" ||
  (status === "cancelled" && confirmedAt.pickup !== null);

export function tripState(facts: TripFacts, now: Date): TripState {
  const { period, confirmedAt } = facts;
  if (!isRecordable(facts)) return "closed";
  const end = closesAt(facts);
  if (end && now >= end) return "closed";
  if (confirmedAt.return) return "returned";
  if (confirmedAt.pickup) {
    const due = dueBackAfterStorms(dueBackAt(period), facts.storms ?? []);
    const isLate = facts.returnNoticedAt === null && due !== null && now >= due;
    return isLate ? "overdue" : "in_progress";
  }
  return now >= checkInAt(period) ? "check_in_open" : "upcoming";
}

/** When one kind of entry may be added. `from` null: never; `until` null: without an end. */
export interface EntryWindow {
  from: Date | null;
  until: Date | null;
}

/**
 * When a side may add to a handover (trips.md, section 4). After its confirmation, only the side
 * that has the car may add, and only marks and photos. The renter may also add to a return that the
 * host confirmed alone.
 * @param canFollow whether the entry is a mark or a photo
 */
export function entryWindow(
  facts: TripFacts,
  { handover, side, canFollow }: { handover: HandoverKind; side: EntrySide; canFollow: boolean },
): EntryWindow {
  const { period, confirmedAt, lockboxConfirmedAt, nextPickupAt } = facts;
  const agreed = confirmedAt[handover];
  if (handover === "pickup") {
    const from = checkInAt(period);
    if (!agreed) return { from, until: completesAt(period.end) };
    const isLater = canFollow && side === "renter";
    return { from, until: isLater ? hoursAfter(agreed, RENTER_MARK_HOURS) : agreed };
  }
  const from = confirmedAt.pickup;
  if (!agreed) return { from, until: null };
  // The host can't know about a return with the lockbox before it arrives.
  const knownAt = lockboxConfirmedAt.return ?? agreed;
  if (canFollow && side === "host") return { from, until: hostMarksUntil(knownAt, nextPickupAt) };
  const isLater = canFollow && facts.isReturnOneSided;
  return { from, until: isLater ? renterAnswersUntil(agreed) : agreed };
}
