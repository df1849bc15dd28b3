// What an admin looks at before a listing goes on the site (product.md, Privacy and trust; the FAQ rules of specification section 1).

import type { CalendarDate } from "./dates.ts";

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
  "location",
  "transmission",
  "fuel_type",
  "seats",
  "features",
  "images",
] as const;
export type ReviewField = (typeof REVIEW_FIELDS)[number];
export type ReviewValue = string | number | readonly string[] | null;
/** A listing as an admin saw it when approving. */
export type ReviewedListing = Record<ReviewField, ReviewValue>;

export interface ReviewChange {
  field: ReviewField;
  before: ReviewValue;
  after: ReviewValue;
}

const same = (a: ReviewValue, b: ReviewValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a listing says otherwise than when it was approved. */
export const changesSince = (approved: ReviewedListing, now: ReviewedListing): ReviewChange[] =>
  REVIEW_FIELDS.filter((field) => !same(approved[field], now[field])).map((field) => ({
    field,
    before: approved[field],
    after: now[field],
  }));
