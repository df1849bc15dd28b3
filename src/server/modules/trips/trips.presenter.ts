// Shapes trips for their readers.
import type { Handover, Trip } from "../../../contract/bookings/trips.ts";
import type { Lockbox } from "../../../contract/host/lockboxes.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { pickupAt } from "../../../domain/booking/rental-period.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import { dueBackAfterStorms, isReturnInStorm } from "../../../domain/storm/storm.ts";
import type { TripEntry, HandoverKind } from "../../../domain/trip/entry.ts";
import { isReceivedLate } from "../../../domain/trip/entry-rules.ts";
import { lockboxOpensAt, missingOutsidePhotos } from "../../../domain/trip/lockbox.ts";
import { delayedPickups } from "../../../domain/trip/flight-delay.ts";
import {
  checkInAt,
  closesAt,
  dueBackAt,
  entryWindow,
  isRecordable,
  lockboxAnswerUntil,
  tripState,
  type EntryWindow,
} from "../../../domain/trip/trip.ts";
import { usesPercent, type OpenTrip } from "./open-trip.ts";

const isOpen = ({ from, until }: EntryWindow, now: Date): boolean =>
  from !== null && now >= from && (until === null || now < until);

interface Reader {
  side: BookingParty;
  /** Whether the reader helps the host. */
  isHelper: boolean;
  /** Who recorded entries for the host, by the entry's id; empty for the renter. */
  authors: ReadonlyMap<string, string>;
  /** The ids of the photos whose pictures are stored. */
  stored: ReadonlySet<string>;
  /** Whether the car has a lockbox now. */
  hasLockbox: boolean;
  /** The lockbox, if showsLockbox says that the reader is shown it. */
  lockbox: Lockbox | undefined;
  deposit: Trip["deposit"];
  now: Date;
}

export function presentTrip(
  trip: OpenTrip,
  { isHelper, hasLockbox, lockbox, deposit, ...reader }: Reader,
): Trip {
  const { side, now } = reader;
  const { row, facts } = trip;
  const { period } = facts;
  const dueAfterStorms = dueBackAfterStorms(dueBackAt(period), facts.storms ?? []);
  const one = (handover: HandoverKind) => {
    const shown = presentHandover(trip, handover, reader);
    // Helpers can't answer what the renter confirmed alone, because that may lead to charges.
    return isHelper ? { ...shown, may_answer: false } : shown;
  };
  return {
    booking_id: row.id,
    booking_number: formatBookingNumber(row.number),
    side,
    is_helper: isHelper,
    state: tripState(facts, now),
    car: {
      title: row.title,
      is_electric: usesPercent(trip),
      image: row.images[0] ?? null,
    },
    renter: { first_name: row.renter_first_name, last_name: row.renter_last_name },
    host: { first_name: row.host_first_name, last_name: row.host_last_name },
    place: row.meeting_place_name ?? row.location,
    check_in_at: checkInAt(period).toISOString(),
    pickup_at: pickupAt(period).toISOString(),
    delay: presentDelay(trip, side, now),
    due_back_at: (dueAfterStorms ?? dueBackAt(period)).toISOString(),
    in_storm: isReturnInStorm(dueBackAt(period), facts.storms ?? [], now),
    closes_at: closesAt(facts)?.toISOString() ?? null,
    on_hold: row.on_hold,
    // A renter who was shown the code can return the car even if the host has removed the lockbox.
    lockbox:
      hasLockbox || trip.handovers.pickup.lockboxOpening
        ? presentLockbox(trip, lockbox, now)
        : null,
    deposit,
    pickup: one("pickup"),
    return: one("return"),
  };
}

/**
 * Whether a reader of a trip is shown the code: only the renter, from opening the lockbox until the
 * car is back or the trip is over.
 */
export function showsLockbox(
  { row, facts, handovers: { pickup, return: back } }: OpenTrip,
  side: BookingParty,
  now: Date,
): boolean {
  return (
    side === "renter" &&
    pickup.lockboxOpening !== null &&
    back.confirmation === null &&
    tripState(facts, now) !== "closed" &&
    !(row.on_hold && pickup.confirmation === null)
  );
}

function presentLockbox(
  { facts, handovers: { pickup } }: OpenTrip,
  lockbox: Lockbox | undefined,
  now: Date,
): Trip["lockbox"] {
  const opensAt = lockboxOpensAt(facts.period);
  return {
    opens_at: opensAt.toISOString(),
    is_due: now >= opensAt,
    missing_photos: missingOutsidePhotos(pickup),
    opened_at: pickup.lockboxOpening?.at ?? null,
    code: lockbox?.code ?? null,
    directions: lockbox?.directions || null,
  };
}

function presentDelay(trip: OpenTrip, side: BookingParty, now: Date): Trip["delay"] {
  const { facts, handovers } = trip;
  const { flightDelay, confirmation } = handovers.pickup;
  const mayReport = side === "renter" && facts.status === "approved" && !confirmation;
  return {
    reported: flightDelay && {
      ...presentAuthor(trip, flightDelay),
      pickup_at: flightDelay.content.pickup_at,
      flight: flightDelay.content.flight,
    },
    times: mayReport ? delayedPickups(facts.period, now).map((at) => at.toISOString()) : [],
  };
}

/** Who made an entry, and when. */
function presentAuthor({ facts, rows }: OpenTrip, entry: TripEntry) {
  const { id, side, at } = entry;
  const received_at = rows.find((row) => row.id === id)?.received_at ?? at;
  const added_late = isReceivedLate(entry, facts, new Date(received_at));
  return { id, side, at, received_at, added_late };
}

function presentHandover(
  trip: OpenTrip,
  handover: HandoverKind,
  { side: viewer, authors, stored, now }: Pick<Reader, "side" | "authors" | "stored" | "now">,
): Handover {
  const { facts, handovers } = trip;
  const { reading, photos, marks, confirmation, ...one } = handovers[handover];
  const pickAuthor = (entry: TripEntry) => ({
    ...presentAuthor(trip, entry),
    author: authors.get(entry.id),
  });
  const side = viewer === "admin" ? null : viewer;
  const isActive = isRecordable(facts);
  const marking = side && isActive && entryWindow(facts, { handover, side, canFollow: true });
  const recording = side && isActive && entryWindow(facts, { handover, side, canFollow: false });
  const mayMark = marking ? isOpen(marking, now) : false;
  return {
    opens_at:
      entryWindow(facts, {
        handover,
        side: "host",
        canFollow: true,
      }).from?.toISOString() ?? null,
    reading: reading && {
      ...pickAuthor(reading),
      miles: reading.content.miles,
      level: reading.content.level,
    },
    photos: photos.map((photo) => ({
      ...pickAuthor(photo),
      place: photo.content.place,
      mark_id: photo.content.mark_id ?? null,
      stored: stored.has(photo.id),
    })),
    marks: marks.map((mark) => {
      const { part, damage, words } = mark.content;
      return { ...pickAuthor(mark), part, damage, words };
    }),
    licence_check: one.licenceCheck && pickAuthor(one.licenceCheck),
    return_notice: one.returnNotice && pickAuthor(one.returnNotice),
    confirmation: confirmation && { ...pickAuthor(confirmation), by: confirmation.content.by },
    ...presentAnswer(trip, handover, viewer, now),
    may_record: recording ? isOpen(recording, now) : false,
    may_mark: mayMark,
    may_mark_until:
      mayMark && confirmation && marking ? (marking.until?.toISOString() ?? null) : null,
  };
}

/** The host's answer to what the renter confirmed alone, and until when it can be given. */
function presentAnswer(
  trip: OpenTrip,
  handover: HandoverKind,
  viewer: BookingParty,
  now: Date,
): Pick<Handover, "lockbox_answer" | "answer_until" | "may_answer"> {
  const { lockboxAnswer: answer } = trip.handovers[handover];
  const confirmedAt = trip.facts.lockboxConfirmedAt[handover];
  const until = confirmedAt && !answer ? lockboxAnswerUntil(confirmedAt) : null;
  return {
    lockbox_answer: answer && {
      ...presentAuthor(trip, answer),
      accepts: answer.content.kind === "lockbox_acceptance",
      words: answer.content.kind === "lockbox_contest" ? answer.content.words : "",
    },
    answer_until: until?.toISOString() ?? null,
    may_answer: viewer === "host" && until !== null && now < until,
  };
}
