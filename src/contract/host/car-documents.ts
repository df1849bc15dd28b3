// Endpoints for a car's documents, visible only to its host and admins.
import { z } from "zod";
import { DOCUMENT_KINDS, MAX_DOCUMENT_MEGABYTES } from "../../domain/listing/car-documents.ts";
import { isCalendarDate } from "../../domain/calendar/dates.ts";
import { calendarDate, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const DOCUMENT_TYPES = ["image/jpeg", "application/pdf"] as const;

export const carDocumentSchema = z
  .object({
    id,
    kind: z.enum(DOCUMENT_KINDS),
    type: z.enum(DOCUMENT_TYPES).describe("Pictures of every kind are kept as JPEG."),
    bytes: z.int(),
    expires_on: calendarDate
      .nullable()
      .describe("The last day on which it is valid; a plate may have none."),
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
  summary:
    "The file of a document: of one's own car, or of any for an admin, whose look is recorded. Pictures inline, PDF as an attachment.",
  contentType: "application/octet-stream",
  output: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  errors: ["not_found", "forbidden"],
});

export const putCarDocument = endpoint({
  ...one,
  method: "PUT",
  summary: `Stores a document in place of an older one: JPEG, PNG, WebP, HEIC or PDF by its content, ${MAX_DOCUMENT_MEGABYTES} MB at most. The body is the file.`,
  query: z.strictObject({
    expires_on: calendarDate
      .refine(isCalendarDate, "must be a day that exists")
      .optional()
      .describe("The last day on which it is valid; only a self-drive plate may go without."),
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
  summary: "Removes a document. An insurance that has expired stays until a newer one replaces it.",
  output: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "forbidden", "document_needed"],
});
