// Endpoints to find Bahamian places by name, name a point, and get the key of Google's maps
// (specification sections 7 to 9).
import { z } from "zod";
import { MAX_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import { queryNumber, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const PLACES_PER_SEARCH = 10;
/** Specification section 9: place search starts at 2 characters. */
const SHORTEST_SEARCH = 2;

/** The kinds of the gazetteer; "address" is anything else that Google finds. */
export const PLACE_KINDS = [
  "island",
  "settlement",
  "district",
  "neighbourhood",
  "airport",
  "port",
  "marina",
  "landmark",
  "beach",
  "resort",
  "address",
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

export const placeSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(PLACE_KINDS),
    island: z.string().nullable().describe("Null for a place that Google found."),
    label: z
      .string()
      .describe(
        "The text that is shown and stored in a listing, such as Cable Beach, New Providence.",
      ),
    latitude,
    longitude,
  })
  .meta({ id: "Place" });
export type Place = z.infer<typeof placeSchema>;

export const searchPlaces = endpoint({
  method: "GET",
  path: "/api/places",
  access: "public",
  summary:
    "Searches places in The Bahamas by part of the name, airport code or island. Typing errors are tolerated.",
  query: z.strictObject({
    q: text(MAX_SEARCH_LENGTH).min(
      SHORTEST_SEARCH,
      `must have ${SHORTEST_SEARCH} characters or more`,
    ),
  }),
  output: z.object({
    places: z.array(placeSchema).max(PLACES_PER_SEARCH).describe("Best match first."),
    attribution: z.string().describe("Must be shown with the places."),
  }),
  errors: [],
});

export const suggestPlaces = endpoint({
  method: "GET",
  path: "/api/places/suggested",
  access: "public",
  summary: "The main airports and cruise ports, to suggest before anything is typed.",
  output: searchPlaces.output,
  errors: [],
});

export const listMeetingPlaces = endpoint({
  method: "GET",
  path: "/api/places/meeting",
  access: "public",
  summary:
    "The places that a host can offer to hand over a car at: airports, docks, marinas and hotels, the best known first.",
  output: searchPlaces.output.extend({ places: z.array(placeSchema) }),
  errors: [],
});

export const namePoint = endpoint({
  method: "GET",
  path: "/api/places/reverse",
  access: "signed_in",
  summary:
    "The name of the place at a point, or the coordinates with six decimals if there is none.",
  query: z.strictObject({ latitude: queryNumber(latitude), longitude: queryNumber(longitude) }),
  output: z.object({ address: z.string(), latitude, longitude }),
  errors: [],
});

export const getGoogleMapsKey = endpoint({
  method: "POST",
  path: "/functions/v1/google-maps-api",
  access: "public",
  summary:
    "The API key for Google Maps in the browser, also for visitors; null if this instance has none.",
  output: z.object({ apiKey: z.string().nullable() }),
  errors: [],
});
