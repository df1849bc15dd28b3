// Admin endpoints for verifications, each with the profile data to compare the documents with, and
// for the marketplace settings.
import { z } from "zod";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
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
    version: z
      .string()
      .describe("The version of the data under review, including the name and date of birth."),
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
        "none: withdrawn, or the name or date of birth has changed since the verification.",
      ),
    reason: z.string().nullable(),
    submitted_at: instant.nullable(),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable(),
    documents: z.array(identityDocumentSchema).describe("Empty once the documents are deleted."),
  })
  .meta({ id: "Verification" });
export type Verification = z.infer<typeof verificationSchema>;

export const listVerifications = endpoint({
  method: "GET",
  path: "/api/admin/verifications",
  access: "admin",
  policy: "admin.verify_drivers",
  summary: "Users who requested verification, newest first. With filter=submitted, oldest first.",
  query: z.strictObject({
    filter: z.enum(VERIFICATION_FILTERS).optional(),
    search: search.describe(
      "Part of a name or an email. One or two letters match only the beginning of a word. An id also works.",
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
  params: z.strictObject({ id: id.describe("The user's id.") }),
  access: "admin",
  policy: "admin.verify_drivers",
} as const;

export const getVerification = endpoint({
  method: "GET",
  path: "/api/admin/verifications/{id}",
  ...person,
  summary: "One user's verification.",
  output: verificationSchema,
  errors: ["not_found"],
});

export const getVerificationDocument = endpoint({
  method: "GET",
  path: "/api/admin/verifications/{id}/documents/{kind}",
  access: "admin",
  policy: "admin.verify_drivers",
  summary:
    "The file of a document. Each access is audited. Images are served inline, PDFs as attachments.",
  params: z.strictObject({ id, kind: z.enum(IDENTITY_DOCUMENTS) }),
  ...file,
  errors: ["not_found"],
});

const seen = { version: z.string().max(100).describe("The version as the admin read it.") };

export const approveVerification = endpoint({
  method: "POST",
  path: "/api/admin/verifications/{id}/approve",
  ...person,
  summary: "Confirms that the documents match the profile. The user is notified.",
  body: z.strictObject(seen),
  output: verificationSchema,
  errors: [
    "not_found",
    "forbidden",
    "identity_changed",
    "identity_unopened",
    "date_of_birth_required",
  ],
});

export const rejectVerification = endpoint({
  method: "POST",
  path: "/api/admin/verifications/{id}/reject",
  ...person,
  summary: "Rejects a verification, or revokes one. Only the user receives the reason.",
  body: z.strictObject({ ...seen, reason: text(MAX_REASON_LENGTH).min(1, "is required") }),
  output: verificationSchema,
  errors: ["not_found", "identity_changed"],
});

export const marketplaceSettingsSchema = z
  .object({
    verified_drivers_only: z.boolean().describe("Whether only verified drivers can book."),
    documents_required: z
      .boolean()
      .describe(
        "Whether a car needs its three documents, valid and opened by an admin, to be approved.",
      ),
    damage_excess_cents: z
      .int()
      .describe(
        "The most that damage can cost a renter, in cents. A new booking keeps it in its ceiling.",
      ),
    pump_prices: z
      .record(z.enum(ISLAND_IDS), z.int())
      .describe("What a US gallon of fuel costs on each island, in cents."),
  })
  .meta({ id: "MarketplaceSettings" });
export type MarketplaceSettings = z.infer<typeof marketplaceSettingsSchema>;

export const getMarketplaceSettings = endpoint({
  method: "GET",
  path: "/api/admin/settings",
  access: "admin",
  policy: "admin.read",
  summary: "The settings of the whole marketplace.",
  output: marketplaceSettingsSchema,
  errors: [],
});

export const changeMarketplaceSettings = endpoint({
  method: "PATCH",
  path: "/api/admin/settings",
  access: "admin",
  policy: "admin.change_settings",
  summary: "Changes the settings that it names. Existing bookings and approvals are unaffected.",
  body: z.strictObject({
    ...marketplaceSettingsSchema.partial().shape,
    pump_prices: z.partialRecord(z.enum(ISLAND_IDS), z.int()).optional(),
  }),
  output: marketplaceSettingsSchema,
  errors: ["excess_out_of_range", "pump_price_out_of_range"],
});
