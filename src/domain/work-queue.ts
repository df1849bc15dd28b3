// The admins' queue (product.md, Admins): what waits for them, and by when each kind should be
// done.
import { mayAsAdmin, type AdminAction } from "./policies/admin.ts";
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
  "incident",
  "dispute",
  "trip_hold",
  "job",
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Within how many hours each kind should be done. Banks and card providers may set other dates. */
export const TARGET_HOURS: Record<WorkKind, number> = {
  flagged_request: 4,
  support_case: 4,
  job: 4,
  trip_hold: 12,
  verification: 24,
  listing: 24,
  listing_change: 24,
  payout_batch: 24,
  payout: 24,
  incident: 24,
  review_report: 48,
  dispute: 72,
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
  incident: "read_money",
  dispute: "read_money",
  trip_hold: "decide_bookings",
  job: "run_jobs",
};

/** The kinds that an admin sees. */
export const workKindsFor = (reader: Pick<Reader, "adminRole">): WorkKind[] =>
  WORK_KINDS.filter((kind) => mayAsAdmin(WORK_NEEDS[kind], reader));

/** All but support cases, which have an assignee of their own. */
export const ASSIGNED_KINDS = WORK_KINDS.filter((kind) => kind !== "support_case");

export const WORK_ASSIGNEES = ["all", "mine", "nobody"] as const;
export type WorkAssignee = (typeof WORK_ASSIGNEES)[number];
