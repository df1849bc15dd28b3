// Endpoints for identity checks: the phone, and documents visible only to their owner and admins.
import { z } from "zod";
import { MAX_DOCUMENT_MEGABYTES } from "../../domain/listing/car-documents.ts";
import {
  IDENTITY_DOCUMENTS,
  IDENTITY_STATES,
  PHONE_CODE_DIGITS,
  MAX_PHONE_CODE_INPUT,
} from "../../domain/person/identity.ts";
import { profileSchema } from "./accounts.ts";
import { DOCUMENT_TYPES } from "../host/car-documents.ts";
import { id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const identityDocumentSchema = z
  .object({
    id,
    kind: z.enum(IDENTITY_DOCUMENTS),
    type: z.enum(DOCUMENT_TYPES).describe("Images of every format are stored as JPEG."),
    bytes: z.int(),
    created_at: instant.describe("When it was uploaded."),
  })
  .meta({ id: "IdentityDocument" });
export type IdentityDocumentFile = z.infer<typeof identityDocumentSchema>;

export const identitySchema = z
  .object({
    state: z.enum(IDENTITY_STATES),
    reason: z.string().nullable().describe("Why the verification was rejected."),
    name_changed: z
      .boolean()
      .describe(
        "Whether the name or date of birth has changed since the verification, so that it must be repeated.",
      ),
    submitted_at: instant.nullable(),
    decided_at: instant.nullable(),
    documents: z.array(identityDocumentSchema),
    delete_at: instant
      .nullable()
      .describe("When the documents are deleted; null while they await review."),
    is_phone_code_offered: z.boolean().describe("Whether this instance can send text messages."),
  })
  .meta({ id: "Identity" });
export type Identity = z.infer<typeof identitySchema>;

export const getIdentity = endpoint({
  method: "GET",
  path: "/api/identity",
  access: "signed_in",
  summary: "The state of the signed-in user's verification, and the stored documents.",
  output: identitySchema,
  errors: [],
});

const one = {
  path: "/api/identity/documents/{kind}",
  access: "signed_in",
  params: z.strictObject({ kind: z.enum(IDENTITY_DOCUMENTS) }),
} as const;

/** A file download. */
export const file = {
  contentType: "application/octet-stream",
  output: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
} as const;

export const getIdentityDocument = endpoint({
  ...one,
  method: "GET",
  summary:
    "The file of the signed-in user's document. Access is audited. Images are served inline, PDFs as attachments.",
  ...file,
  errors: ["not_found"],
});

export const putIdentityDocument = endpoint({
  ...one,
  method: "PUT",
  limit: { name: "identity-upload", attempts: 30, seconds: 3600 },
  summary: `Stores a document, replacing any previous one. The body is the file: JPEG, PNG, WebP, HEIC or PDF, detected by its content, at most ${MAX_DOCUMENT_MEGABYTES} MB.`,
  file: ["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"],
  output: identitySchema,
  errors: [
    "not_found",
    "identity_settled",
    "uploads_under_way",
    "document_too_large",
    "document_type_refused",
    "photo_too_many_pixels",
    "photo_too_narrow",
    "document_broken",
    "document_store_failed",
  ],
});

export const deleteIdentityDocuments = endpoint({
  method: "DELETE",
  path: "/api/identity/documents",
  access: "signed_in",
  summary:
    "Deletes the signed-in user's documents immediately. A pending submission is withdrawn; a decision remains.",
  output: identitySchema,
  errors: ["not_found"],
});

export const submitIdentity = endpoint({
  method: "POST",
  path: "/api/identity/submit",
  access: "signed_in",
  summary:
    "Submits the documents for comparison with the profile, which must have a date of birth.",
  output: identitySchema,
  errors: ["not_found", "identity_settled", "identity_incomplete", "date_of_birth_required"],
});

export const sendPhoneCode = endpoint({
  method: "POST",
  path: "/api/profile/phone/code",
  access: "signed_in",
  summary:
    "Sends a code to the phone on the profile. Works only if the instance can send text messages.",
  output: z.object({ sent: z.literal(true) }),
  errors: ["not_found", "phone_missing", "phone_code_not_offered", "sms_refused", "sms_failed"],
});

export const verifyPhone = endpoint({
  method: "POST",
  path: "/api/profile/phone/verify",
  access: "signed_in",
  summary: "Verifies the phone with the code that was sent to it.",
  body: z.strictObject({
    code: z
      .string()
      .max(MAX_PHONE_CODE_INPUT)
      .transform((typed) => typed.replace(/\s/g, ""))
      .refine(
        (code) => new RegExp(`^\\d{${PHONE_CODE_DIGITS}}$`).test(code),
        `must be ${PHONE_CODE_DIGITS} digits`,
      ),
  }),
  output: profileSchema,
  errors: ["not_found", "phone_code_wrong", "phone_code_over"],
});
