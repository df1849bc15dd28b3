// What an item of the queue says, and where it leads.
import type { WorkItem } from "../../../../contract/admin/admin-queue.ts";
import { formatCounted, formatUsd } from "../../../../domain/text/format.ts";
import type { WorkKind } from "../../../../domain/work-queue.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { paths } from "../../../paths.ts";

export const KIND_LABELS: Record<WorkKind, string> = {
  verification: "Verifications",
  listing: "Listings",
  listing_change: "Changed listings",
  flagged_request: "Flagged requests",
  review_report: "Reported reviews",
  support_case: "Support cases",
  payout_batch: "Payouts to send",
  payout: "Failed payouts",
  bank_change: "Bank details about to change",
  vat_number: "VAT numbers to check",
  bank_file_approval: "Bank file downloads to confirm",
  role_approval: "Role changes to confirm",
  incident: "Payment problems",
  dispute: "Disputes",
  trip_hold: "Trips on hold",
  trip_case: "Cases",
  storm: "Storms to end",
  contested_charge: "Contested charges",
  outstanding_balance: "Outstanding balances",
  job: "Failed jobs",
};

const TASKS: Record<WorkKind, string> = {
  verification: "Verify",
  listing: "Review the listing",
  listing_change: "Review the changes",
  flagged_request: "Check the driver",
  review_report: "Decide on a reported review",
  support_case: "Answer",
  payout_batch: "Send payouts",
  payout: "Failed payout",
  bank_change: "Check the new bank details",
  vat_number: "Check the VAT number",
  bank_file_approval: "Confirm or decline",
  role_approval: "Confirm or decline",
  incident: "Payment problem",
  dispute: "Dispute",
  trip_hold: "Decide about a trip on hold",
  trip_case: "Case",
  storm: "End the storm, or move its last day",
  contested_charge: "Contested charge",
  outstanding_balance: "Outstanding balance",
  job: "Failed jobs",
};

/** "Verify Denise Rolle", "Failed jobs: Mail" */
export function workTitle({ kind, label }: WorkItem): string {
  const isVerb = kind === "verification" || kind === "listing" || kind === "support_case";
  const named = kind === "job" ? capitalised(label.replaceAll("-", " ")) : label;
  return isVerb ? `${TASKS[kind]} ${named}` : `${TASKS[kind]}: ${named}`;
}

/** "12 payouts, $3,636.79"; undefined if there is nothing to add. */
export function workDetail({ kind, count, amount_cents }: WorkItem): string | undefined {
  if (kind === "job") return formatCounted(count, "job", "jobs");
  if (amount_cents === null) return undefined;
  const amount = formatUsd(amount_cents);
  return kind === "payout_batch"
    ? `${formatCounted(count, "payout", "payouts")}, ${amount}`
    : amount;
}

export function workPath({ kind, id, booking_id }: WorkItem): string {
  switch (kind) {
    case "verification":
      return paths.adminVerifications({ person: id });
    case "listing":
    case "listing_change":
      return paths.adminListings({ listing: id });
    case "flagged_request":
      return paths.adminBooking(id);
    case "review_report":
      return paths.adminReviews({ filter: "open" });
    case "support_case":
      return paths.adminCase(id);
    case "payout_batch":
      return paths.adminPayoutBatch(id);
    case "payout":
      return paths.hostPayout(id);
    case "bank_change":
      return paths.adminPayouts();
    case "vat_number":
      return paths.adminMoney({}, "vat");
    case "bank_file_approval":
    case "role_approval":
      return paths.admin({}, "approvals");
    case "incident":
      return paths.adminMoney({}, "incidents");
    case "dispute":
      return paths.adminMoney({}, "disputes");
    case "trip_hold":
      return paths.adminBookings({ booking: id });
    case "trip_case":
      return booking_id === null ? paths.adminTripCases() : paths.adminTripCase(booking_id, id);
    case "storm":
      return paths.adminStorms();
    case "contested_charge":
    case "outstanding_balance":
      return paths.adminBooking(id);
    case "job":
      return paths.adminJobs();
  }
}
