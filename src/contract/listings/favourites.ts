// Endpoints for saved cars. A browser stores them before signing in and uploads them afterwards.
import { z } from "zod";
import { MAX_FAVOURITES, MAX_LOCAL_FAVOURITES } from "../../domain/listing/favourite.ts";
import { calendarDate, cursor, dollars, id, instant, timeOfDay } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { listingTile } from "./listings.ts";

export const FAVOURITES_PER_PAGE = 24;

const favouriteSchema = listingTile
  .extend({
    is_available: z.boolean().describe("Whether the car can be seen and booked now."),
    saved_price: dollars.describe("The price per day when the car was saved."),
    saved_at: instant,
    saved_dates: z
      .object({
        start_date: calendarDate,
        end_date: calendarDate,
        pickup_time: timeOfDay.nullable(),
        return_time: timeOfDay.nullable(),
        is_bookable: z
          .boolean()
          .describe("Whether the car is free for these dates, and its rules allow them."),
        amount_due: dollars.describe("What these dates cost now, with all fees."),
        saved_amount_due: dollars.describe("What they cost when the car was saved, with all fees."),
      })
      .nullable()
      .describe(
        "The dates that the car was saved with; null without any, and from the day after they began.",
      ),
  })
  .meta({ id: "Favourite" });
export type Favourite = z.infer<typeof favouriteSchema>;

export const listFavourites = endpoint({
  method: "GET",
  path: "/api/favourites",
  access: "signed_in",
  summary:
    "The signed-in user's saved cars, last saved first, including cars that are currently off the site.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({ favourites: z.array(favouriteSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

const savedIds = z.object({ ids: z.array(id).max(MAX_FAVOURITES) });

export const getFavouriteIds = endpoint({
  method: "GET",
  path: "/api/favourites/ids",
  access: "signed_in",
  summary: "Only the ids of the saved cars, last saved first.",
  output: savedIds,
  errors: [],
});

export const addFavourites = endpoint({
  method: "POST",
  path: "/api/favourites",
  access: "signed_in",
  summary:
    "Saves the cars that a browser stored before sign-in, last saved first. Cars that are not public and cars beyond the limit are omitted.",
  body: z.strictObject({ ids: z.array(id).max(MAX_LOCAL_FAVOURITES) }),
  output: savedIds,
  errors: [],
});

export const putFavourite = endpoint({
  method: "PUT",
  path: "/api/favourites/{id}",
  access: "signed_in",
  summary:
    "Saves a car, with the chosen dates if there are any and they lie ahead. A car that is already saved keeps its dates.",
  params: z.strictObject({ id }),
  // The domain reports dates that can't be booked with codes of their own.
  body: z.strictObject({
    start_date: z.string().max(40).optional().describe("yyyy-MM-dd, with end_date."),
    end_date: z.string().max(40).optional(),
    pickup_time: z.string().max(40).optional().describe("HH:MM in Nassau, on the half hour."),
    return_time: z.string().max(40).optional().describe("Without it, the pickup time."),
  }),
  output: z.object({ saved: z.literal(true) }),
  errors: [
    "car_not_available",
    "too_many_favourites",
    "dates_missing",
    "dates_invalid",
    "dates_reversed",
    "dates_too_long",
    "dates_too_far",
    "times_off_grid",
  ],
});

export const deleteFavourite = endpoint({
  method: "DELETE",
  path: "/api/favourites/{id}",
  access: "signed_in",
  summary: "Removes a car from the saved cars. Succeeds even if it was not saved.",
  params: z.strictObject({ id }),
  output: z.object({ saved: z.literal(false) }),
  errors: [],
});

export const getChosenListings = endpoint({
  method: "GET",
  path: "/api/listings/chosen",
  access: "public",
  summary: "The cars with the given ids, in that order. Cars that are not public are omitted.",
  query: z.strictObject({
    id: z
      .union([id, z.array(id).max(MAX_LOCAL_FAVOURITES)])
      .transform((given) => [...new Set([given].flat())])
      .describe("Repeat the parameter for several ids."),
  }),
  output: z.object({ listings: z.array(listingTile) }),
  errors: [],
});
