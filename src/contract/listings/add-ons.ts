// What a host offers with a car, and what a renter adds to a rental.
import { z } from "zod";
import {
  EXTRA_KINDS,
  EXTRA_PRICED_PER,
  MAX_EXTRA_DESCRIPTION_LENGTH,
  MAX_EXTRA_STOCK,
  MAX_EXTRAS,
} from "../../domain/listing/add-ons/extras.ts";
import { MAX_MEETING_PLACES } from "../../domain/listing/add-ons/meeting-places.ts";
import { cents, line } from "../common.ts";

/** An id of the gazetteer. */
const placeId = z.string().min(1).max(100);
const PRICE = "For one, per trip or per day.";
const STOCK = "How many items there are; null for prepaid fuel, which a trip has once.";
const FEE = "Charged once. It covers both pickup and return.";

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

/** The domain reports descriptions, prices and stocks that it refuses with codes of their own. */
export const extrasInput = z
  .array(
    z.strictObject({
      extra_id: z.string().max(40).nullish().describe("Of a custom extra that the car has."),
      kind: z.enum(EXTRA_KINDS).describe("custom: one that the host describes."),
      description: line(MAX_EXTRA_DESCRIPTION_LENGTH)
        .nullish()
        .transform((description) => description || null)
        .describe("Only for custom extras. Admins review it."),
      price_cents: z.int().describe(PRICE),
      per: z.enum(EXTRA_PRICED_PER),
      stock: z.int().nullable().describe(STOCK),
    }),
  )
  .max(10 * MAX_EXTRAS)
  .default([]);

const extra = {
  extra_id: z.string(),
  kind: z.enum(EXTRA_KINDS),
  price_cents: cents.describe(PRICE),
  per: z.enum(EXTRA_PRICED_PER),
  stock: z.int().nullable().describe(STOCK),
};

/** A host's list. */
export const hostExtras = z.array(
  z.object({ ...extra, description: z.string().nullable() }).meta({ id: "HostExtra" }),
);

/** What renters can add. */
export const extras = z.array(z.object({ ...extra, name: z.string() }).meta({ id: "Extra" }));

export const extraRequests = z
  .array(
    z.strictObject({
      extra_id: z.string().max(40),
      quantity: z.int().min(1).max(MAX_EXTRA_STOCK),
    }),
  )
  .max(MAX_EXTRAS)
  .refine((list) => new Set(list.map(({ extra_id }) => extra_id)).size === list.length, {
    message: "Name each extra once.",
  });

/** What a renter adds to a rental. */
export const addOnsInput = {
  meeting_place_id: placeId
    .nullish()
    .describe("One of the car's meeting places; null for its own location."),
  extras: extraRequests
    .optional()
    .describe("The extras and their quantities. With any, amount_due_cents is required."),
};
