// Endpoints for saved cars. A browser stores them before signing in and uploads them afterwards.
import { z } from "zod";
import { MAX_FAVOURITES, MAX_LOCAL_FAVOURITES } from "../../domain/listing/favourite.ts";
import { cursor, dollars, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { listingTile } from "./listings.ts";

export const FAVOURITES_PER_PAGE = 24;

const favouriteSchema = listingTile
  .extend({
    is_available: z.boolean().describe("Whether the car can be seen and booked now."),
    saved_price: dollars.describe("A day's price when the car was saved."),
    saved_at: instant,
  })
  .meta({ id: "Favourite" });
export type Favourite = z.infer<typeof favouriteSchema>;

export const listFavourites = endpoint({
  method: "GET",
  path: "/api/favourites",
  access: "signed_in",
  summary:
    "The cars that the person has saved, last saved first; also those that are off the site at the moment.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({ favourites: z.array(favouriteSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

const savedIds = z.object({ ids: z.array(id).max(MAX_FAVOURITES) });

export const getFavouriteIds = endpoint({
  method: "GET",
  path: "/api/favourites/ids",
  access: "signed_in",
  summary: "The ids alone, last saved first.",
  output: savedIds,
  errors: [],
});

export const addFavourites = endpoint({
  method: "POST",
  path: "/api/favourites",
  access: "signed_in",
  summary:
    "Saves what a browser has kept before its person signed in, last saved first. Cars that can't be seen and those above the limit are left out.",
  body: z.strictObject({ ids: z.array(id).max(MAX_LOCAL_FAVOURITES) }),
  output: savedIds,
  errors: [],
});

export const putFavourite = endpoint({
  method: "PUT",
  path: "/api/favourites/{id}",
  access: "signed_in",
  summary: "Saves a car; one that is saved stays as it is.",
  params: z.strictObject({ id }),
  output: z.object({ saved: z.literal(true) }),
  errors: ["car_not_available", "too_many_favourites"],
});

export const deleteFavourite = endpoint({
  method: "DELETE",
  path: "/api/favourites/{id}",
  access: "signed_in",
  summary: "Saves a car no longer, whether or not it was saved.",
  params: z.strictObject({ id }),
  output: z.object({ saved: z.literal(false) }),
  errors: [],
});

export const getChosenListings = endpoint({
  method: "GET",
  path: "/api/listings/chosen",
  access: "public",
  summary: "The cars of these ids, in their order; those that can't be seen are left out.",
  query: z.strictObject({
    id: z
      .union([id, z.array(id).max(MAX_LOCAL_FAVOURITES)])
      .transform((given) => [...new Set([given].flat())])
      .describe("Repeated for several."),
  }),
  output: z.object({ listings: z.array(listingTile) }),
  errors: [],
});
