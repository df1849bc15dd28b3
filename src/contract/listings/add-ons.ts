// What a host offers with a car, and what a renter adds to a rental.
import { z } from "zod";
import {
  EXTRA_KINDS,
  EXTRA_UNITS,
  MAX_EXTRA_WORDS_LENGTH,
  MAX_EXTRAS,
} from "../../domain/listing/add-ons/extras.ts";
import { MAX_MEETING_PLACES } from "../../domain/listing/add-ons/meeting-places.ts";
import { cents, line } from "../common.ts";

/** An id of the gazetteer. */
const placeId = z.string().min(1).max(100);
const PRICE = "For one, per trip or per day.";
const STOCK = "How many there are.";
const FEE = "Charged once, for pickup and return together.";

/** The domain reports places and fees that it refuses with codes of their own. */
export const meetingPlacesInput = z
  .array(z.strictObject({ place_id: placeId, fee_cents: z.int().describe(FEE) }))
  .max(10 * MAX_MEETING_PLACES)
  .default([]);

const place = { place_id: placeId, name: z.string(), latitude: z.number(), longitude: z.number() };

/** Where a car can be handed over besides its own location. */
export const meetingPlaces = z.array(
  z.object({ ...place, fee_cents: cents.describe(FEE) }).meta({ id: "MeetingPlace" }),
);

/** Where the car of a booking is handed over. */
export const bookedPlace = z
  .object(place)
  .nullable()
  .describe("The meeting place; null for the car's own location.");

/** The domain reports words, prices and numbers that it refuses with codes of their own. */
export const extrasInput = z
  .array(
    z.strictObject({
      kind: z.enum(EXTRA_KINDS).describe("own: in the host's own words."),
      words: line(MAX_EXTRA_WORDS_LENGTH)
        .nullish()
        .transform((words) => words || null)
        .describe("Only for kind own. Admins review them."),
      price_cents: z.int().describe(PRICE),
      per: z.enum(EXTRA_UNITS),
      stock: z.int().describe(STOCK),
    }),
  )
  .max(10 * MAX_EXTRAS)
  .default([]);

const extra = {
  extra_id: z.string(),
  kind: z.enum(EXTRA_KINDS),
  price_cents: cents.describe(PRICE),
  per: z.enum(EXTRA_UNITS),
  stock: z.int().describe(STOCK),
};

/** A host's list. */
export const hostExtras = z.array(
  z.object({ ...extra, words: z.string().nullable() }).meta({ id: "HostExtra" }),
);

/** What renters can add. */
export const extras = z.array(z.object({ ...extra, name: z.string() }).meta({ id: "Extra" }));

/** What a renter adds to a rental. */
export const addOnsInput = {
  meeting_place_id: placeId
    .nullish()
    .describe("One of the car's meeting places; null for its own location."),
  extras: z
    .array(z.strictObject({ extra_id: z.string().max(40), quantity: z.int() }))
    .max(MAX_EXTRAS)
    .optional()
    .describe("How many of which of the car's extras."),
};
