// The admins' queue (product.md, Admins): what waits for them, and by when each kind should be
// done.
import { CASE_DECISION_DAYS } from "./cases/trip-case.ts";
import { PAYOUT_DETAILS_WAIT_HOURS } from "./money/payout-details.ts";
import { mayAsAdmin, type AdminAction } from "./policies/admin.ts";
import { APPROVAL_NEEDS } from "./policies/approval.ts";
import type { Reader } from "./policies/policy.ts";

export const WORK_KINDS = [
  "verification",
  "listing",
  "listing_change",
  "flagged_request",
  "review_report",
  "support_case",
  "payout_batch",
  "payout",
  "bank_change",
  "vat_number",
  "bank_file_approval",
  "role_approval",
  "incident",
  "dispute",
  "trip_hold",
  "trip_case",
  "storm",
  "contested_charge",
  "outstanding_balance",
  "job",
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * Within how many hours each kind should be done. Disputes and changes of bank details have dates
 * of their own: when the card provider wants the answer, and when the change takes effect.
 */
export const TARGET_HOURS: Record<WorkKind, number> = {
  flagged_request: 4,
  support_case: 4,
  job: 4,
  trip_hold: 12,
  // From the day after its last day on.
  storm: 12,
  bank_file_approval: 12,
  role_approval: 12,
  verification: 24,
  listing: 24,
  listing_change: 24,
  payout_batch: 24,
  payout: 24,
  vat_number: 24,
  incident: 24,
  review_report: 48,
  dispute: 72,
  // Five days to decide (trips.md, section 7).
  trip_case: CASE_DECISION_DAYS * 24,
  contested_charge: 120,
  // A month for the renter to pay.
  outstanding_balance: 720,
  bank_change: PAYOUT_DETAILS_WAIT_HOURS,
};

/** What an admin must be allowed to do to see the items of a kind. */
export const WORK_NEEDS: Record<WorkKind, AdminAction> = {
  verification: "verify_drivers",
  listing: "review_listings",
  listing_change: "review_listings",
  flagged_request: "decide_bookings",
  review_report: "moderate_reviews",
  support_case: "handle_cases",
  payout_batch: "read_money",
  payout: "read_money",
  bank_change: "move_money",
  vat_number: "move_money",
  bank_file_approval: APPROVAL_NEEDS.bank_file,
  role_approval: APPROVAL_NEEDS.role_change,
  incident: "read_money",
  dispute: "read_money",
  trip_hold: "decide_bookings",
  trip_case: "decide_bookings",
  storm: "decide_bookings",
  contested_charge: "read_money",
  outstanding_balance: "read_money",
  job: "run_jobs",
};

/** The kinds that an admin sees. */
export const workKindsFor = (reader: Pick<Reader, "adminRole">): WorkKind[] =>
  WORK_KINDS.filter((kind) => mayAsAdmin(WORK_NEEDS[kind], reader));

/** All but support cases, which have an assignee of their own. */
export const ASSIGNED_KINDS = WORK_KINDS.filter((kind) => kind !== "support_case");

export const WORK_ASSIGNEES = ["all", "mine", "nobody"] as const;
export type WorkAssignee = (typeof WORK_ASSIGNEES)[number];
