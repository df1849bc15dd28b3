// Admin endpoints for the whole platform: its figures and the audit log (specification section 2,
// Admin dashboard). Users, listings and bookings have their own files next to this one.
import { z } from "zod";
import { MAX_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import { AUDIT_ACTORS } from "../../domain/audit.ts";
import { cents, csv, cursor, dollars, id, instant, listDay, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

/** How many rows the first page of a list has, and each further one where lists get long. */
export const ADMIN_PAGE = 20;
export const ADMIN_NEXT_PAGE = 100;

/** A search text. The server decides how it matches. */
export const search = text(MAX_SEARCH_LENGTH).optional();

const ADMIN_SORTS = ["newest", "oldest"] as const;
export type AdminSort = (typeof ADMIN_SORTS)[number];

/** The order and the days of a list by time. */
export const timeOrder = {
  sort: z.enum(ADMIN_SORTS).optional().describe("By default the newest first."),
  from: listDay.optional().describe("The first day, in Nassau."),
  to: listDay.optional().describe("The last day, included."),
};

export const countedTotal = {
  total: z
    .int()
    .optional()
    .describe("How many there are on all pages; on the first page, without a search."),
  total_is_exact: z.boolean().optional().describe("False if there are more than `total`."),
};

export const getAdminFigures = endpoint({
  method: "GET",
  path: "/api/admin/figures",
  access: "admin",
  policy: "admin.read",
  summary: "The platform's six figures, and the money matters that need an admin.",
  output: z.object({
    total_users: z.int(),
    total_cars: z.int().describe("Listings that are not deleted."),
    total_bookings: z.int().describe("Excludes abandoned checkouts."),
    platform_revenue: dollars.describe(
      "total_amount of completed bookings (specification section 9, statistics rules).",
    ),
    platform_fees_cents: cents.describe(
      "What the platform has earned since launch without its VAT, less its part of refunds and lost disputes. The same figure as in GET /api/admin/money.",
    ),
    provider_fees_cents: cents.describe("What the card provider kept of it."),
    pending_bookings: z.int().describe("Requests that await a decision."),
    pending_listings: z.int().describe("Listings that are not approved."),
    money_troubles: z
      .object({
        incidents: z.int().describe("Incidents that nobody has closed."),
        refused_refunds: z.int().describe("Bookings whose refund the provider has refused."),
        disputes: z.int().describe("Charges that banks have withdrawn until they decide."),
        inquiries: z.int().describe("Charges that banks have asked about."),
      })
      .describe("The same counts as in GET /api/admin/money."),
  }),
  errors: [],
});

/** Filters of the audit log: actions by admins, or events about one kind of object. */
export const AUDIT_FILTERS = ["all", "admins", "accounts", "listings", "bookings"] as const;
export type AuditFilter = (typeof AUDIT_FILTERS)[number];

const auditQuery = z.strictObject({
  filter: z.enum(AUDIT_FILTERS).optional(),
  about: search.describe(
    "The name, email, phone or id of a person, the plate, text or id of a listing, or the number or id of a booking. Returns events that they caused or that affected them.",
  ),
  ...timeOrder,
});

export const auditEventSchema = z
  .object({
    id: z.int(),
    at: instant,
    actor_kind: z.enum(AUDIT_ACTORS),
    actor: z
      .object({ id, name: z.string().nullable().describe("null for a deleted account.") })
      .nullable(),
    action: z
      .string()
      .describe("The kind of subject and what happened to it, such as listing.approve."),
    subject_type: z.string(),
    subject_id: id,
    subject: z
      .string()
      .nullable()
      .describe("The subject's current name; null if it no longer exists."),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "AuditEvent" });
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const listAuditEvents = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  access: "admin",
  policy: "admin.read",
  summary: "The audit log.",
  query: auditQuery.extend({ cursor: cursor.optional() }),
  output: z.object({
    events: z.array(auditEventSchema),
    next_cursor: z.string().nullable(),
    about: z
      .object({
        names: z.array(z.string()).describe("The current names of the first few."),
        count: z.int().nullable().describe("null if they are too many to list their events."),
      })
      .nullable()
      .describe("The people, listings and bookings that `about` matches."),
  }),
  errors: ["dates_reversed"],
});

export const exportAuditEvents = endpoint({
  method: "GET",
  path: "/api/admin/audit.csv",
  access: "admin",
  policy: "admin.read",
  summary: "The same events as CSV.",
  query: auditQuery,
  ...csv,
  errors: ["dates_reversed"],
});
