// Endpoints for cars as the public sees them (specification sections 2, 3 and 7).
import { z } from "zod";
import { centsToDollars, MAX_PRICE_CENTS } from "../../domain/money/money.ts";
import { MAX_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import { SEARCH_MILES } from "../../domain/place/distance.ts";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import {
  BODY_TYPES,
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "../../domain/listing/listing.ts";
import { MAX_MARKERS } from "../../domain/place/map-clusters.ts";
import {
  cursor,
  dollars,
  id,
  instant,
  queryBounds,
  queryList,
  queryNumber,
  queryPoint,
  text,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { ratingSchema } from "../people/ratings.ts";
import { extras, meetingPlaces } from "./add-ons.ts";
import { prices, priceTerms, quoteSchema } from "./prices.ts";
import { usageTermsSchema } from "./usage-terms.ts";

export const LISTINGS_PER_PAGE = 24;
/**
 * price: lowest first, with dates by what these cost. rating: best first, then by number of
 * reviews; cars without any last. distance: nearest first, or newest first if the search names no
 * place.
 */
export const LISTING_SORTS = ["price", "distance", "rating", "newest"] as const;
/** Counts are exact up to this number, then "200+". */
export const COUNT_LIMIT = 200;

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
    island: z.enum(ISLAND_IDS).nullable().describe("The island group; null if unknown."),
    ...prices,
    body_type: z
      .enum(BODY_TYPES)
      .nullable()
      .describe("The shape of the car; null if the host has not stated it."),
    transmission: z.enum(TRANSMISSIONS),
    fuel_type: z.enum(FUEL_TYPES),
    seats: z.int(),
    features: z.array(z.string()),
    images: z.array(z.string()),
    booking_mode: z.enum(BOOKING_MODES),
    created_at: instant,
    host: z.object({ first_name: z.string(), last_name: z.string() }).nullable(),
    rating: ratingSchema
      .nullable()
      .describe("The rating from published reviews; null if there are none."),
    quote: quoteSchema
      .nullable()
      .describe("The price with all fees for the requested dates; null without dates."),
    distance_miles: z
      .number()
      .nullable()
      .describe("The distance from the searched place; null without one or without a position."),
  })
  .meta({ id: "ListingCard" });
export type ListingCard = z.infer<typeof listingCard>;

/** A card for pages that do not name the host, so that their data does not either. */
export const listingTile = listingCard
  .omit({ host: true, quote: true, distance_miles: true })
  .meta({ id: "ListingTile" });
export type ListingTile = z.infer<typeof listingTile>;

/** A tile beside a car; with dates, it says what they cost. */
export const similarListing = listingCard
  .omit({ host: true, distance_miles: true })
  .meta({ id: "SimilarListing" });
export type SimilarListing = z.infer<typeof similarListing>;

export const listingDetail = listingCard
  .omit({ quote: true, distance_miles: true })
  .extend({
    ...priceTerms,
    usage_terms: usageTermsSchema.describe("The terms of a booking that is made now."),
    extras,
    meeting_places: meetingPlaces.describe("Where it can be handed over besides its location."),
    description: z.string().nullable(),
    color: z.string().nullable(),
    is_host_verified: z.boolean().describe("Whether the host's identity is verified."),
    verified_drivers_only: z.boolean().describe("Whether only verified drivers can book any car."),
    instant_for_verified: z.boolean().describe("Whether unverified renters send a request."),
    host_id: id.describe("The id of the host's page."),
    host_photo_id: id
      .nullable()
      .describe("The id of the host's photo, returned by GET /api/portraits/{id}/{side}."),
  })
  .meta({ id: "Listing" });
export type ListingDetail = z.infer<typeof listingDetail>;

/** The search filters; the page's URL uses the same names. */
export const searchFilters = {
  location: text(MAX_SEARCH_LENGTH)
    .optional()
    .describe(
      "Part of the location, case-insensitive, or the beginning of the island's name. The name or code of a place such as an airport or a hotel also finds the cars near it.",
    ),
  at: queryPoint
    .optional()
    .describe(
      `latitude,longitude in degrees, instead of location. Only cars within ${SEARCH_MILES} miles; with bounds, all cars in them.`,
    ),
  island: z.enum(ISLAND_IDS).optional(),
  min_price: queryNumber(z.number().min(0).max(centsToDollars(MAX_PRICE_CENTS)))
    .optional()
    .describe("The minimum price per day in dollars; with dates, of these on average."),
  max_price: queryNumber(z.number().min(0).max(centsToDollars(MAX_PRICE_CENTS)))
    .optional()
    .describe("The maximum price per day in dollars; with dates, of these on average."),
  body_type: queryList(BODY_TYPES)
    .optional()
    .describe("Repeat the parameter for several values. Cars match if they have any of them."),
  min_seats: queryNumber(
    z
      .int()
      .min(1)
      .max(Math.max(...SEAT_OPTIONS)),
  )
    .optional()
    .describe("Only cars with at least this many seats."),
  transmission: z.enum(TRANSMISSIONS).optional(),
  fuel_type: queryList(FUEL_TYPES)
    .optional()
    .describe("Repeat the parameter for several values. Cars match if they have any of them."),
  feature: queryList(FEATURES)
    .optional()
    .describe("Repeat the parameter for several values. Cars match if they have all of them."),
  booking_mode: z
    .enum(BOOKING_MODES)
    .optional()
    .describe(
      "instant: booked as soon as the card is authorised; approval: the host decides on each request.",
    ),
  // The domain reports nonexistent, past, too long or too distant dates with codes of their own.
  start_date: z
    .string()
    .max(40)
    .optional()
    .describe("yyyy-MM-dd. With end_date, only cars that are free from start_date to end_date."),
  end_date: z.string().max(40).optional().describe("yyyy-MM-dd. See start_date."),
  pickup_time: z
    .string()
    .max(40)
    .optional()
    .describe("HH:MM in Nassau, on the half hour. Without it, each car's suggested time applies."),
  return_time: z.string().max(40).optional().describe("Without it, the pickup time."),
  bounds: queryBounds
    .optional()
    .describe("west,south,east,north in degrees. Only cars located in this area."),
};

export const pricesInOrder = ({
  min_price = 0,
  max_price = Infinity,
}: {
  min_price?: number | undefined;
  max_price?: number | undefined;
}): boolean => min_price <= max_price;
export const onePlace = ({
  location,
  at,
}: {
  location?: string | undefined;
  at?: unknown;
}): boolean => !location || at === undefined;
export const ONE_PLACE = { path: ["at"], error: "can't be combined with location" };
export const PRICES_IN_ORDER = { path: ["min_price"], error: "must not be above max_price" };

export const searchListings = endpoint({
  method: "GET",
  path: "/api/listings",
  access: "public",
  summary: "Approved and available cars, 24 per page.",
  query: z
    .strictObject({
      ...searchFilters,
      sort: z
        .enum(LISTING_SORTS)
        .optional()
        .describe("Without it, distance if the search names a place, otherwise newest."),
      cursor: cursor.optional(),
    })
    .refine(pricesInOrder, PRICES_IN_ORDER)
    .refine(onePlace, ONE_PLACE),
  output: z.object({
    listings: z.array(listingCard),
    next_cursor: z.string().nullable(),
    count: z
      .int()
      .describe(
        "At most 200. If count_is_exact is false, there are more, or with dates there may be more.",
      ),
    count_is_exact: z.boolean(),
    priced_by_dates: z.boolean().describe("Whether what the dates cost filters and sorts."),
    place: z
      .object({ name: z.string(), latitude: z.number(), longitude: z.number() })
      .nullable()
      .describe("The place that `location` names and distances are measured from, if any."),
  }),
  errors: [
    "dates_missing",
    "dates_invalid",
    "dates_reversed",
    "dates_past",
    "dates_too_long",
    "dates_too_far",
    "times_off_grid",
  ],
});

/** A car on the map, or several that are too close together to show separately. */
export const mapMarker = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    cars: z.int().min(1),
    price_per_day: dollars.describe("The lowest price among the marker's cars."),
    amount_due: dollars
      .nullable()
      .describe(
        "The lowest total with all fees for the requested dates; null without dates, and for several cars if it is unknown because more than 5,000 cars match.",
      ),
    car: z
      .object({ id, title: z.string() })
      .nullable()
      .describe("The car of a marker with a single car; otherwise null."),
    bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  })
  .meta({ id: "MapMarker" });
export type MapMarker = z.infer<typeof mapMarker>;

export const mapListings = endpoint({
  method: "GET",
  path: "/api/listings/map",
  access: "public",
  summary:
    "The same cars as map markers, with nearby cars grouped. Cars without a position appear only in the list.",
  query: z
    .strictObject({
      ...searchFilters,
      bounds: queryBounds,
      zoom: queryNumber(z.number().min(0).max(22)).describe(
        "Google's zoom level. If `bounds` would be more than 4,096 pixels wide or high, the closest level that fits is used instead.",
      ),
    })
    .refine(pricesInOrder, PRICES_IN_ORDER)
    .refine(onePlace, ONE_PLACE),
  output: z.object({ markers: z.array(mapMarker).max(MAX_MARKERS) }),
  errors: searchListings.errors,
});

export const getListing = endpoint({
  method: "GET",
  path: "/api/listings/{id}",
  access: "public",
  summary: "One approved and available car.",
  params: z.strictObject({ id }),
  output: listingDetail,
  errors: ["car_not_available"],
});

export const getSimilarListings = endpoint({
  method: "GET",
  path: "/api/listings/{id}/similar",
  access: "public",
  summary:
    "Up to four other public cars near a car that are similar in body, price and seats. With dates, cars that are free, by what these dates cost.",
  params: z.strictObject({ id }),
  query: z.strictObject({
    start_date: searchFilters.start_date,
    end_date: searchFilters.end_date,
    pickup_time: searchFilters.pickup_time,
    return_time: searchFilters.return_time,
  }),
  output: z.object({ listings: z.array(similarListing) }),
  errors: ["car_not_available", ...searchListings.errors],
});
