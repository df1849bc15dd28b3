// Endpoints for runner links, with which somebody without an account records one handover of a
// trip, and the endpoints that a runner calls (product.md, Runner links).
import { z } from "zod";
import {
  MAX_RUNNER_NAME_LENGTH,
  RUNNER_LINK_STATES,
  RUNNER_TOKEN_MINUTES,
} from "../../domain/helper/runner-link.ts";
import { MAX_PHOTO_MEGABYTES } from "../../domain/listing/photo.ts";
import {
  FURTHER_PHOTO,
  MARK_KINDS,
  MARK_PARTS,
  MAX_MARK_LENGTH,
  PHOTO_PLACES,
} from "../../domain/trip/entry.ts";
import { id, instant, line, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { file } from "../people/identity.ts";
import { ENTRY_ERRORS, handover, level, miles, PHOTO_ERRORS, tripSchema } from "./trip-schema.ts";

export const runnerLink = z
  .object({
    id,
    handover,
    name: z.string(),
    state: z.enum(RUNNER_LINK_STATES),
    expires_at: instant,
    opened_at: instant.nullable(),
    uses: z
      .array(z.object({ at: instant, action: z.enum(["open", "record", "show_code"]) }))
      .describe("Every use, oldest first."),
  })
  .meta({ id: "RunnerLink" });
export type RunnerLink = z.infer<typeof runnerLink>;

const links = z.object({ links: z.array(runnerLink) });

const ofTrip = {
  access: "signed_in",
  policy: "trip.make_runner_link",
  path: "/api/bookings/{id}/trip/runner-links",
  params: z.strictObject({ id }),
} as const;

export const listRunnerLinks = endpoint({
  ...ofTrip,
  method: "GET",
  summary: "The links for handovers of a trip, and every use of them.",
  output: links,
  errors: ["not_found", "no_trip"],
});

export const makeRunnerLink = endpoint({
  ...ofTrip,
  method: "POST",
  limit: { name: "runner-links", attempts: 60, seconds: 3600 },
  summary:
    "Creates a link for one handover, for somebody without an account. Only this response contains its secret.",
  body: z.strictObject({ handover, name: line(MAX_RUNNER_NAME_LENGTH) }),
  output: links.extend({
    url: z.string().describe("The secret is in its fragment, which browsers never send."),
  }),
  errors: [
    "not_found",
    "no_trip",
    "handover_already_confirmed",
    "trip_on_hold",
    "runner_trip_over",
    "too_many_runner_links",
  ],
});

export const revokeRunnerLink = endpoint({
  method: "DELETE",
  path: "/api/bookings/{id}/trip/runner-links/{link_id}",
  access: "signed_in",
  policy: "trip.make_runner_link",
  summary: "Revokes a link. It stops working immediately.",
  params: z.strictObject({ id, link_id: id }),
  output: links,
  errors: ["not_found", "no_trip"],
});

const LINK_ERRORS = [
  "not_found",
  "runner_link_revoked",
  "runner_link_used",
  "runner_trip_over",
  "runner_link_expired",
] as const;

export const openRunnerLink = endpoint({
  method: "POST",
  path: "/api/runner/tokens",
  access: "public",
  summary: `Exchanges the secret of a link for a token, which works for ${RUNNER_TOKEN_MINUTES} minutes and only for this handover.`,
  body: z.strictObject({
    secret: z
      .string()
      .max(100)
      .regex(/^[\w-]+$/, "is not the secret of a link"),
  }),
  output: z.object({ token: z.string(), expires_at: instant }),
  errors: LINK_ERRORS,
});

const ofRunner = {
  access: "public",
  headers: z.object({
    "x-runner-token": z.string().optional().describe("From POST /api/runner/tokens."),
  }),
} as const;
const RUNNER_ERRORS = [...LINK_ERRORS, "runner_token_expired"] as const;

export const runnerHandover = z
  .object({
    name: z.string().describe("What the host calls the runner."),
    host_first_name: z.string(),
    handover,
    at: instant.describe("When the car is handed over."),
    expires_at: instant.describe("When the link expires."),
    car: z.object({
      title: z.string(),
      color: z.string().nullable(),
      license_plate: z.string().nullable(),
      image: z.string().nullable(),
    }),
    extras: z.array(z.string()),
    trip: tripSchema.describe(
      "As the host sees it, with first names only. The other handover shows only when it was confirmed.",
    ),
  })
  .meta({ id: "RunnerHandover" });
export type RunnerHandover = z.infer<typeof runnerHandover>;

export const getRunnerHandover = endpoint({
  ...ofRunner,
  method: "GET",
  path: "/api/runner/handover",
  summary: "The handover of a link: time, place, car, first name and what is recorded.",
  output: runnerHandover,
  errors: RUNNER_ERRORS,
});

const entry = {
  id: id.describe("Made on the phone. An entry sent twice with the same id counts once."),
  at: instant,
  device_at: instant.optional(),
};

export const addRunnerEntry = endpoint({
  ...ofRunner,
  method: "POST",
  path: "/api/runner/handover/entries",
  summary: "Adds a reading, a mark or, at the pickup, the licence check.",
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
  ]),
  output: runnerHandover,
  errors: [
    ...RUNNER_ERRORS,
    ...ENTRY_ERRORS,
    "level_unit_wrong",
    "odometer_backwards",
    "odometer_too_far",
  ],
});

export const putRunnerPhoto = endpoint({
  ...ofRunner,
  method: "PUT",
  path: "/api/runner/handover/photos/{photo_id}",
  summary: `Adds a photo. The body is the file: JPEG, PNG, WebP or HEIC, at most ${MAX_PHOTO_MEGABYTES} MB.`,
  params: z.strictObject({ photo_id: id }),
  query: z
    .strictObject({
      place: z.enum(PHOTO_PLACES),
      at: instant,
      device_at: instant.optional(),
      mark_id: id.optional(),
    })
    .refine(({ place, mark_id }) => mark_id === undefined || place === FURTHER_PHOTO, {
      path: ["place"],
      message: "must be further for the photo of a mark",
    }),
  file: ["image/jpeg", "image/png", "image/webp", "image/heic"],
  output: runnerHandover,
  errors: [...RUNNER_ERRORS, ...ENTRY_ERRORS, ...PHOTO_ERRORS],
});

export const getRunnerPhoto = endpoint({
  ...ofRunner,
  method: "GET",
  path: "/api/runner/handover/photos/{photo_id}",
  summary: "A photo of the handover.",
  params: z.strictObject({ photo_id: id }),
  ...file,
  errors: RUNNER_ERRORS,
});

export const getRunnerSecret = endpoint({
  ...ofRunner,
  method: "POST",
  path: "/api/runner/handover/secret",
  summary: "The secret from which the handover's codes are made (docs/decisions/0049).",
  body: z.strictObject({ renew: z.boolean().default(false) }),
  output: z.object({ secret: z.string(), tries_left: z.int().min(0) }),
  errors: [
    ...RUNNER_ERRORS,
    "no_trip",
    "handover_already_confirmed",
    "trip_entry_too_early",
    "trip_on_hold",
  ],
});
