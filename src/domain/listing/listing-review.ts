// What an admin looks at before a listing goes on the site (product.md, Privacy and trust; the FAQ rules of specification section 1).

import { DOCUMENT_KINDS } from "./car-documents.ts";
import type { CalendarDate } from "../calendar/dates.ts";

/** Cars that are older than this are warned of; the admin decides (specification section 9). */
export const MAX_VEHICLE_YEARS = 15;

export const isTooOld = (year: number, today: CalendarDate): boolean =>
  Number(today.slice(0, 4)) - year > MAX_VEHICLE_YEARS;

/** What an approval is remembered with, in the order in which changes are shown. */
export const REVIEW_FIELDS = [
  "make",
  "model",
  "year",
  "license_plate",
  "title",
  "description",
  "color",
  "price_per_day",
  "booking_mode",
  "location",
  "latitude",
  "longitude",
  "pickup_instructions",
  "transmission",
  "fuel_type",
  "seats",
  "features",
  "images",
  ...DOCUMENT_KINDS,
] as const;
export type ReviewField = (typeof REVIEW_FIELDS)[number];
/** Of a document: when it was uploaded (an instant), and its last valid day where it has one. */
export type ReviewValue = string | number | readonly string[] | null;
/** A listing as an admin saw it when approving. */
export type ReviewedListing = Record<ReviewField, ReviewValue>;

export interface ReviewChange {
  field: ReviewField;
  before: ReviewValue;
  after: ReviewValue;
}

const same = (a: ReviewValue, b: ReviewValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a listing says otherwise than when it was approved, of what was remembered then. */
export const changesSince = (approved: Partial<ReviewedListing>, now: ReviewedListing): ReviewChange[] =>
  REVIEW_FIELDS.flatMap((field) => {
    const before = approved[field];
    return before === undefined || same(before, now[field]) ? [] : { field, before, after: now[field] };
  });
