// Endpoints for admins who decide cases.
import { z } from "zod";
import { CASE_LISTS, CASE_STATES } from "../../domain/cases/case-states.ts";
import { CASE_KINDS } from "../../domain/tariff/tariff.ts";
import { caseSchema, statementBody } from "../bookings/trip-cases.ts";
import { cents, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const decideCase = endpoint({
  method: "POST",
  path: "/api/admin/bookings/{id}/cases/{case_id}/decisions",
  access: "admin",
  policy: "admin.decide_bookings",
  params: z.strictObject({ id, case_id: id }),
  limit: { name: "case-decisions", attempts: 60, seconds: 3600 },
  summary:
    "Decides a case or an appeal: an amount, the reasons in words, and what it rests on. An admin who decided before can't decide the appeal if another one can.",
  body: statementBody.extend({ amount_cents: cents.nonnegative() }),
  output: caseSchema,
  errors: [
    "not_found",
    "forbidden",
    "case_step_refused",
    "case_amount_out_of_range",
    "case_decision_without_evidence",
    "case_entry_unknown",
    "case_file_unknown",
    "case_same_admin",
    "case_id_taken",
  ],
});

export const adminCasesSchema = z.object({
  cases: z
    .array(
      z.object({
        id,
        number: z.string(),
        booking_id: id,
        car: z.string(),
        kind: z.enum(CASE_KINDS),
        state: z.enum(CASE_STATES),
        host_name: z.string(),
        renter_name: z.string(),
        claimed_cents: cents,
        final_cents: cents.nullable(),
        due_at: instant.describe("When somebody has to act; when it was closed, if it is."),
      }),
    )
    .describe("Overdue ones first; closed ones latest first. At most 200."),
  counts: z.record(z.enum(CASE_LISTS), z.int()),
  figures: z.object({
    overdue: z.int(),
    oldest_overdue_at: instant.nullable(),
    due_today: z.int(),
    decided: z.int().describe("First decisions and those of appeals in the last 30 days."),
    decision_hours: z.number().nullable().describe("From both statements to the decision."),
    for_renter: z.int().describe("Decisions for less than was claimed."),
    appeals: z.int(),
  }),
});
export type AdminCases = z.infer<typeof adminCasesSchema>;

export const getAdminCases = endpoint({
  method: "GET",
  path: "/api/admin/cases",
  access: "admin",
  policy: "admin.decide_bookings",
  query: z.strictObject({ list: z.enum(CASE_LISTS).optional() }),
  summary: "The cases by deadline, with the figures of the last 30 days.",
  output: adminCasesSchema,
  errors: [],
});
