// The admins' queue (product.md, Admins): what waits for them, and by when each kind should be
// done.

export const WORK_KINDS = [
  "verification",
  "listing",
  "review_report",
  "support_case",
  "payout_batch",
  "payout",
  "incident",
  "dispute",
  "job",
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Within how many hours each kind should be done. Banks and card providers may set other dates. */
export const TARGET_HOURS: Record<WorkKind, number> = {
  support_case: 4,
  job: 4,
  verification: 24,
  listing: 24,
  payout_batch: 24,
  payout: 24,
  incident: 24,
  review_report: 48,
  dispute: 72,
};

/** All but support cases, which have an assignee of their own. */
export const ASSIGNED_KINDS = WORK_KINDS.filter((kind) => kind !== "support_case");

export const WORK_OWNERS = ["all", "mine", "nobody"] as const;
export type WorkOwner = (typeof WORK_OWNERS)[number];
