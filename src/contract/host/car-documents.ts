// Endpoints for a car's documents, visible only to its host and admins.
import { z } from "zod";
import { DOCUMENT_KINDS, MAX_DOCUMENT_MEGABYTES } from "../../domain/listing/car-documents.ts";
import { calendarDate, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const DOCUMENT_TYPES = ["image/jpeg", "application/pdf"] as const;

export const carDocumentSchema = z
  .object({
    id,
    kind: z.enum(DOCUMENT_KINDS),
    type: z.enum(DOCUMENT_TYPES).describe("Images of every format are stored as JPEG."),
    bytes: z.int(),
    expires_on: calendarDate
      .nullable()
      .describe("The last day on which the document is valid. A plate may have none."),
    inspected_on: calendarDate
      .nullable()
      .describe("The day of the inspection, if the host has entered it."),
    created_at: instant.describe("When it was uploaded."),
  })
  .meta({ id: "CarDocument" });
export type CarDocument = z.infer<typeof carDocumentSchema>;

const one = {
  path: "/api/host/listings/{id}/documents/{kind}",
  access: "signed_in",
  params: z.strictObject({ id, kind: z.enum(DOCUMENT_KINDS) }),
} as const;

export const getCarDocument = endpoint({
  ...one,
  method: "GET",
  policy: "listing.read",
  summary:
    "The file of a document of the caller's own car, or of any car for an admin, who may review listings and whose access is audited. Images are served inline, PDFs as attachments.",
  contentType: "application/octet-stream",
  output: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  errors: ["not_found", "forbidden", "role_required"],
});

export const putCarDocument = endpoint({
  ...one,
  method: "PUT",
  policy: "listing.edit",
  // Enough for the documents of twenty cars in an hour, with some retries.
  limit: { name: "document-upload", attempts: 200, seconds: 3600 },
  summary: `Stores a document, replacing any previous one. The body is the file: JPEG, PNG, WebP, HEIC or PDF, detected by its content, at most ${MAX_DOCUMENT_MEGABYTES} MB.`,
  query: z.strictObject({
    expires_on: calendarDate
      .optional()
      .describe(
        "The last day on which the document is valid. Only a self-drive plate may omit it.",
      ),
    inspected_on: calendarDate
      .optional()
      .describe("The day of the inspection, from which the next one is counted."),
  }),
  file: ["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"],
  output: carDocumentSchema,
  errors: [
    "not_found",
    "forbidden",
    "uploads_under_way",
    "document_too_large",
    "document_type_refused",
    "photo_too_many_pixels",
    "photo_too_narrow",
    "document_broken",
    "document_store_failed",
  ],
});

export const deleteCarDocument = endpoint({
  ...one,
  method: "DELETE",
  policy: "listing.edit",
  summary: "Removes a document. Expired insurance stays until a newer document replaces it.",
  output: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "forbidden", "document_needed"],
});
