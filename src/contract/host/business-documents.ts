// Endpoints for the documents of a host's business, visible only to the host and admins.
import { z } from "zod";
import { MAX_DOCUMENT_MEGABYTES } from "../../domain/listing/car-documents.ts";
import { BUSINESS_DOCUMENTS, MAX_DOCUMENT_NUMBER } from "../../domain/person/business-documents.ts";
import { calendarDate, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { file } from "../people/identity.ts";
import { DOCUMENT_TYPES } from "./car-documents.ts";

export const businessDocumentSchema = z
  .object({
    id,
    kind: z.enum(BUSINESS_DOCUMENTS),
    type: z.enum(DOCUMENT_TYPES).describe("Images of every format are stored as JPEG."),
    bytes: z.int(),
    number: z.string().nullable().describe("The number printed on it."),
    expires_on: calendarDate.nullable().describe("The last day on which it is valid."),
    created_at: instant.describe("When it was uploaded."),
  })
  .meta({ id: "BusinessDocument" });
export type BusinessDocument = z.infer<typeof businessDocumentSchema>;

export const listBusinessDocuments = endpoint({
  method: "GET",
  path: "/api/host/business-documents",
  access: "signed_in",
  summary: "The caller's own business documents, at most one of each kind.",
  output: z.object({ documents: z.array(businessDocumentSchema) }),
  errors: [],
});

const one = {
  path: "/api/host/business-documents/{kind}",
  access: "signed_in",
  params: z.strictObject({ kind: z.enum(BUSINESS_DOCUMENTS) }),
} as const;

export const getBusinessDocument = endpoint({
  ...one,
  method: "GET",
  summary: "The file of an own business document. Images are served inline, PDFs as attachments.",
  ...file,
  errors: ["not_found"],
});

export const putBusinessDocument = endpoint({
  ...one,
  method: "PUT",
  policy: "host_area.enter",
  limit: { name: "business-document-upload", attempts: 30, seconds: 3600 },
  summary: `Stores a business document, replacing any previous one of its kind. The body is the file: JPEG, PNG, WebP, HEIC or PDF, detected by its content, at most ${MAX_DOCUMENT_MEGABYTES} MB.`,
  query: z.strictObject({
    number: text(MAX_DOCUMENT_NUMBER)
      .min(1, "is required")
      .optional()
      .describe("The number printed on it."),
    expires_on: calendarDate
      .optional()
      .describe("The last day on which it is valid, if it expires."),
  }),
  file: ["image/jpeg", "image/png", "image/webp", "image/heic", "application/pdf"],
  output: businessDocumentSchema,
  errors: [
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

export const deleteBusinessDocument = endpoint({
  ...one,
  method: "DELETE",
  summary: "Removes an own business document.",
  output: z.object({ deleted: z.literal(true) }),
  errors: ["not_found"],
});

export const getHostBusinessDocument = endpoint({
  method: "GET",
  path: "/api/admin/users/{id}/business-documents/{kind}",
  access: "admin",
  policy: "admin.review_listings",
  summary:
    "The file of a host's business document. Each access is audited. Images are served inline, PDFs as attachments.",
  params: z.strictObject({ id, kind: z.enum(BUSINESS_DOCUMENTS) }),
  ...file,
  errors: ["not_found"],
});
