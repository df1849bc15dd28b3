// The form's values: text as typed, empty for none, filled from a listing and read for the API.
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import type { Api } from "../../../../contract/index.ts";
import {
  DEFAULT_RULES,
  toWireRules,
  type WireRules,
} from "../../../../domain/booking/booking-rules.ts";
import type { HandoverTime } from "../../../../domain/calendar/time-of-day.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import {
  DEFAULT_WEEKEND,
  PRICING_NAMES,
  WEEKDAYS,
  type Weekday,
} from "../../../../domain/listing/prices.ts";
import {
  newListingDefaults,
  SEAT_OPTIONS,
  type BodyType,
  type BookingMode,
  type Feature,
  type FuelType,
  type Transmission,
} from "../../../../domain/listing/listing.ts";
import {
  readMeetingPlaces,
  toMeetingPlaceValues,
  type MeetingPlaceValue,
} from "./add-ons/meeting-place-values.ts";
import { readExtras, toExtraValues, type ExtraValue } from "./add-ons/extra-values.ts";
import { plainPrice } from "../../../forms/read-cents.ts";
import { formatPercent, readDiscounts } from "./typed-price.ts";
import {
  NO_USAGE_VALUES,
  readUsage,
  toUsageValues,
  USAGE_LABELS,
  type UsageValues,
} from "./usage/usage-values.ts";
import type { BookingChoice } from "../../../parts/listing/booking-mode-cards.tsx";

export interface ListingValues extends UsageValues {
  title: string;
  make: string;
  model: string;
  year: string;
  seats: string;
  /** Empty if not stated. */
  body_type: BodyType | "";
  color: string;
  transmission: Transmission;
  fuel_type: FuelType;
  license_plate: string;
  description: string;
  location: string;
  latitude: string;
  longitude: string;
  price_per_day: string;
  /** Empty if weekends cost the same. */
  weekend_price: string;
  weekend_days: readonly string[];
  /** In percent; empty for none. */
  discount_3_days: string;
  discount_7_days: string;
  discount_28_days: string;
  booking_mode: BookingChoice;
  pickup_instructions: string;
  pickup_from: HandoverTime;
  pickup_until: HandoverTime;
  turnaround_hours: string;
  advance_notice_hours: string;
  min_days: string;
  max_days: string;
  meeting_places: readonly MeetingPlaceValue[];
  extras: readonly ExtraValue[];
  features: readonly string[];
  images: readonly string[];
}

export type ListingField = keyof ListingValues;
export const LABELS: Record<ListingField, string> = {
  title: "Title",
  make: "Make",
  model: "Model",
  year: "Year",
  seats: "Seats",
  body_type: "Body type",
  color: "Colour",
  transmission: "Transmission",
  fuel_type: "Fuel type",
  license_plate: "Licence plate",
  description: "Description",
  location: "Location",
  latitude: "Latitude",
  longitude: "Longitude",
  ...PRICING_NAMES,
  booking_mode: "Booking",
  pickup_instructions: "Pickup instructions",
  pickup_from: "Earliest pickup or return",
  pickup_until: "Latest pickup or return",
  turnaround_hours: "Turnaround",
  advance_notice_hours: "Advance notice",
  min_days: "Shortest rental",
  max_days: "Longest rental",
  ...USAGE_LABELS,
  meeting_places: "Meeting places",
  extras: "Extras",
  features: "Features",
  images: "Car images",
};

export const FIELDS = Object.keys(LABELS) as ListingField[];

/** The prefix of the ids of the fields. */
export const FORM_ID = "listing";

/** The id of a field's control, which the error summary links to. */
export const fieldId = (field: ListingField): string => `${FORM_ID}-${field}`;

/**
 * @param today in Nassau, yyyy-MM-dd
 * @param bookingMode the host's default
 */
export function newValues(today: CalendarDate, bookingMode: BookingMode): ListingValues {
  const { year, seats, ...rest } = newListingDefaults(today);
  return {
    title: "",
    make: "",
    model: "",
    year: String(year),
    seats: String(seats),
    body_type: "",
    color: "",
    license_plate: "",
    description: "",
    location: "",
    latitude: "",
    longitude: "",
    price_per_day: "",
    weekend_price: "",
    weekend_days: DEFAULT_WEEKEND,
    discount_3_days: "",
    discount_7_days: "",
    discount_28_days: "",
    booking_mode: bookingMode,
    pickup_instructions: "",
    ...newRules(),
    ...NO_USAGE_VALUES,
    meeting_places: [],
    extras: [],
    features: [],
    images: [],
    ...rest,
  };
}

const toRuleValues = (rules: WireRules) => ({
  pickup_from: rules.pickup_from,
  pickup_until: rules.pickup_until,
  turnaround_hours: String(rules.turnaround_hours),
  advance_notice_hours: String(rules.advance_notice_hours),
  min_days: String(rules.min_days),
  max_days: String(rules.max_days),
});

/** The rules of a car whose host has set none. */
export const newRules = () => toRuleValues(toWireRules(DEFAULT_RULES));

const toValues = (listing: HostListing): ListingValues => ({
  title: listing.title,
  make: listing.make,
  model: listing.model,
  year: String(listing.year),
  seats: String(listing.seats),
  body_type: listing.body_type ?? "",
  color: listing.color ?? "",
  transmission: listing.transmission,
  fuel_type: listing.fuel_type,
  license_plate: listing.license_plate ?? "",
  description: listing.description ?? "",
  location: listing.location,
  latitude: listing.latitude === null ? "" : String(listing.latitude),
  longitude: listing.longitude === null ? "" : String(listing.longitude),
  price_per_day: listing.price_per_day.toFixed(2),
  weekend_price: listing.weekend_price?.toFixed(2) ?? "",
  weekend_days: listing.weekend_days,
  discount_3_days: formatPercent(listing.discount_3_days),
  discount_7_days: formatPercent(listing.discount_7_days),
  discount_28_days: formatPercent(listing.discount_28_days),
  booking_mode:
    listing.booking_mode === "instant" && listing.instant_for_verified
      ? "instant_for_verified"
      : listing.booking_mode,
  pickup_instructions: listing.pickup_instructions ?? "",
  ...toRuleValues(listing),
  ...toUsageValues(listing),
  meeting_places: toMeetingPlaceValues(listing.meeting_places),
  extras: toExtraValues(listing.extras),
  features: listing.features,
  images: listing.images,
});

/** The version that the form started from: an existing listing, or the defaults of a new one. */
export interface ListingVersion {
  /** A new listing has an id before it is sent, so that sending it again creates no second one. */
  id: string;
  /** Null for a new listing. */
  updated_at: string | null;
  values: ListingValues;
}

export const toVersion = (listing: HostListing): ListingVersion => ({
  id: listing.id,
  updated_at: listing.updated_at,
  values: toValues(listing),
});

export const newVersion = (
  values: ListingValues,
  id: string = crypto.randomUUID(),
): ListingVersion => ({
  id,
  updated_at: null,
  values,
});

/** A copy of a listing is another car: it starts without the plate and the photos of this one. */
export const toCopy = (listing: HostListing): ListingVersion =>
  newVersion({ ...toValues(listing), license_plate: "", images: [] });

/** The named weekdays in the order of the week. */
const readWeekdays = (names: readonly string[]): Weekday[] =>
  WEEKDAYS.filter((weekday) => names.includes(weekday));

type ListingBody = Api["POST /api/host/listings"]["call"]["body"];

/** An empty optional text is sent as null (specification section 5). */
const nullIfEmpty = (typed: string): string | null => (typed.trim() === "" ? null : typed);

/** The request body for values that passed checkListing. */
export const toListingBody = ({ latitude, longitude, ...values }: ListingValues): ListingBody => ({
  ...values,
  description: nullIfEmpty(values.description),
  color: nullIfEmpty(values.color),
  license_plate: nullIfEmpty(values.license_plate),
  pickup_instructions: nullIfEmpty(values.pickup_instructions),
  turnaround_hours: Number(values.turnaround_hours),
  advance_notice_hours: Number(values.advance_notice_hours),
  min_days: Number(values.min_days),
  max_days: Number(values.max_days),
  ...readUsage(values),
  meeting_places: readMeetingPlaces(values.meeting_places),
  extras: readExtras(values.extras),
  year: Number(values.year),
  seats: SEAT_OPTIONS.find((seats) => String(seats) === values.seats) ?? SEAT_OPTIONS[0],
  price_per_day: Number(plainPrice(values.price_per_day)),
  weekend_price:
    values.weekend_price.trim() === "" ? null : Number(plainPrice(values.weekend_price)),
  // Without a weekend price, the form shows no days to choose.
  weekend_days: readWeekdays(
    values.weekend_days.length > 0 ? values.weekend_days : DEFAULT_WEEKEND,
  ),
  ...readDiscounts(values),
  latitude: latitude.trim() === "" ? null : Number(latitude),
  longitude: longitude.trim() === "" ? null : Number(longitude),
  body_type: values.body_type || null,
  booking_mode: values.booking_mode === "approval" ? "approval" : "instant",
  instant_for_verified: values.booking_mode === "instant_for_verified",
  features: values.features as Feature[],
  images: [...values.images],
});

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two sets of values differ. */
export const changedListingFields = (one: ListingValues, other: ListingValues): ListingField[] =>
  FIELDS.filter((field) => !isSame(one[field], other[field]));

/** The request body, without the ids that the server replaces. */
const toBodyWithoutIds = ({ extras, ...values }: ListingValues): ListingBody =>
  toListingBody({ ...values, extras: extras.map((extra) => ({ ...extra, extra_id: "" })) });

/** Whether a listing holds the sent values, apart from surrounding spaces. */
export function holds(listing: HostListing, values: ListingValues): boolean {
  const [sent, stored] = [toBodyWithoutIds(values), toBodyWithoutIds(toValues(listing))];
  const tidy = (value: unknown) => (typeof value === "string" ? value.trim() : value);
  return FIELDS.every((field) => isSame(tidy(sent[field]), stored[field]));
}

/** Applies the typed changes to a newer version of the listing, and updates untouched fields. */
export function rebase(
  typed: ListingValues,
  before: ListingValues,
  now: ListingValues,
): ListingValues {
  const touched = changedListingFields(typed, before);
  return { ...now, ...Object.fromEntries(touched.map((field) => [field, typed[field]])) };
}
