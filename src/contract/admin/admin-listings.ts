// Admin endpoints for listings in all states: the warnings about a listing, its changes since
// approval, and the decision.
import { z } from "zod";
import { DOCUMENT_KINDS } from "../../domain/listing/car-documents.ts";
import { PUBLIC_WORDS } from "../../domain/listing/listing-masking.ts";
import { REVIEW_FIELDS } from "../../domain/listing/listing-review.ts";
import { search } from "./admin.ts";
import { calendarDate, csv, cursor, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { hostListingSchema } from "../host/host-listings.ts";

/**
 * pending: not approved, undecided ones first, including rejected ones (specification section 4,
 * Listing state).
 */
export const ADMIN_LISTING_FILTERS = ["all", "pending", "rejected", "active", "inactive"] as const;
export type AdminListingFilter = (typeof ADMIN_LISTING_FILTERS)[number];

const value = z.union([z.string(), z.number(), z.array(z.string())]).nullable();

export const adminListingSchema = hostListingSchema
  .extend({
    host: z.object({
      id,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      is_suspended: z.boolean(),
    }),
    reviewed_at: instant.nullable().describe("When an admin decided last."),
    words_with_contacts: z
      .array(z.enum(PUBLIC_WORDS))
      .describe("Hold an e-mail address or a phone number, which everybody else reads hidden."),
    is_too_old: z.boolean().describe("Older than 15 years (specification section 1, FAQ rules)."),
    documents: z
      .array(
        z.object({
          kind: z.enum(DOCUMENT_KINDS),
          id: id.nullable().describe("null for a missing one."),
          state: z.enum(["missing", "expired", "expires_soon", "valid"]),
          expires_on: calendarDate.nullable(),
        }),
      )
      .describe("Each of the three papers that a car needs."),
    changes: z
      .array(z.object({ field: z.enum(REVIEW_FIELDS), before: value, after: value }))
      .nullable()
      .describe("Since it was last approved; null for one that never was."),
  })
  .meta({ id: "AdminListing" });
export type AdminListing = z.infer<typeof adminListingSchema>;

const listingsQuery = z.strictObject({
  filter: z.enum(ADMIN_LISTING_FILTERS).optional(),
  search: search.describe(
    "Part of the car's title, make, model, year, plate or place, or of its host's name or e-mail; of one or two letters, the beginning of a word. Or an id.",
  ),
});

export const listAdminListings = endpoint({
  method: "GET",
  path: "/api/admin/listings",
  access: "admin",
  summary: "Everybody's listings, newest first; of those that wait, the oldest first.",
  query: listingsQuery.extend({ cursor: cursor.optional() }),
  output: z.object({ listings: z.array(adminListingSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const exportAdminListings = endpoint({
  method: "GET",
  path: "/api/admin/listings.csv",
  access: "admin",
  summary: "The same as CSV.",
  query: listingsQuery,
  ...csv,
  errors: [],
});

export const getAdminListing = endpoint({
  method: "GET",
  path: "/api/admin/listings/{id}",
  access: "admin",
  summary: "One listing, in any state.",
  params: z.strictObject({ id }),
  output: adminListingSchema,
  errors: ["not_found"],
});

const seen = { updated_at: instant.describe("Of the listing as it was seen.") };

export const approveListing = endpoint({
  method: "POST",
  path: "/api/admin/listings/{id}/approve",
  access: "admin",
  summary: "Puts a listing on the site, if its host has it switched on. The host is told.",
  params: z.strictObject({ id }),
  body: z.strictObject(seen),
  output: adminListingSchema,
  errors: ["not_found", "listing_changed"],
});

export const rejectListing = endpoint({
  method: "POST",
  path: "/api/admin/listings/{id}/reject",
  access: "admin",
  summary:
    "Refuses a listing, or takes an approved one off the site. The host receives the reason.",
  params: z.strictObject({ id }),
  body: z.strictObject({ ...seen, reason: text(500).min(1, "is required") }),
  output: adminListingSchema,
  errors: ["not_found", "listing_changed"],
});
