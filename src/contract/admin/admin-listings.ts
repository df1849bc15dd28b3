// Admin endpoints for listings in all states: the warnings about a listing, its changes since
// approval, and the decision.
import { z } from "zod";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { DOCUMENT_KINDS } from "../../domain/listing/car-documents.ts";
import { CONTACT_FIELDS } from "../../domain/listing/listing-masking.ts";
import { REVIEW_FIELDS } from "../../domain/listing/listing-review.ts";
import { REVIEW_GAPS } from "../../domain/listing/review-gaps.ts";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import { countedTotal, search, timeOrder } from "./admin.ts";
import { calendarDate, csv, cursor, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { hostListingSchema } from "../host/host-listings.ts";

/**
 * pending: not approved, undecided ones first, including rejected ones (specification section 4,
 * Listing state). changed: approved, with changes that no admin has looked at. invalid_documents:
 * approved, with a document that is missing or has expired.
 */
export const ADMIN_LISTING_FILTERS = [
  "all",
  "pending",
  "rejected",
  "changed",
  "invalid_documents",
  "active",
  "inactive",
] as const;
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
    reviewed_at: instant.nullable().describe("When an admin last decided on the listing."),
    unreviewed_since: instant
      .nullable()
      .describe("Since when the approved listing has changes that no admin has reviewed."),
    words_with_contacts: z
      .array(z.enum(CONTACT_FIELDS))
      .describe(
        "Texts that contain an email address or a phone number. These are masked for everybody else.",
      ),
    is_too_old: z
      .boolean()
      .describe("Whether the car is older than 15 years (specification section 1, FAQ rules)."),
    documents: z
      .array(
        z.object({
          kind: z.enum(DOCUMENT_KINDS),
          id: id.nullable().describe("null if the document is missing."),
          state: z.enum(["missing", "expired", "expires_soon", "valid"]),
          expires_on: calendarDate.nullable(),
          inspected_on: calendarDate.nullable(),
          is_seen: z
            .boolean()
            .describe("Whether an admin has opened it. Otherwise nobody has checked it."),
        }),
      )
      .describe("Each of the three documents that a car needs."),
    gaps: z
      .array(z.enum(REVIEW_GAPS))
      .describe("What is missing from the host or the car. Approval then needs a reason."),
    needed_documents: z
      .array(
        z.object({
          kind: z.enum(DOCUMENT_KINDS),
          problem: z.enum(["missing", "expired", "unopened"]),
        }),
      )
      .describe(
        "The required documents that keep the car from being approved. Empty while no documents are required.",
      ),
    changes: z
      .array(z.object({ field: z.enum(REVIEW_FIELDS), before: value, after: value }))
      .nullable()
      .describe("Changes since the last approval; null if the listing was never approved."),
  })
  .meta({ id: "AdminListing" });
export type AdminListing = z.infer<typeof adminListingSchema>;

const listingsQuery = z.strictObject({
  filter: z.enum(ADMIN_LISTING_FILTERS).optional(),
  search: search.describe(
    "Part of the car's title, make, model, year, plate or location, or of its host's name or email. One or two letters match only the beginning of a word. An id also works.",
  ),
  island: z.enum(ISLAND_IDS).optional(),
  ...timeOrder,
});

export const listAdminListings = endpoint({
  method: "GET",
  path: "/api/admin/listings",
  access: "admin",
  policy: "admin.read",
  summary:
    "All listings, by the time that they were made. With filter=pending and without sort, oldest first, undecided before rejected.",
  query: listingsQuery.extend({ cursor: cursor.optional() }),
  output: z.object({
    listings: z.array(adminListingSchema),
    next_cursor: z.string().nullable(),
    total: countedTotal.total,
  }),
  errors: ["dates_reversed"],
});

export const exportAdminListings = endpoint({
  method: "GET",
  path: "/api/admin/listings.csv",
  access: "admin",
  policy: "admin.read",
  summary: "The same listings as CSV.",
  query: listingsQuery,
  ...csv,
  errors: ["dates_reversed"],
});

export const getAdminListing = endpoint({
  method: "GET",
  path: "/api/admin/listings/{id}",
  access: "admin",
  policy: "admin.read",
  summary: "One listing, in any state.",
  params: z.strictObject({ id }),
  output: adminListingSchema,
  errors: ["not_found"],
});

const seen = { updated_at: instant.describe("The listing's updated_at as the admin read it.") };

export const approveListing = endpoint({
  method: "POST",
  path: "/api/admin/listings/{id}/approve",
  access: "admin",
  policy: "admin.review_listings",
  summary:
    "Approves a listing, which publishes it if its host has made it available. The host is notified.",
  params: z.strictObject({ id }),
  body: z.strictObject({
    ...seen,
    reason: text(MAX_REASON_LENGTH)
      .min(1, "is required")
      .optional()
      .describe("Why the listing is approved in spite of its gaps. The audit log keeps it."),
  }),
  output: adminListingSchema,
  errors: ["not_found", "listing_changed", "documents_required"],
});

export const acceptListingChanges = endpoint({
  method: "POST",
  path: "/api/admin/listings/{id}/accept-changes",
  access: "admin",
  policy: "admin.review_listings",
  summary:
    "Confirms that an admin has looked at the changes of an approved listing and found them in order.",
  params: z.strictObject({ id }),
  body: z.strictObject(seen),
  output: adminListingSchema,
  errors: ["not_found", "listing_changed"],
});

export const rejectListing = endpoint({
  method: "POST",
  path: "/api/admin/listings/{id}/reject",
  access: "admin",
  policy: "admin.review_listings",
  summary:
    "Rejects a listing, or takes an approved one off the site. The host receives the reason.",
  params: z.strictObject({ id }),
  body: z.strictObject({ ...seen, reason: text(MAX_REASON_LENGTH).min(1, "is required") }),
  output: adminListingSchema,
  errors: ["not_found", "listing_changed"],
});
