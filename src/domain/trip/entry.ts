// What people add to a handover: photos, readings, marks, the licence check and the
// confirmation. Delayed flights and signatures belong to the pickup. Entries are only ever added
// (docs/decisions/0042).

import type { AgreementText } from "./agreement-text.ts";

export const HANDOVERS = ["pickup", "return"] as const;
export type HandoverKind = (typeof HANDOVERS)[number];

export const TRIP_SIDES = ["renter", "host"] as const;
export type TripSide = (typeof TRIP_SIDES)[number];

/** Who adds entries: an admin only closes a trip that nobody ended. */
export const ENTRY_SIDES = [...TRIP_SIDES, "admin"] as const;
export type EntrySide = (typeof ENTRY_SIDES)[number];

/** In the order of a walk around the car. */
export const PHOTO_SLOTS = [
  "front",
  "front_left",
  "left",
  "rear_left",
  "back",
  "rear_right",
  "right",
  "front_right",
  "roof",
  "instruments",
  "front_seats",
  "boot",
] as const;
/** A photo of anything else. */
export const FURTHER_PHOTO = "further";
export const PHOTO_PLACES = [...PHOTO_SLOTS, FURTHER_PHOTO] as const;
export type PhotoPlace = (typeof PHOTO_PLACES)[number];

export const MARK_PARTS = [
  "front_bumper",
  "bonnet",
  "windscreen",
  "roof",
  "rear_window",
  "boot",
  "rear_bumper",
  "left_front_wing",
  "left_front_door",
  "left_rear_door",
  "left_rear_wing",
  "right_front_wing",
  "right_front_door",
  "right_rear_door",
  "right_rear_wing",
  "left_front_wheel",
  "left_rear_wheel",
  "right_front_wheel",
  "right_rear_wheel",
  "interior",
] as const;
export type MarkPart = (typeof MARK_PARTS)[number];

export const MARK_KINDS = [
  "scratch",
  "dent",
  "chip",
  "crack",
  "broken",
  "missing",
  "stain",
  "other",
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** The longest text of a mark, in characters. */
export const MAX_MARK_LENGTH = 500;
/** The longest text with which a host contests a handover, in characters. */
export const MAX_LOCKBOX_CONTEST_LENGTH = 1000;
/** The highest reading that an odometer can show, in miles. */
export const MAX_MILES = 999_999;
export const FUEL_EIGHTHS = 8;
export const FULL_CHARGE_PERCENT = 100;
/** Pixels on the longer side of a stored photo; the phone shrinks it before sending. */
export const TRIP_PHOTO_PIXELS = 1600;

/** Fuel in eighths of the tank, or the charge of an electric car in per cent. */
export type TankLevel = { unit: "eighths"; value: number } | { unit: "percent"; value: number };

export const CONFIRMED_BY = ["code", "host", "renter", "admin", "lockbox"] as const;
export type ConfirmedBy = (typeof CONFIRMED_BY)[number];

/** What an entry says. */
export type EntryContent =
  | {
      kind: "photo";
      place: PhotoPlace;
      /** The SHA-256 of the stored picture, and of the file that the phone sent. */
      sha256: string;
      sent_sha256: string;
      /** The entry of the mark that a further photo shows. */
      mark_id?: string;
    }
  | { kind: "reading"; miles: number; level: TankLevel }
  | { kind: "mark"; part: MarkPart; damage: MarkKind; words: string }
  /** The host has compared the renter's licence with the verified one. */
  | { kind: "licence_check" }
  /** The renter says that the car is back. */
  | { kind: "return_notice" }
  /** The renter's flight is late: when the pickup is expected, and on which flight. */
  | { kind: "flight_delay"; pickup_at: string; flight: string | null }
  /** A side signs the rental agreement. */
  | {
      kind: "signature";
      /** The hash of the text, which names it. */
      text_sha256: string;
      text: AgreementText;
      /** As typed. */
      name: string;
      /** The strokes, as domain/trip/signature.ts describes them; null if none were drawn. */
      path: string | null;
    }
  /** The renter was shown the lockbox's code. */
  | { kind: "lockbox_opening" }
  /** The host's answer to what the renter confirmed alone with the lockbox. */
  | { kind: "lockbox_acceptance" }
  | { kind: "lockbox_contest"; words: string }
  | {
      kind: "confirmation";
      /** The reading that it is about; null for a return that was confirmed without one. */
      reading_id: string | null;
      /**
       * code: the renter with the host's code, so both agree. host: the host alone. renter: the
       * renter's notice, which the host did not answer. lockbox: the renter alone. admin: an admin.
       */
      by: ConfirmedBy;
      /** At the pickup: the rental agreement as it was then. */
      agreement?: AgreementText;
    };
export type EntryKind = EntryContent["kind"];

/** Who added an entry to which handover, and when. Times are instants in ISO 8601. */
export interface TripEntry {
  /** Made on the phone, so that a repeat is the same entry. */
  id: string;
  handover: HandoverKind;
  side: EntrySide;
  /** By the phone's clock, but not later than we received it. */
  at: string;
  content: EntryContent;
}

/** The most entries of one kind that a side adds to a handover. */
export const ENTRY_LIMITS: Readonly<Record<EntryKind, number>> = {
  photo: 60,
  reading: 50,
  mark: 200,
  licence_check: 10,
  return_notice: 1,
  flight_delay: 10,
  signature: 20,
  confirmation: 1,
  lockbox_opening: 1,
  lockbox_acceptance: 1,
  lockbox_contest: 1,
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  return value !== null && typeof value === "object"
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, inner]): [string, unknown] => [key, sorted(inner)])
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value;
};

/** One text for the same content, whatever the order of its fields: for comparing and hashing. */
export const canonicalText = (value: unknown): string => JSON.stringify(sorted(value));
