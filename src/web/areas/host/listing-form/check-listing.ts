// Checks the form before it is sent, by the rules of specification section 5.
import { BAHAMAS_BOUNDS, CAR_BOUNDS } from "../../../../domain/place/bahamas.ts";
import { checkWireRules } from "../../../../domain/booking/booking-rules.ts";
import { MAX_RENTAL_DAYS } from "../../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { newestYear, OLDEST_YEAR } from "../../../../domain/listing/listing.ts";
import { MIN_PRICE_CENTS, MAX_PRICE_CENTS } from "../../../../domain/money/money.ts";
import { DISCOUNT_FIELDS, MAX_DISCOUNT_PERCENT } from "../../../../domain/listing/prices.ts";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { FIELDS, type ListingField, type ListingValues } from "./listing-values.ts";
import { checkMeetingPlaceValues } from "./add-ons/meeting-place-values.ts";
import { checkExtraValues } from "./add-ons/extra-values.ts";
import { checkUsage } from "./usage/check-usage.ts";
import { readCents } from "../../../forms/read-cents.ts";
import { readPercent } from "./typed-price.ts";

const REQUIRED: Partial<Record<ListingField, string>> = {
  title: "Enter a title",
  make: "Enter the make, like Toyota",
  model: "Enter the model, like Prado",
  location: "Enter where the car is picked up",
  price_per_day: "Enter the price per day",
};

export const NO_IMAGES = "Please upload at least one image of your car";

function checkPrice(typed: string): string | undefined {
  const cents = readCents(typed);
  if (cents === undefined) return "Enter a price in dollars and cents, like 70.00";
  if (cents < MIN_PRICE_CENTS) return "The price must be $1.00 or more";
  return cents > MAX_PRICE_CENTS ? "The price must be $100,000.00 or less" : undefined;
}

const checkDiscount = (typed: string): string | undefined =>
  readPercent(typed) <= MAX_DISCOUNT_PERCENT
    ? undefined
    : `Enter a whole percentage from 0 to ${MAX_DISCOUNT_PERCENT}`;

function checkYear(typed: string, today: CalendarDate): string | undefined {
  const [year, newest] = [Number(typed), newestYear(today)];
  if (Number.isInteger(year) && year >= OLDEST_YEAR && year <= newest) return undefined;
  return `Enter a year from ${OLDEST_YEAR} to ${newest}`;
}

const isEmpty = (typed: string): boolean => typed.trim() === "";

/** A position needs both numbers or neither. */
export function checkLatitude({ latitude, longitude }: ListingValues): string | undefined {
  if (isEmpty(latitude))
    return isEmpty(longitude) ? undefined : "Enter the latitude too, or leave both empty";
  const degrees = Number(latitude);
  if (degrees >= CAR_BOUNDS.south && degrees <= CAR_BOUNDS.north) return undefined;
  return `Latitudes in The Bahamas are between ${BAHAMAS_BOUNDS.south} and ${BAHAMAS_BOUNDS.north}, like 25.03`;
}

export function checkLongitude({ latitude, longitude }: ListingValues): string | undefined {
  if (isEmpty(longitude))
    return isEmpty(latitude) ? undefined : "Enter the longitude too, or leave both empty";
  const degrees = Number(longitude);
  if (degrees >= CAR_BOUNDS.west && degrees <= CAR_BOUNDS.east) return undefined;
  if (degrees > 0) return "Longitudes in The Bahamas are negative, like -77.40";
  return `Longitudes in The Bahamas are between ${BAHAMAS_BOUNDS.west} and ${BAHAMAS_BOUNDS.east}, like -77.40`;
}

const isDays = (typed: string): boolean =>
  /^\d{1,2}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MAX_RENTAL_DAYS;

function checkRules(values: ListingValues): Record<string, string | undefined> {
  const days = `Enter a number of days from 1 to ${MAX_RENTAL_DAYS}`;
  const [min_days, max_days] = [values.min_days, values.max_days].map((typed) =>
    isDays(typed) ? undefined : days,
  );
  if (min_days || max_days) return { min_days, max_days };
  const { pickup_from, pickup_until, turnaround_hours, advance_notice_hours } = values;
  const errors = checkWireRules({
    pickup_from,
    pickup_until,
    turnaround_hours: Number(turnaround_hours),
    advance_notice_hours: Number(advance_notice_hours),
    min_days: Number(values.min_days),
    max_days: Number(values.max_days),
  });
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

/** The required fields that are empty. */
export const missingFields = (values: ListingValues): ListingField[] =>
  FIELDS.filter((field) => field in REQUIRED && String(values[field]).trim() === "");

/** @param today in Nassau, yyyy-MM-dd */
export function checkListing(
  values: ListingValues,
  today: CalendarDate,
): FieldErrors<ListingValues> {
  const found: Record<string, string | undefined> = {
    year: checkYear(values.year, today),
    price_per_day: checkPrice(values.price_per_day),
    weekend_price: isEmpty(values.weekend_price) ? undefined : checkPrice(values.weekend_price),
    weekend_days:
      !isEmpty(values.weekend_price) && values.weekend_days.length === 0
        ? "Choose at least one day"
        : undefined,
    ...Object.fromEntries(DISCOUNT_FIELDS.map((field) => [field, checkDiscount(values[field])])),
    latitude: checkLatitude(values),
    longitude: checkLongitude(values),
    images: values.images.length === 0 ? NO_IMAGES : undefined,
    ...checkRules(values),
    meeting_places: checkMeetingPlaceValues(values.meeting_places),
    extras: checkExtraValues(values.extras),
    ...checkUsage(values),
  };
  for (const field of missingFields(values)) found[field] = REQUIRED[field];
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined));
}
