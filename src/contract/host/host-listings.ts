// Endpoints for a host's own listings (specification sections 2, 3, 5, 7): all form fields,
// including private ones.
import { z } from "zod";
import { MAX_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import { OUTAGE_REASONS } from "../../domain/calendar/host-calendar.ts";
import { CAR_BOUNDS } from "../../domain/place/bahamas.ts";
import {
  BODY_TYPES,
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  MAX_PHOTOS,
  OLDEST_YEAR,
  SEAT_OPTIONS,
  TRANSMISSIONS,
  LISTING_LENGTHS,
} from "../../domain/listing/listing.ts";
import { DOCUMENTS_DUE } from "../../domain/listing/car-documents.ts";
import { LISTING_ACTIONS } from "../../domain/policies/listing.ts";
import { carDocumentSchema } from "./car-documents.ts";
import { calendarDate, cursor, id, instant, line, text } from "../common.ts";
import { EXTRA_LIST_ERRORS, PLACE_LIST_ERRORS } from "../../domain/listing/add-ons/errors.ts";
import { USAGE_INPUT_ERRORS } from "../../domain/tariff/errors.ts";
import { endpoint } from "../endpoint.ts";
import { ruleFields, rulesInput } from "../listings/booking-rules.ts";
import { extrasInput, hostExtras, meetingPlaces, meetingPlacesInput } from "../listings/add-ons.ts";
import { hostPrices, pricesInput } from "../listings/prices.ts";
import { depositCents, distanceFields, tankGallons, usageInput } from "../listings/usage-terms.ts";

export const HOST_LISTINGS_PER_PAGE = 24;

const required = (max: number) => line(max).min(1, "is required");
const noneIfEmpty = (schema: z.ZodString) => schema.nullish().transform((value) => value || null);
/** Sent as null when empty (specification section 5). */
const optional = (max: number) => noneIfEmpty(text(max));

const LATITUDE = "must be a latitude in The Bahamas, like 25.03";
const LONGITUDE = "must be a longitude in The Bahamas, where they are negative, like -77.40";

/** What a host enters. The domain checks the latest year, which is the next calendar year. */
export const listingInput = z.strictObject({
  title: required(LISTING_LENGTHS.title),
  description: optional(LISTING_LENGTHS.description),
  make: required(LISTING_LENGTHS.make),
  model: required(LISTING_LENGTHS.model),
  year: z.int().min(OLDEST_YEAR, `must be ${OLDEST_YEAR} or later`),
  color: noneIfEmpty(line(LISTING_LENGTHS.color)),
  license_plate: noneIfEmpty(line(LISTING_LENGTHS.license_plate)),
  location: required(LISTING_LENGTHS.location),
  latitude: z
    .number()
    .min(CAR_BOUNDS.south, LATITUDE)
    .max(CAR_BOUNDS.north, LATITUDE)
    .nullable()
    .default(null),
  longitude: z
    .number()
    .min(CAR_BOUNDS.west, LONGITUDE)
    .max(CAR_BOUNDS.east, LONGITUDE)
    .nullable()
    .default(null),
  ...pricesInput,
  body_type: z
    .enum(BODY_TYPES)
    .nullable()
    .default(null)
    .describe("The shape of the car; null if the host has not stated it."),
  transmission: z.enum(TRANSMISSIONS),
  fuel_type: z.enum(FUEL_TYPES),
  seats: z.literal(SEAT_OPTIONS),
  features: z.array(z.enum(FEATURES)).max(FEATURES.length),
  images: z.array(z.string().max(300)).max(MAX_PHOTOS, `must be ${MAX_PHOTOS} or fewer`),
  booking_mode: z.enum(BOOKING_MODES).default("instant"),
  instant_for_verified: z
    .boolean()
    .default(false)
    .describe("With instant book: whether renters who are not verified send a request instead."),
  pickup_instructions: optional(LISTING_LENGTHS.pickup_instructions),
  ...rulesInput,
  ...usageInput,
  meeting_places: meetingPlacesInput,
  extras: extrasInput,
});

/** The codes for what the domain refuses in a listing. */
const LISTING_ERRORS = [
  "discount_too_high",
  ...USAGE_INPUT_ERRORS,
  ...PLACE_LIST_ERRORS,
  ...EXTRA_LIST_ERRORS,
] as const;

export const hostListingSchema = z
  .object({
    id,
    ...listingInput.shape,
    description: z.string().nullable(),
    color: z.string().nullable(),
    license_plate: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    island: z.enum(ISLAND_IDS).nullable().describe("Where its location is, as far as known."),
    year: z.int(),
    ...hostPrices,
    body_type: z.enum(BODY_TYPES).nullable(),
    images: z.array(z.string()),
    features: z.array(z.string()),
    booking_mode: z.enum(BOOKING_MODES),
    instant_for_verified: z.boolean(),
    pickup_instructions: z.string().nullable(),
    ...ruleFields,
    ...distanceFields,
    tank_gallons: tankGallons,
    deposit_cents: depositCents,
    meeting_places: meetingPlaces,
    extras: hostExtras,
    is_available: z.boolean(),
    is_approved: z.boolean(),
    rejection_reason: z.string().nullable().describe("Why an admin did not approve it."),
    documents: z.array(carDocumentSchema).describe("The newest document of each kind."),
    out_of_service: z
      .object({
        start_date: calendarDate,
        end_date: calendarDate.describe("The first day on which it is back."),
        reason: z.enum(OUTAGE_REASONS),
      })
      .nullable()
      .describe("The outage that the car is in, or the next one."),
    may: z
      .array(z.enum(LISTING_ACTIONS))
      .describe(
        "What the caller may do now as the host or an admin. Expired insurance or an upcoming booking can still prevent it.",
      ),
    created_at: instant,
    updated_at: instant.describe(
      "Must be sent with an update, which is refused if somebody else has changed the listing.",
    ),
  })
  .meta({ id: "HostListing" });
export type HostListing = z.infer<typeof hostListingSchema>;

const own = { params: z.strictObject({ id }) };
const changed = ["not_found", "forbidden", "listing_changed"] as const;

export const listHostListings = endpoint({
  method: "GET",
  path: "/api/host/listings",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "The host's own listings, newest first, with the dashboard's figures.",
  query: z.strictObject({
    search: text(MAX_SEARCH_LENGTH)
      .optional()
      .describe("Part of the title, make, model, location or licence plate."),
    filter: z
      .enum([DOCUMENTS_DUE])
      .optional()
      .describe("documents_due: a document is missing, has expired, or expires within 30 days."),
    cursor: cursor.optional(),
  }),
  output: z.object({
    listings: z.array(hostListingSchema),
    next_cursor: z.string().nullable(),
    total: z.int().describe("The number of listings that match the search."),
    active: z.int().describe("How many of these are approved and available."),
  }),
  errors: ["forbidden"],
});

export const getHostListing = endpoint({
  method: "GET",
  path: "/api/host/listings/{id}",
  access: "signed_in",
  policy: "listing.read",
  summary: "One of the host's own listings, or any listing for an admin.",
  ...own,
  output: hostListingSchema,
  errors: ["not_found", "forbidden"],
});

export const createHostListing = endpoint({
  method: "POST",
  path: "/api/host/listings",
  access: "signed_in",
  policy: "host_area.enter",
  summary:
    "Creates a listing with is_approved false and is_available true. An admin has to approve it.",
  body: listingInput.extend({
    id: id
      .optional()
      .describe(
        "Chosen by the caller. Sending the same id again creates no second listing and returns the existing one.",
      ),
  }),
  output: hostListingSchema,
  errors: ["forbidden", "listing_id_taken", ...LISTING_ERRORS],
});

export const updateHostListing = endpoint({
  method: "PUT",
  path: "/api/host/listings/{id}",
  access: "signed_in",
  policy: "listing.edit",
  summary:
    "Updates a listing. Changing the make, model, year or licence plate of an approved listing returns it to review. A car with open bookings stays on its island.",
  ...own,
  body: listingInput.extend({ updated_at: instant }),
  output: hostListingSchema,
  errors: [...changed, "date_min_days_too_high", "listing_island_booked", ...LISTING_ERRORS],
});

export const setListingAvailability = endpoint({
  method: "POST",
  path: "/api/host/listings/{id}/availability",
  access: "signed_in",
  policy: "listing.set_availability",
  summary:
    "Takes a listing off the site or puts it back. A listing with expired insurance cannot be put back until it is renewed. Existing bookings remain.",
  ...own,
  body: z.strictObject({ is_available: z.boolean() }),
  output: hostListingSchema,
  errors: ["not_found", "forbidden", "insurance_expired"],
});

export const deleteHostListing = endpoint({
  method: "DELETE",
  path: "/api/host/listings/{id}",
  access: "signed_in",
  policy: "listing.delete",
  summary: "Removes a listing that has no upcoming bookings. Past bookings stay readable.",
  ...own,
  output: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "forbidden", "listing_has_bookings"],
});
