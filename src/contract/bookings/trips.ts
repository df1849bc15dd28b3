// Endpoints for a trip: what renter and host record at the pickup and the return (product.md,
// Trips).
import { z } from "zod";
import { MAX_PHOTO_MEGABYTES } from "../../domain/listing/photo.ts";
import {
  FURTHER_PHOTO,
  MARK_KINDS,
  MARK_PARTS,
  MAX_LOCKBOX_CONTEST_LENGTH,
  MAX_MARK_LENGTH,
  PHOTO_PLACES,
} from "../../domain/trip/entry.ts";
import { HANDOVER_CODE_DIGITS } from "../../domain/trip/handover-code.ts";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { file } from "../people/identity.ts";
import { ENTRY_ERRORS, handover, level, miles, PHOTO_ERRORS, tripSchema } from "./trip-schema.ts";

export type { Handover, Trip } from "./trip-schema.ts";

const entryId = id.describe("Made on the phone. An entry sent twice with the same id counts once.");
const madeAt = instant.describe(
  "When the entry was made, by the phone's clock, corrected by ours if possible.",
);
/** The uncorrected time of an entry, if the phone corrected it. */
const deviceAt = instant.optional().describe("What the phone's clock showed, if it was corrected.");

const path = "/api/bookings/{id}/trip";
const ofBooking = { access: "signed_in", params: z.strictObject({ id }) } as const;

export const getTrip = endpoint({
  ...ofBooking,
  method: "GET",
  path,
  policy: "trip.read",
  summary: "The trip of a booking that was approved, for its renter, its host or an admin.",
  output: tripSchema,
  errors: ["not_found", "no_trip"],
});

const entry = { id: entryId, handover, at: madeAt, device_at: deviceAt };

export const addTripEntry = endpoint({
  ...ofBooking,
  method: "POST",
  path: `${path}/entries`,
  policy: "trip.record",
  limit: { name: "trip-entries", attempts: 600, seconds: 3600 },
  summary:
    "Adds a reading, a mark, the host's licence check, the renter's notice of the return, a confirmation by the renter alone with the lockbox, or the host's answer to it. Nothing is ever changed or removed. A repeat gets the same answer.",
  body: z.discriminatedUnion("kind", [
    z.strictObject({ ...entry, kind: z.literal("reading"), miles, level }),
    z.strictObject({
      ...entry,
      kind: z.literal("mark"),
      part: z.enum(MARK_PARTS),
      damage: z.enum(MARK_KINDS),
      words: text(MAX_MARK_LENGTH).default(""),
    }),
    z.strictObject({ ...entry, kind: z.literal("licence_check") }),
    z.strictObject({ ...entry, handover: z.literal("return"), kind: z.literal("return_notice") }),
    z.strictObject({ ...entry, kind: z.literal("lockbox_confirmation"), reading_id: id }),
    z.strictObject({ ...entry, kind: z.literal("lockbox_acceptance") }),
    z.strictObject({
      ...entry,
      kind: z.literal("lockbox_contest"),
      words: text(MAX_LOCKBOX_CONTEST_LENGTH).min(1, "is required"),
    }),
  ]),
  output: tripSchema,
  errors: [
    "not_found",
    ...ENTRY_ERRORS,
    "forbidden",
    "level_unit_wrong",
    "odometer_backwards",
    "odometer_too_far",
    "no_lockbox",
    "trip_on_hold",
    "handover_already_confirmed",
    "lockbox_not_opened",
    "lockbox_reading_missing",
    "handover_reading_changed",
    "not_confirmed_by_lockbox",
    "lockbox_already_answered",
    "lockbox_answer_too_late",
  ],
});

export const putTripPhoto = endpoint({
  method: "PUT",
  path: `${path}/photos/{photo_id}`,
  access: "signed_in",
  policy: "trip.record",
  limit: { name: "trip-photos", attempts: 200, seconds: 3600 },
  summary: `Adds a photo to a handover. The body is the file: JPEG, PNG, WebP or HEIC, detected by its content, at most ${MAX_PHOTO_MEGABYTES} MB. A repeat gets the same answer.`,
  params: z.strictObject({ id, photo_id: entryId }),
  query: z
    .strictObject({
      handover,
      place: z.enum(PHOTO_PLACES),
      at: madeAt,
      device_at: deviceAt,
      mark_id: id.optional().describe("The caller's own mark in this handover that it shows."),
    })
    .refine(({ place, mark_id }) => mark_id === undefined || place === FURTHER_PHOTO, {
      path: ["place"],
      message: "must be further for the photo of a mark",
    }),
  file: ["image/jpeg", "image/png", "image/webp", "image/heic"],
  output: tripSchema,
  errors: ["not_found", ...ENTRY_ERRORS, ...PHOTO_ERRORS],
});

export const getTripPhoto = endpoint({
  method: "GET",
  path: `${path}/photos/{photo_id}`,
  access: "signed_in",
  policy: "trip.read",
  summary: "A photo of a trip, for its renter, its host or an admin, whose access is audited.",
  params: z.strictObject({ id, photo_id: id }),
  ...file,
  errors: ["not_found", "no_trip", "role_required"],
});

const CODE_ERRORS = ["not_found", "no_trip", "forbidden", "handover_already_confirmed"] as const;

export const getHandoverSecret = endpoint({
  ...ofBooking,
  method: "POST",
  path: `${path}/secrets`,
  policy: "trip.show_code",
  limit: { name: "handover-secrets", attempts: 120, seconds: 3600 },
  summary:
    "The secret from which the host's phone makes the codes of a handover, once check-in is open. docs/decisions/0049 describes the codes.",
  body: z.strictObject({
    handover,
    renew: z
      .boolean()
      .default(false)
      .describe(
        "Makes a new secret if no tries are left. Codes of the previous one are then invalid, and tries start again.",
      ),
  }),
  output: z.object({
    secret: z.string().describe("32 bytes, in base64url."),
    tries_left: z.int().min(0).describe("How often the renter may still enter a wrong code."),
  }),
  errors: [...CODE_ERRORS, "trip_entry_too_early", "trip_on_hold"],
});

export const enterHandoverCode = endpoint({
  ...ofBooking,
  method: "POST",
  path: `${path}/confirmations`,
  policy: "trip.enter_code",
  limit: { name: "handover-code-entries", attempts: 60, seconds: 3600 },
  summary:
    "Confirms a handover with the host's code: both sides agree on the reading, and that the trip begins or ends at this minute. The code may arrive up to 7 days after it was entered. A repeat gets the same answer.",
  body: z.strictObject({
    ...entry,
    reading_id: id.describe("The reading that the renter sees, on either phone."),
    code: z
      .string()
      .transform((typed) => typed.replace(/\s/g, ""))
      .refine(
        (code) => new RegExp(`^\\d{${HANDOVER_CODE_DIGITS}}$`).test(code),
        `must be ${HANDOVER_CODE_DIGITS} digits`,
      ),
  }),
  output: tripSchema,
  errors: [
    ...CODE_ERRORS,
    "pickup_not_confirmed",
    "trip_entry_id_taken",
    "trip_entry_in_future",
    "trip_entry_too_early",
    "trip_entry_too_late",
    "trip_on_hold",
    "handover_reading_missing",
    "handover_reading_changed",
    "handover_code_wrong",
    "no_valid_handover_code",
  ],
});

export const openLockbox = endpoint({
  ...ofBooking,
  method: "POST",
  path: `${path}/lockbox`,
  policy: "trip.open_lockbox",
  limit: { name: "lockbox-openings", attempts: 60, seconds: 3600 },
  summary:
    "Shows the renter the lockbox's code in the trip from now on, and records that. Possible from the pickup time, once either side has photographed the outside.",
  body: z.strictObject({ id: entryId }),
  output: tripSchema,
  errors: [
    ...CODE_ERRORS,
    "no_lockbox",
    "trip_on_hold",
    "trip_entry_id_taken",
    "trip_entry_too_late",
    "lockbox_too_early",
    "lockbox_needs_photos",
  ],
});

export const confirmReturn = endpoint({
  ...ofBooking,
  method: "POST",
  path: `${path}/return`,
  policy: "trip.confirm_return",
  limit: { name: "trip-returns", attempts: 60, seconds: 3600 },
  summary:
    "The host alone confirms that the car is back, once it is due, because the renter has not entered a code.",
  body: z.strictObject({
    id: entryId,
    reading_id: id.nullable().describe("The reading that the host sees; null if there is none."),
  }),
  output: tripSchema,
  errors: [
    ...CODE_ERRORS,
    "trip_entry_id_taken",
    "pickup_not_confirmed",
    "return_not_due",
    "handover_reading_changed",
  ],
});

export const getTripCheck = endpoint({
  method: "GET",
  path: "/api/admin/bookings/{id}/trip-check",
  access: "admin",
  policy: "admin.read",
  limit: { name: "trip-checks", attempts: 120, seconds: 3600 },
  summary:
    "Whether the record of a trip has changed since it was received, as in npm run trips:check.",
  params: z.strictObject({ id }),
  output: z.object({
    entries: z.int(),
    broken_at: z.int().nullable().describe("The first entry that differs; null for none."),
    differing: z
      .array(z.string())
      .describe("The times on the booking that differ from the entries."),
    checked_at: instant,
  }),
  errors: ["not_found"],
});

export const closeTrip = endpoint({
  ...ofBooking,
  method: "POST",
  path: `${path}/close`,
  policy: "trip.close",
  limit: { name: "trip-closings", attempts: 60, seconds: 3600 },
  summary:
    "An admin confirms a return that neither side has confirmed. The audit log keeps the reason.",
  body: z.strictObject({ reason: text(MAX_REASON_LENGTH).min(1) }),
  output: tripSchema,
  errors: [...CODE_ERRORS, "role_required", "pickup_not_confirmed"],
});
