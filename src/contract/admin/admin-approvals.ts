// Admin endpoints for what a second admin has to confirm (docs/product.md, Admins).
import { z } from "zod";
import { ADMIN_ROLES } from "../../domain/person/roles.ts";
import { APPROVED_ACTIONS } from "../../domain/policies/approval.ts";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { calendarDate, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const approvalSchema = z
  .object({
    id,
    action: z.enum(APPROVED_ACTIONS),
    subject_id: id.describe("The payout batch, or the user whose role changes."),
    period_end: calendarDate.nullable().describe("The Sunday of the batch."),
    person: z.string().nullable().describe("The name of the user whose role changes."),
    role: z.enum(ADMIN_ROLES).nullable(),
    granted: z.boolean().nullable(),
    requested_by: z.string().describe("The name of the admin who asks."),
    is_own: z.boolean().describe("Whether the caller asks."),
    may_confirm: z.boolean(),
    may_withdraw: z
      .boolean()
      .describe("Whether the caller asked, or gave a confirmation that is not used yet."),
    state: z.enum(["waiting", "confirmed"]),
    requested_at: instant,
    expires_at: instant,
  })
  .meta({ id: "Approval" });
export type Approval = z.infer<typeof approvalSchema>;

const approvals = { path: "/api/admin/approvals", access: "admin", policy: "admin.read" } as const;

export const listApprovals = endpoint({
  ...approvals,
  method: "GET",
  summary:
    "What waits for a second admin, and confirmations that are not used yet, oldest first: only actions that the caller's role may take.",
  output: z.object({ approvals: z.array(approvalSchema) }),
  errors: [],
});

export const requestApproval = endpoint({
  ...approvals,
  method: "POST",
  recentSignIn: true,
  limit: { name: "approvals", attempts: 30, seconds: 3600 },
  summary:
    "Asks the other admins who may take the action to confirm it. They are notified by email. Asking again returns the open request.",
  body: z.discriminatedUnion("action", [
    z.strictObject({ action: z.literal("bank_file"), subject_id: id }),
    z.strictObject({
      action: z.literal("role_change"),
      subject_id: id,
      role: z.enum(ADMIN_ROLES),
      granted: z.boolean(),
    }),
  ]),
  output: approvalSchema,
  errors: ["not_found"],
});

export const decideApproval = endpoint({
  method: "POST",
  path: "/api/admin/approvals/{id}/decision",
  access: "admin",
  policy: "admin.read",
  recentSignIn: true,
  summary:
    "Confirms or declines. A confirmed role change is made at once; a confirmed bank file is downloaded by the admin who asked. That admin can only withdraw, by declining. So can who confirmed, until the confirmation is used.",
  params: z.strictObject({ id }),
  body: z.discriminatedUnion("decision", [
    z.strictObject({ decision: z.literal("confirmed") }),
    z.strictObject({
      decision: z.literal("declined"),
      reason: text(MAX_REASON_LENGTH).min(1, "is required"),
    }),
  ]),
  output: z.object({ decided: z.literal(true) }),
  errors: ["not_found", "approval_own", "approval_over", "user_changed", "last_admin"],
});
