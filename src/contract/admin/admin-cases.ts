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
    "Decides a case or an appeal, with an amount, the reasons and the evidence. An admin who has already decided the case can't decide its appeal if another admin can.",
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
        due_at: instant.describe(
          "By when somebody has to act; for a closed case, when it was closed.",
        ),
      }),
    )
    .describe("Overdue ones first; closed ones latest first. At most 200."),
  counts: z.record(z.enum(CASE_LISTS), z.int()),
  figures: z.object({
    overdue: z.int(),
    oldest_overdue_at: instant.nullable(),
    due_today: z.int(),
    decided: z.int().describe("Decisions in the last 30 days, including those of appeals."),
    decision_hours: z
      .number()
      .nullable()
      .describe("Average hours from the answer or its deadline to the first decision."),
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
