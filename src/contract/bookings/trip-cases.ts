// Endpoints for cases after a trip (product.md, Cases).
import { z } from "zod";
import { MAX_CASE_ENTRIES, MAX_CASE_FILES, MAX_CASE_WORDS } from "../../domain/cases/trip-case.ts";
import { CASE_OUTCOMES, CASE_STATES, CASE_STEPS } from "../../domain/cases/case-states.ts";
import { CASE_KINDS } from "../../domain/tariff/tariff.ts";
import { ENTRY_SIDES, TRIP_SIDES } from "../../domain/trip/entry.ts";
import { MAX_DOCUMENT_MEGABYTES } from "../../domain/listing/car-documents.ts";
import { bookingNumber, cents, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { file } from "../people/identity.ts";

const words = text(MAX_CASE_WORDS).min(1);
const entryIds = z
  .array(id)
  .max(MAX_CASE_ENTRIES)
  .describe("Marks and photos of the trip, as evidence.");
const fileIds = z.array(id).max(MAX_CASE_FILES).describe("Uploaded files, as evidence.");
const newId = id.describe("Made by the client. A repeat with the same id gets the same answer.");

/** The words of a statement and its evidence. */
export const statementBody = z.strictObject({
  id: newId,
  words,
  entry_ids: entryIds,
  file_ids: fileIds,
});
export type StatementBody = z.infer<typeof statementBody>;

const statementSchema = z.object({
  id,
  kind: z.enum(["claim", "answer", "appeal", "decision"]),
  side: z.enum(ENTRY_SIDES),
  author: z.string().describe("The first name of a side; for an admin, also the last name."),
  at: instant,
  words: z
    .string()
    .nullable()
    .describe(
      "Null while the renter may still answer: both sides see each other's words together.",
    ),
  amount_cents: cents.nullable().describe("Of a decision."),
  entry_ids: z.array(id),
  files: z.array(
    z.object({
      id,
      type: z.enum(["image/jpeg", "application/pdf"]).nullable().describe("Null once deleted."),
    }),
  ),
});

export const caseSchema = z
  .object({
    id,
    number: z.string().describe('The number that people quote, such as "DC-1001".'),
    booking_id: id,
    booking_number: bookingNumber,
    car: z.string(),
    kind: z.enum(CASE_KINDS),
    side: z.enum(ENTRY_SIDES).describe("The reader's side of the case; admin for neither."),
    renter_name: z.string(),
    host_name: z.string(),
    state: z.enum(CASE_STATES),
    claimed_cents: cents,
    kind_max_cents: cents.describe("The most that all cases of this kind can add up to."),
    ceiling_cents: cents.describe("The most that all cases of the booking can add up to."),
    ceiling_left_cents: cents,
    returned_at: instant.nullable(),
    opened_at: instant,
    answer_due_at: instant,
    statements_open_at: instant.nullable(),
    decision_due_at: instant.nullable(),
    decided_cents: cents.nullable(),
    decided_at: instant.nullable(),
    appeal_due_at: instant.nullable(),
    appealed_by: z.array(z.enum(TRIP_SIDES)),
    closed_at: instant.nullable(),
    outcome: z.enum(CASE_OUTCOMES).nullable(),
    final_cents: cents.nullable(),
    deposit_cents: cents.describe("How much of the final amount the deposit paid."),
    statements: z.array(statementSchema).describe("Oldest first."),
    review: z
      .object({ words: z.string(), at: instant })
      .nullable()
      .describe("The renter's review of the trip, for admins."),
    file_sha256: z.string().nullable().describe("Of the case file, once the case is closed."),
    may: z.array(z.enum(CASE_STEPS)).describe("What the caller may do now."),
  })
  .meta({ id: "TripCase" });
export type TripCase = z.infer<typeof caseSchema>;
export type CaseStatement = TripCase["statements"][number];

export const casesSchema = z.object({
  cases: z.array(caseSchema).describe("Oldest first."),
  claims: z
    .array(z.object({ kind: z.enum(CASE_KINDS), left_cents: cents, until: instant }))
    .describe("What the caller can still claim, and until when. Only the host can."),
});
export type TripCases = z.infer<typeof casesSchema>;

const path = "/api/bookings/{id}/cases";
const ofBooking = { access: "signed_in", params: z.strictObject({ id }) } as const;
const ofCase = {
  access: "signed_in",
  params: z.strictObject({ id, case_id: id }),
} as const;

export const getCases = endpoint({
  ...ofBooking,
  method: "GET",
  path,
  policy: "trip_case.read",
  summary: "The cases of a booking, for its renter, its host or an admin.",
  output: casesSchema,
  errors: ["not_found"],
});

export const openCase = endpoint({
  ...ofBooking,
  method: "POST",
  path,
  policy: "trip_case.open",
  limit: { name: "case-claims", attempts: 30, seconds: 3600 },
  summary:
    "Opens a case: the host claims an amount for something that the return shows and the pickup does not, or for a ticket.",
  body: statementBody.extend({ kind: z.enum(CASE_KINDS), amount_cents: cents.positive() }),
  output: caseSchema,
  errors: [
    "not_found",
    "forbidden",
    "case_without_tariff",
    "case_too_early",
    "case_too_late",
    "case_above_ceiling",
    "case_amount_out_of_range",
    "case_without_evidence",
    "case_mark_at_pickup",
    "case_already_claimed",
    "case_renter_left",
    "case_entry_unknown",
    "case_file_unknown",
    "case_id_taken",
  ],
});

const filePath = "/api/bookings/{id}/case-files/{file_id}";
export const putCaseFile = endpoint({
  method: "PUT",
  path: filePath,
  access: "signed_in",
  policy: "trip_case.add_file",
  params: z.strictObject({ id, file_id: newId }),
  limit: { name: "case-files", attempts: 60, seconds: 3600 },
  summary: `Uploads evidence for a statement: a PDF, JPEG, PNG, WebP or HEIC, detected by its content, at most ${MAX_DOCUMENT_MEGABYTES} MB. A file that no statement names within a day is deleted.`,
  file: ["application/pdf", "image/jpeg", "image/png", "image/webp", "image/heic"],
  output: z.object({ id, type: z.enum(["image/jpeg", "application/pdf"]) }),
  errors: [
    "not_found",
    "case_without_tariff",
    "case_file_id_taken",
    "too_many_case_files",
    "document_type_refused",
    "document_broken",
    "document_too_large",
    "document_store_failed",
    "photo_too_many_pixels",
    "photo_too_narrow",
    "uploads_under_way",
    "busy",
  ],
});

export const getCaseFile = endpoint({
  method: "GET",
  path: filePath,
  access: "signed_in",
  policy: "trip_case.read",
  params: z.strictObject({ id, file_id: id }),
  summary:
    "A file that a statement names, or the caller's own. An admin's access is audited. Images are served inline, PDFs as attachments.",
  ...file,
  errors: ["not_found", "role_required"],
});

export const answerCase = endpoint({
  ...ofCase,
  method: "POST",
  path: `${path}/{case_id}/answer`,
  policy: "trip_case.answer",
  limit: { name: "case-answers", attempts: 30, seconds: 3600 },
  summary:
    "The renter answers a claim. Each side can then read the other's words, and an admin decides.",
  body: statementBody,
  output: caseSchema,
  errors: [
    "not_found",
    "forbidden",
    "case_answer_too_late",
    "case_step_refused",
    "case_entry_unknown",
    "case_file_unknown",
    "case_id_taken",
  ],
});

export const acceptCase = endpoint({
  ...ofCase,
  method: "POST",
  path: `${path}/{case_id}/acceptance`,
  policy: "trip_case.accept",
  limit: { name: "case-acceptances", attempts: 30, seconds: 3600 },
  summary: "The renter accepts a claim, which is charged right away.",
  output: caseSchema,
  errors: ["not_found", "forbidden", "case_step_refused"],
});

export const withdrawCase = endpoint({
  ...ofCase,
  method: "POST",
  path: `${path}/{case_id}/withdrawal`,
  policy: "trip_case.withdraw",
  limit: { name: "case-withdrawals", attempts: 30, seconds: 3600 },
  summary: "The host withdraws a claim, at any time before the case is closed.",
  output: caseSchema,
  errors: ["not_found", "forbidden", "case_step_refused"],
});

export const appealCase = endpoint({
  ...ofCase,
  method: "POST",
  path: `${path}/{case_id}/appeals`,
  policy: "trip_case.appeal",
  limit: { name: "case-appeals", attempts: 30, seconds: 3600 },
  summary: "A side appeals a decision, once. Nothing is charged before the next decision.",
  body: statementBody,
  output: caseSchema,
  errors: [
    "not_found",
    "forbidden",
    "case_appeal_too_late",
    "case_already_appealed",
    "case_step_refused",
    "case_entry_unknown",
    "case_file_unknown",
    "case_id_taken",
  ],
});

export const getCaseFilePdf = endpoint({
  ...ofCase,
  method: "GET",
  path: `${path}/{case_id}/file`,
  policy: "trip_case.read",
  summary:
    "The file of a closed case as a PDF, with the same bytes each time. Its hash is in the audit log.",
  ...file,
  errors: ["not_found"],
});
