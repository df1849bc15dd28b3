// What an admin reviews before a listing goes on the site (product.md, Privacy and trust; FAQ rules
// of specification section 1).

import { DOCUMENT_KINDS } from "./car-documents.ts";
import { PRICING_FIELDS } from "./prices.ts";
import type { CalendarDate } from "../calendar/dates.ts";

/** Older cars cause a warning; the admin decides (specification section 9). */
export const MAX_VEHICLE_YEARS = 15;

export const isTooOld = (year: number, today: CalendarDate): boolean =>
  Number(today.slice(0, 4)) - year > MAX_VEHICLE_YEARS;

/** The fields stored with an approval, in the order in which changes are shown. */
export const REVIEW_FIELDS = [
  "make",
  "model",
  "year",
  "license_plate",
  "title",
  "description",
  "color",
  ...PRICING_FIELDS,
  "included_miles_per_day",
  "price_per_mile_cents",
  "tank_gallons",
  "deposit_cents",
  "meeting_places",
  "extras",
  "custom_extras",
  "custom_extra_prices",
  "booking_mode",
  "location",
  "island",
  "latitude",
  "longitude",
  "pickup_instructions",
  "body_type",
  "transmission",
  "fuel_type",
  "seats",
  "features",
  "images",
  ...DOCUMENT_KINDS,
] as const;
export type ReviewField = (typeof REVIEW_FIELDS)[number];
/** For a document: when it was uploaded (an instant), and its last valid day if it has one. */
export type ReviewValue = string | number | readonly string[] | null;
/** A listing as an admin saw it when approving. */
export type ReviewedListing = Record<ReviewField, ReviewValue>;

export interface ReviewChange {
  field: ReviewField;
  before: ReviewValue;
  after: ReviewValue;
}

const same = (a: ReviewValue, b: ReviewValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The public fields that no rule can check. Changes to them go live immediately, and an admin
 * reviews them afterwards (product.md, Listings).
 */
const LOOKED_AT_FIELDS: readonly ReviewField[] = [
  "title",
  "description",
  "location",
  "latitude",
  "longitude",
  "custom_extras",
  "images",
];

/** Whether an approved listing has changes that an admin has to look at. */
export const needsLook = (approved: Partial<ReviewedListing>, now: ReviewedListing): boolean =>
  changesSince(approved, now).some(({ field }) => LOOKED_AT_FIELDS.includes(field));

/** No car had any add-ons when the approvals without these fields were stored. */
const NO_REVIEWED_ADD_ONS = { meeting_places: [], extras: [], custom_extras: [] };

/** What has changed in a listing since its approval, among the fields stored then. */
export const changesSince = (
  approved: Partial<ReviewedListing>,
  now: ReviewedListing,
): ReviewChange[] => {
  const stored: Partial<ReviewedListing> = { ...NO_REVIEWED_ADD_ONS, ...approved };
  return REVIEW_FIELDS.flatMap((field) => {
    const before = stored[field];
    return before === undefined || same(before, now[field])
      ? []
      : { field, before, after: now[field] };
  });
};
