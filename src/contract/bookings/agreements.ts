// Endpoints for the rental agreement of a trip, which both sides can read and sign.
import { z } from "zod";
import { TRIP_SIDES } from "../../domain/trip/entry.ts";
import {
  MAX_SIGNATURE_NAME_LENGTH,
  MAX_SIGNATURE_PATH_LENGTH,
  SIGNATURE_BOX,
} from "../../domain/trip/signature.ts";
import { id, instant, line } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { file } from "../people/identity.ts";

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("SHA-256 of the text, in hexadecimal. It names the text that was shown.");
const sections = z.array(z.object({ title: z.string(), lines: z.array(z.string()) }));
/** Far more than an agreement has. */
const MAX_LINES = 200;
const shownText = z.strictObject({
  title: line(200),
  sections: z
    .array(
      z.strictObject({ title: line(200), lines: z.array(z.string().max(4000)).max(MAX_LINES) }),
    )
    .max(MAX_LINES),
});

export const agreementSchema = z
  .object({
    text_sha256: sha256,
    proof: z.string().describe("Proves that we wrote this text. A signature has to contain it."),
    title: z.string(),
    sections,
    signatures: z
      .array(
        z.object({
          id,
          side: z.enum(TRIP_SIDES),
          name: z.string().describe("As typed."),
          path: z
            .string()
            .nullable()
            .describe(
              `The strokes as an SVG path within ${SIGNATURE_BOX.width} × ${SIGNATURE_BOX.height}; null if none were drawn.`,
            ),
          at: instant.describe("By the phone's clock."),
          received_at: instant.describe(
            "When the signature arrived, later if there was no network.",
          ),
          text_sha256: sha256,
        }),
      )
      .describe(
        "The signatures of all texts, oldest first. A signed text keeps its hash and its PDF.",
      ),
    may_sign: z.boolean().describe("Whether the caller can sign this text now."),
  })
  .meta({ id: "Agreement" });
export type Agreement = z.infer<typeof agreementSchema>;

const path = "/api/bookings/{id}/agreement";
const ofBooking = { access: "signed_in", params: z.strictObject({ id }) } as const;

export const getAgreement = endpoint({
  ...ofBooking,
  method: "GET",
  path,
  policy: "trip.read_agreement",
  summary:
    "The rental agreement of a trip, for its renter, its host or an admin. Its text follows the booking until the pickup is confirmed, and then stays. After a trip that is closed or cancelled, only signed texts can be read.",
  output: agreementSchema,
  errors: ["not_found", "no_trip"],
});

export const signAgreement = endpoint({
  ...ofBooking,
  method: "POST",
  path: `${path}/signatures`,
  policy: "trip.sign",
  limit: { name: "agreement-signatures", attempts: 30, seconds: 3600 },
  summary:
    "Signs the text that was shown. If the text has changed since, the signature still counts for the shown one, and the response has the current one. A text that we did not write is refused, as is any but the pickup's after its confirmation. A repeat gets the same answer.",
  body: z.strictObject({
    id: id.describe("Made on the phone. A signature sent twice with the same id counts once."),
    at: instant.describe(
      "When it was signed, by the phone's clock, corrected by ours if possible.",
    ),
    device_at: instant.optional().describe("What the phone's clock showed, if it was corrected."),
    text_sha256: sha256,
    text: shownText.describe("As it was shown."),
    proof: z
      .string()
      .max(200)
      .regex(/^[^.]+\.[0-9a-f]{64}$/)
      .describe("As it came with the text."),
    name: line(MAX_SIGNATURE_NAME_LENGTH),
    path: z.string().max(MAX_SIGNATURE_PATH_LENGTH).optional(),
  }),
  output: agreementSchema,
  errors: [
    "not_found",
    "no_trip",
    "agreement_changed",
    "agreement_already_signed",
    "signature_name_missing",
    "signature_path_invalid",
    "signature_name_unprintable",
    "trip_entry_id_taken",
    "trip_entry_too_early",
    "trip_entry_in_future",
    "trip_entry_too_late",
    "too_many_trip_entries",
  ],
});

export const getAgreementPdf = endpoint({
  ...ofBooking,
  method: "GET",
  path: `${path}.pdf`,
  policy: "trip.read_agreement",
  limit: { name: "agreement-files", attempts: 120, seconds: 3600 },
  summary:
    "The current text, or one that was signed, with its signatures as a PDF. The same text and signatures always give the same bytes.",
  query: z.strictObject({ text_sha256: sha256 }),
  ...file,
  errors: ["not_found", "no_trip"],
});
