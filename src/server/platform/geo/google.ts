// Google's services as a place finder: Autocomplete and Place Details of the Places API (New), and
// the Geocoding API.
// https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places and
// .../geocoding/requests-reverse-geocoding
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import {
  PLACES_PER_SEARCH,
  type Place,
  type PlaceKind,
} from "../../../contract/listings/places.ts";
import { BAHAMAS_BOUNDS, type Point } from "../../../domain/place/bahamas.ts";
import type { PlaceFinder } from "./finder.ts";

/** Google's policies require it where results are shown without its map. */
export const GOOGLE_ATTRIBUTION = "Google Maps";

const COUNTRY = "bs";

export interface GoogleSettings {
  apiKey: string;
  /** Replaces Google's two hosts in tests. */
  url: string | undefined;
  /** The timeout of one try, and the pauses between tries. */
  tryMs?: number;
  pausesMs?: readonly number[];
}

/** Google returned no usable response. `passing`: a retry may succeed. */
class GoogleFailure extends Error {
  override readonly name = "GoogleFailure";
  readonly passing: boolean;
  constructor(message: string, { passing, cause }: { passing: boolean; cause?: unknown }) {
    super(message, { cause });
    this.passing = passing;
  }
}

/**
 * Extracts what we need from a response body.
 * @throws GoogleFailure
 */
type Reader<T> = (body: unknown) => T;

const reader =
  <T>(schema: z.ZodType<T>): Reader<T> =>
  (body) => {
    const parsed = schema.safeParse(body);
    if (!parsed.success)
      throw new GoogleFailure("the answer has another shape", {
        passing: false,
        cause: parsed.error,
      });
    return parsed.data;
  };

const readPredictions = reader(
  z.object({
    suggestions: z
      .array(
        z.object({
          placePrediction: z.object({
            placeId: z.string().min(1),
            structuredFormat: z.object({ mainText: z.object({ text: z.string() }) }),
          }),
        }),
      )
      .default([]), // when nothing is found
  }),
);

const readDetails = reader(
  z.object({
    formattedAddress: z.string(),
    location: z.object({ latitude: z.number(), longitude: z.number() }),
    types: z.array(z.string()).default([]),
  }),
);

const geocoded = reader(
  z.object({
    status: z.string(),
    results: z
      .array(z.object({ formatted_address: z.string(), types: z.array(z.string()).default([]) }))
      .default([]),
  }),
);

/** The Geocoding API reports its failures in the body, with status 200. */
const readGeocoded: typeof geocoded = (body) => {
  const response = geocoded(body);
  if (response.status === "OK" || response.status === "ZERO_RESULTS") return response;
  throw new GoogleFailure(response.status, {
    passing: ["OVER_QUERY_LIMIT", "UNKNOWN_ERROR"].includes(response.status),
  });
};

/** Maps Google's types to our kinds. The first match decides. */
const KINDS: [type: string, kind: PlaceKind][] = [
  ["airport", "airport"],
  ["ferry_terminal", "port"],
  ["marina", "marina"],
  ["beach", "beach"],
  ["lodging", "resort"],
  ["island", "island"],
  ["neighborhood", "neighbourhood"],
  ["sublocality", "neighbourhood"],
  ["locality", "settlement"],
  ["administrative_area_level_1", "district"],
  ["tourist_attraction", "landmark"],
];

const toPlaceKind = (types: readonly string[]): PlaceKind =>
  KINDS.find(([type]) => types.includes(type))?.[1] ?? "address";

export function openGoogle({
  apiKey,
  url,
  tryMs = 1500,
  pausesMs = [150, 450],
}: GoogleSettings): PlaceFinder {
  const placesUrl = `${url ?? "https://places.googleapis.com"}/v1`;
  const geocodeUrl = `${url ?? "https://maps.googleapis.com"}/maps/api/geocode/json`;
  const ask = <T>(read: Reader<T>, address: string, init?: RequestInit): Promise<T> =>
    withRetries(pausesMs, async () =>
      read(await fetchJson(address, { ...init, signal: AbortSignal.timeout(tryMs) })),
    );
  const askPlaces = <T>(read: Reader<T>, path: string, fields: string, body?: object): Promise<T> =>
    ask(read, `${placesUrl}/${path}`, {
      headers: {
        "X-Goog-Api-Key": apiKey,
        "X-Goog-FieldMask": fields,
        "Content-Type": "application/json",
      },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });

  async function readPlace(id: string, name: string): Promise<Place> {
    const path = `places/${encodeURIComponent(id)}?languageCode=en`;
    const {
      formattedAddress: label,
      location,
      types,
    } = await askPlaces(readDetails, path, "formattedAddress,location,types");
    return { id, name, kind: toPlaceKind(types), island: null, label, ...location };
  }

  return {
    async search(query) {
      const { south, north, west, east } = BAHAMAS_BOUNDS;
      const fields =
        "suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat.mainText.text";
      const { suggestions } = await askPlaces(readPredictions, "places:autocomplete", fields, {
        input: query,
        languageCode: "en",
        includedRegionCodes: [COUNTRY],
        locationRestriction: {
          rectangle: {
            low: { latitude: south, longitude: west },
            high: { latitude: north, longitude: east },
          },
        },
      });
      const found = suggestions
        .slice(0, PLACES_PER_SEARCH)
        .map(({ placePrediction }) => placePrediction);
      const places = found.map(({ placeId, structuredFormat }) =>
        readPlace(placeId, structuredFormat.mainText.text),
      );
      return { places: await Promise.all(places), attribution: GOOGLE_ATTRIBUTION };
    },

    async reverse({ latitude, longitude }: Point) {
      const query = new URLSearchParams({
        latlng: `${latitude},${longitude}`,
        language: "en",
        key: apiKey,
      });
      const { results } = await ask(readGeocoded, `${geocodeUrl}?${query}`);
      // A plus code ("2J86+9F Nassau") does not describe a place in words.
      return results.find(({ types }) => !types.includes("plus_code"))?.formatted_address;
    },
  };
}

/**
 * The body of one response.
 * @throws GoogleFailure
 */
async function fetchJson(address: string, init: RequestInit): Promise<unknown> {
  let [status, text] = [0, ""];
  try {
    const response = await fetch(address, { ...init, redirect: "manual" });
    [status, text] = [response.status, await response.text()];
  } catch (cause) {
    throw new GoogleFailure("no response", { passing: true, cause });
  }
  if (status !== 200)
    throw new GoogleFailure(`status ${status}: ${text.slice(0, 300)}`, {
      passing: status === 429 || status >= 500,
    });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GoogleFailure("the answer is not JSON", { passing: false, cause });
  }
}

/** Retries after each of the pauses while the failure may be temporary. */
async function withRetries<T>(pausesMs: readonly number[], work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work();
    } catch (error) {
      const pause = pausesMs[tries];
      if (pause === undefined || !isPassing(error)) throw error;
      await delay(pause);
    }
}

export const isPassing = (error: unknown): boolean =>
  error instanceof GoogleFailure && error.passing;
