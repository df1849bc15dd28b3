// Admin endpoints for verifications, each with the profile data to compare the documents with, and
// for the marketplace settings.
import { z } from "zod";
import { IDENTITY_DOCUMENTS, IDENTITY_STATES } from "../../domain/person/identity.ts";
import { search } from "./admin.ts";
import { calendarDate, cursor, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { file, identityDocumentSchema } from "../people/identity.ts";

export const VERIFICATION_FILTERS = ["all", "submitted", "verified", "rejected"] as const;
export type VerificationFilter = (typeof VERIFICATION_FILTERS)[number];

export const verificationSchema = z
  .object({
    user_id: id,
    version: z.string().describe("Of what is seen, the name and the date of birth among it."),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    date_of_birth: calendarDate.nullable(),
    phone: z.string().nullable(),
    is_phone_verified: z.boolean(),
    is_suspended: z.boolean(),
    state: z
      .enum(IDENTITY_STATES)
      .describe(
        "none: taken back, or the name or the date of birth has changed since it was verified.",
      ),
    reason: z.string().nullable(),
    submitted_at: instant.nullable(),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable(),
    documents: z.array(identityDocumentSchema).describe("Empty once they are deleted."),
  })
  .meta({ id: "Verification" });
export type Verification = z.infer<typeof verificationSchema>;

export const listVerifications = endpoint({
  method: "GET",
  path: "/api/admin/verifications",
  access: "admin",
  summary:
    "Who has asked to be verified: of those that wait, the oldest first; else the newest first.",
  query: z.strictObject({
    filter: z.enum(VERIFICATION_FILTERS).optional(),
    search: search.describe(
      "Part of a name or an e-mail; of one or two letters, the beginning of a word. Or an id.",
    ),
    cursor: cursor.optional(),
  }),
  output: z.object({
    verifications: z.array(verificationSchema),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
});

const person = {
  params: z.strictObject({ id: id.describe("Of the person.") }),
  access: "admin",
} as const;

export const getVerification = endpoint({
  method: "GET",
  path: "/api/admin/verifications/{id}",
  ...person,
  summary: "One of them.",
  output: verificationSchema,
  errors: ["not_found"],
});

export const getVerificationDocument = endpoint({
  method: "GET",
  path: "/api/admin/verifications/{id}/documents/{kind}",
  access: "admin",
  summary: "The file of a document; each look is recorded. Pictures inline, PDF as an attachment.",
  params: z.strictObject({ id, kind: z.enum(IDENTITY_DOCUMENTS) }),
  ...file,
  errors: ["not_found"],
});

const seen = { version: z.string().max(100).describe("As it was seen.") };

export const approveVerification = endpoint({
  method: "POST",
  path: "/api/admin/verifications/{id}/approve",
  ...person,
  summary: "The documents show who the profile says. The person is told.",
  body: z.strictObject(seen),
  output: verificationSchema,
  errors: ["not_found", "identity_changed", "date_of_birth_required"],
});

export const rejectVerification = endpoint({
  method: "POST",
  path: "/api/admin/verifications/{id}/reject",
  ...person,
  summary:
    "Refuses a verification, or takes one back. The person receives the reason, and nobody else.",
  body: z.strictObject({ ...seen, reason: text(500).min(1, "is required") }),
  output: verificationSchema,
  errors: ["not_found", "identity_changed"],
});

export const marketplaceSettingsSchema = z
  .object({ verified_drivers_only: z.boolean().describe("Whether only who is verified can book.") })
  .meta({ id: "MarketplaceSettings" });
export type MarketplaceSettings = z.infer<typeof marketplaceSettingsSchema>;

export const getMarketplaceSettings = endpoint({
  method: "GET",
  path: "/api/admin/settings",
  access: "admin",
  summary: "What is settled for the whole marketplace.",
  output: marketplaceSettingsSchema,
  errors: [],
});

export const putMarketplaceSettings = endpoint({
  method: "PUT",
  path: "/api/admin/settings",
  access: "admin",
  summary: "Settles it; bookings that exist stay as they are.",
  body: z.strictObject({ verified_drivers_only: z.boolean() }),
  output: marketplaceSettingsSchema,
  errors: [],
});
