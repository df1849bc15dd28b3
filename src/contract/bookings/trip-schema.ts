// What a trip's page shows: its state, its two handovers and their entries (product.md, Trips).
import { z } from "zod";
import {
  CONFIRMED_BY,
  ENTRY_SIDES,
  FUEL_EIGHTHS,
  FULL_CHARGE_PERCENT,
  HANDOVERS,
  MARK_KINDS,
  MARK_PARTS,
  MAX_MILES,
  PHOTO_PLACES,
  TRIP_SIDES,
} from "../../domain/trip/entry.ts";
import { TRIP_STATES } from "../../domain/trip/trip.ts";
import { bookingNumber, id, instant, personName } from "../common.ts";
import { depositSchema } from "./deposit-schema.ts";

export const handover = z.enum(HANDOVERS);
export const miles = z.int().min(0).max(MAX_MILES);
export const level = z
  .discriminatedUnion("unit", [
    z.strictObject({
      unit: z.literal("eighths"),
      value: z.int().min(0).max(FUEL_EIGHTHS),
    }),
    z.strictObject({
      unit: z.literal("percent"),
      value: z.int().min(0).max(FULL_CHARGE_PERCENT),
    }),
  ])
  .describe("Fuel in eighths of the tank, or the charge of an electric car in per cent.");

/** Why an entry can be refused, whoever adds it. */
export const ENTRY_ERRORS = [
  "no_trip",
  "pickup_not_confirmed",
  "trip_entry_too_early",
  "trip_entry_too_late",
  "trip_entry_in_future",
  "trip_entry_id_taken",
  "too_many_trip_entries",
] as const;
/** Why a photo can be refused, besides. */
export const PHOTO_ERRORS = [
  "trip_photo_repeated",
  "trip_mark_unknown",
  "trip_mark_has_photo",
  "uploads_under_way",
  "photo_too_large",
  "photo_type_refused",
  "photo_too_many_pixels",
  "photo_too_narrow",
  "photo_broken",
  "photo_store_failed",
] as const;

/** Who added an entry, and when. */
const authored = z.object({
  id,
  side: z.enum(ENTRY_SIDES),
  author: z
    .string()
    .optional()
    .describe(
      "For the host's side: the first name of the host, helper or runner who recorded it, unless it is the reader's.",
    ),
  at: instant.describe("By the phone's clock, but not later than we received it."),
  received_at: instant.describe("Later than `at` if it was made without a network."),
  added_late: z
    .boolean()
    .describe(
      "Whether it arrived after its deadline, so that only the phone's clock says that it was made in time.",
    ),
});

const handoverSchema = z
  .object({
    opens_at: instant
      .nullable()
      .describe("When it can be recorded; null for a return before the pickup is confirmed."),
    reading: authored
      .extend({ miles, level })
      .nullable()
      .describe("The confirmed reading; until then the latest one."),
    photos: z.array(
      authored.extend({
        place: z.enum(PHOTO_PLACES),
        mark_id: id.nullable().describe("The mark that it shows."),
        stored: z.boolean().describe("False once the picture is deleted."),
      }),
    ),
    marks: z.array(
      authored.extend({ part: z.enum(MARK_PARTS), damage: z.enum(MARK_KINDS), words: z.string() }),
    ),
    licence_check: authored.nullable(),
    return_notice: authored.nullable().describe("The renter says that the car is back."),
    confirmation: authored
      .extend({ by: z.enum(CONFIRMED_BY) })
      .nullable()
      .describe(
        "code: the renter entered the host's code, so both agree. host: the host alone. renter: the host did not answer the renter's notice for 24 hours. admin: an admin. lockbox: the renter alone, with the lockbox.",
      ),
    lockbox_answer: authored
      .extend({ accepts: z.boolean(), words: z.string() })
      .nullable()
      .describe("The host's answer to what the renter confirmed alone with the lockbox."),
    answer_until: instant
      .nullable()
      .describe(
        "Until when the host can answer a handover that the renter confirmed with the lockbox; null if there is nothing to answer.",
      ),
    may_answer: z.boolean(),
    may_record: z.boolean().describe("Whether the caller may add readings now."),
    may_mark_until: instant
      .nullable()
      .describe(
        "Until when the caller may add marks and photos; null if they can't now, or there is no limit.",
      ),
    may_mark: z.boolean(),
  })
  .meta({ id: "Handover" });
export type Handover = z.infer<typeof handoverSchema>;

export const tripSchema = z
  .object({
    booking_id: id,
    booking_number: bookingNumber,
    side: z
      .enum([...TRIP_SIDES, "admin"])
      .describe("The caller's side of the trip; also host for helpers and runners."),
    is_helper: z.boolean().describe("Whether the caller helps the host."),
    state: z.enum(TRIP_STATES),
    car: z.object({ title: z.string(), is_electric: z.boolean(), image: z.string().nullable() }),
    renter: personName,
    host: personName,
    place: z.string().describe("Where the car is handed over."),
    check_in_at: instant,
    pickup_at: instant,
    delay: z
      .object({
        reported: authored
          .extend({ pickup_at: instant, flight: z.string().nullable() })
          .nullable()
          .describe("The renter's latest report of a delayed flight."),
        times: z.array(instant).describe("The pickup times that the caller can report now."),
      })
      .describe("A delayed flight of the renter. It changes neither the booking nor its price."),
    due_back_at: instant.describe(
      "As booked, or 24 hours after the storm during which it was due, once that storm is over.",
    ),
    in_storm: z
      .boolean()
      .describe(
        "Whether a storm that is on has delayed the return, or is expected to last until it is due. A car that is due while the storm is on is due 24 hours after it.",
      ),
    closes_at: instant.nullable().describe("When the record closes; null while the car is out."),
    on_hold: z.boolean().describe("As in Booking."),
    lockbox: z
      .object({
        opens_at: instant.describe("When the renter can be shown the code."),
        is_due: z.boolean().describe("Whether that time has come."),
        missing_photos: z
          .array(z.enum(PHOTO_PLACES))
          .describe(
            "The outside photos that the renter has to take before the code is shown; empty if either side has taken all of them.",
          ),
        opened_at: instant.nullable().describe("When the renter was shown the code."),
        code: z.string().nullable().describe("Only for a renter who was shown it."),
        directions: z
          .string()
          .nullable()
          .describe("Where the lockbox is, for the same reader as the code."),
      })
      .nullable()
      .describe("Null for a car without a lockbox."),
    deposit: depositSchema.nullable().describe("Null for a booking without a deposit."),
    pickup: handoverSchema,
    return: handoverSchema,
  })
  .meta({ id: "Trip" });
export type Trip = z.infer<typeof tripSchema>;
