// What a car listing may contain (the enumerations of specification section 3).

import type { CalendarDate } from "../calendar/dates.ts";

export const FEATURES = [
  "Air Conditioning",
  "Bluetooth",
  "GPS Navigation",
  "Backup Camera",
  "USB Charging",
  "Aux Input",
  "Heated Seats",
  "Sunroof",
  "Cruise Control",
  "Power Windows",
  "Power Steering",
  "Remote Start",
] as const;
export type Feature = (typeof FEATURES)[number];

export const TRANSMISSIONS = ["automatic", "manual"] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

export const FUEL_TYPES = ["gasoline", "diesel", "electric", "hybrid"] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

/** The shapes of cars that people look for. Optional: a listing may have none (null). */
export const BODY_TYPES = [
  "saloon",
  "hatchback",
  "suv",
  "jeep",
  "van",
  "pickup_truck",
  "convertible",
  "golf_cart",
] as const;
export type BodyType = (typeof BODY_TYPES)[number];

export const SEAT_OPTIONS = [2, 4, 5, 6, 7, 8] as const;
export type SeatOption = (typeof SEAT_OPTIONS)[number];

/**
 * instant: the host approves all bookings in advance (the default). approval: the host responds to
 * each request (product.md, Booking and payment, 2).
 */
export const BOOKING_MODES = ["instant", "approval"] as const;
export type BookingMode = (typeof BOOKING_MODES)[number];

/** How a renter books a car: a host may keep instant book for verified renters. */
export const bookingModeFor = (
  car: { bookingMode: BookingMode; instantForVerified: boolean },
  isVerified: boolean,
): BookingMode => (car.instantForVerified && !isVerified ? "approval" : car.bookingMode);

/** Feature badges on a card; the rest become "+N more" (specification section 9). */
export const FEATURE_BADGES_PER_CARD = 3;

/**
 * Years of manufacture allowed in a listing: from 1990 to the next calendar year (specification
 * section 9).
 */
export const OLDEST_YEAR = 1990;
export const newestYear = (today: CalendarDate): number => Number(today.slice(0, 4)) + 1;

/** How long the texts of a listing may be, in characters. */
export const LISTING_LENGTHS = {
  title: 120,
  make: 60,
  model: 60,
  color: 40,
  license_plate: 20,
  description: 4000,
  location: 200,
  pickup_instructions: 2000,
} as const;

/** Photos per listing; at least one is required (specification section 5). */
export const MAX_PHOTOS = 20;

/**
 * The fields that identify a car. Changing one in an approved listing requires a new approval
 * (product.md, Privacy and trust).
 */
const REVIEWED_FIELDS = ["make", "model", "year", "license_plate"] as const;
export type ReviewedFields = Record<(typeof REVIEWED_FIELDS)[number], string | number | null>;

export function needsReview(before: ReviewedFields, after: ReviewedFields): boolean {
  return REVIEWED_FIELDS.some((field) => before[field] !== after[field]);
}

/** The initial values of a new listing (specification section 9). */
export const newListingDefaults = (today: CalendarDate) =>
  ({
    year: Number(today.slice(0, 4)),
    transmission: "automatic",
    fuel_type: "gasoline",
    seats: 4,
  }) as const;
