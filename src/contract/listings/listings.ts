// Endpoints for cars as the public sees them (specification sections 2, 3 and 7).
import { z } from "zod";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import {
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "../../domain/listing/listing.ts";
import { MAX_MARKERS } from "../../domain/place/map-clusters.ts";
import {
  calendarDate,
  cursor,
  dollars,
  id,
  instant,
  queryBounds,
  queryList,
  queryNumber,
  text,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { ratingSchema } from "../people/ratings.ts";

export const LISTINGS_PER_PAGE = 24;
/** rating: best first, then by number of reviews; cars without any last. */
export const LISTING_SORTS = ["newest", "price", "rating"] as const;
/** Counts are exact up to this number, then "1,000+". */
export const COUNT_LIMIT = 1000;

export const quoteSchema = z
  .object({
    days: z.int(),
    price_per_day: dollars,
    total_amount: dollars,
    service_fee: dollars,
    processing_fee: dollars,
    amount_due: dollars,
  })
  .meta({ id: "Quote" });

export const listingCard = z
  .object({
    id,
    title: z.string(),
    make: z.string(),
    model: z.string(),
    year: z.int(),
    location: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    island: z
      .enum(ISLAND_IDS)
      .nullable()
      .describe("The group of islands; null where it is not known."),
    price_per_day: dollars,
    transmission: z.enum(TRANSMISSIONS),
    fuel_type: z.enum(FUEL_TYPES),
    seats: z.int(),
    features: z.array(z.string()),
    images: z.array(z.string()),
    booking_mode: z.enum(BOOKING_MODES),
    created_at: instant,
    host: z.object({ first_name: z.string(), last_name: z.string() }).nullable(),
    rating: ratingSchema.nullable().describe("Of its published reviews; null without any."),
    quote: quoteSchema
      .nullable()
      .describe("The all-in amount for the dates asked for; null without dates."),
  })
  .meta({ id: "ListingCard" });
export type ListingCard = z.infer<typeof listingCard>;

/** A card for pages that do not name the host, so that their data does not either. */
export const listingTile = listingCard
  .omit({ host: true, quote: true })
  .meta({ id: "ListingTile" });
export type ListingTile = z.infer<typeof listingTile>;

export const listingDetail = listingCard
  .omit({ quote: true })
  .extend({
    description: z.string().nullable(),
    color: z.string().nullable(),
    is_host_verified: z.boolean().describe("Whether the host has shown who they are."),
    verified_drivers_only: z
      .boolean()
      .describe("Whether only verified drivers can book, here and everywhere."),
    host_id: id.describe("Of the host's page."),
    host_photo_id: id
      .nullable()
      .describe("Of the host's photo, which GET /api/portraits/{id}/{side} gives."),
  })
  .meta({ id: "Listing" });
export type ListingDetail = z.infer<typeof listingDetail>;

/** The search filters; the page's URL uses the same names. */
const searchFilters = {
  location: text(100).optional().describe("Case-insensitive part of the location."),
  island: z.enum(ISLAND_IDS).optional(),
  min_price: queryNumber(z.number().min(0).max(100_000))
    .optional()
    .describe("Dollars a day; cars at or above it."),
  max_price: queryNumber(z.number().min(0).max(100_000))
    .optional()
    .describe("Dollars a day; cars at or below it."),
  min_seats: queryNumber(
    z
      .int()
      .min(1)
      .max(Math.max(...SEAT_OPTIONS)),
  )
    .optional()
    .describe("Cars with so many seats or more."),
  transmission: z.enum(TRANSMISSIONS).optional(),
  fuel_type: queryList(FUEL_TYPES)
    .optional()
    .describe("Repeated for several: cars with any of them."),
  feature: queryList(FEATURES).optional().describe("Repeated for several: cars with all of them."),
  booking_mode: z
    .enum(BOOKING_MODES)
    .optional()
    .describe(
      "instant: booked as soon as the card is authorised; approval: the host answers each request.",
    ),
  // The domain reports nonexistent, past, too long or too distant dates with codes of their own.
  start_date: z
    .string()
    .max(40)
    .optional()
    .describe("yyyy-MM-dd. With end_date: only cars that are free from here ..."),
  end_date: z.string().max(40).optional().describe("... to here."),
  bounds: queryBounds
    .optional()
    .describe("west,south,east,north in degrees: only cars that stand there."),
};

const pricesInOrder = ({
  min_price = 0,
  max_price = Infinity,
}: {
  min_price?: number | undefined;
  max_price?: number | undefined;
}): boolean => min_price <= max_price;
const PRICES_IN_ORDER = { path: ["min_price"], error: "must not be above max_price" };

export const searchListings = endpoint({
  method: "GET",
  path: "/api/listings",
  access: "public",
  summary: "Cars that are approved and available, 24 at a time.",
  query: z
    .strictObject({
      ...searchFilters,
      sort: z.enum(LISTING_SORTS).optional(),
      cursor: cursor.optional(),
    })
    .refine(pricesInOrder, PRICES_IN_ORDER),
  output: z.object({
    listings: z.array(listingCard),
    next_cursor: z.string().nullable(),
    count: z
      .int()
      .describe(
        "Exact up to 1000. With dates, where more than 2,000 cars fit otherwise, there may be more than this.",
      ),
    count_is_exact: z.boolean(),
  }),
  errors: [
    "dates_missing",
    "dates_invalid",
    "dates_reversed",
    "dates_past",
    "dates_too_long",
    "dates_too_far",
  ],
});

/** A car on the map, or several that are too close together to show separately. */
export const mapMarker = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    cars: z.int().min(1),
    price_per_day: dollars.describe("The lowest of its cars."),
    car: z.object({ id, title: z.string() }).nullable().describe("Where it is a single one."),
    bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  })
  .meta({ id: "MapMarker" });
export type MapMarker = z.infer<typeof mapMarker>;

export const mapListings = endpoint({
  method: "GET",
  path: "/api/listings/map",
  access: "public",
  summary:
    "The same cars as markers of a map, close ones together; those without a position are in the list alone.",
  query: z
    .strictObject({
      ...searchFilters,
      bounds: queryBounds,
      zoom: queryNumber(z.number().min(0).max(22)).describe(
        "As Google counts; where `bounds` would be more than 4,096 pixels wide or high, the closest that fits counts instead.",
      ),
    })
    .refine(pricesInOrder, PRICES_IN_ORDER),
  output: z.object({ markers: z.array(mapMarker).max(MAX_MARKERS) }),
  errors: searchListings.errors,
});

export const getListing = endpoint({
  method: "GET",
  path: "/api/listings/{id}",
  access: "public",
  summary: "One car that is approved and available.",
  params: z.strictObject({ id }),
  output: listingDetail,
  errors: ["car_not_available"],
});

export const getSimilarListings = endpoint({
  method: "GET",
  path: "/api/listings/{id}/similar",
  access: "public",
  summary: "Up to four other public cars near a car, at about its price and with about its seats.",
  params: z.strictObject({ id }),
  output: z.object({ listings: z.array(listingTile) }),
  errors: ["car_not_available"],
});

export const getAvailability = endpoint({
  method: "GET",
  path: "/api/listings/{id}/availability",
  access: "public",
  summary:
    "The days on which a car is taken, from today to the end of the booking horizon; half-open ranges.",
  params: z.strictObject({ id }),
  output: z.object({
    today: calendarDate,
    taken: z.array(z.object({ start_date: calendarDate, end_date: calendarDate })),
  }),
  errors: ["car_not_available"],
});
