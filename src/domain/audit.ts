// The audit log's vocabulary: who can act, and what can be done.
import type { TransitionName } from "./booking/booking.ts";
import type { DisputeStatus } from "./money/dispute.ts";
import type { CaseVerb } from "./message/support.ts";
import type { ReviewDecision } from "./booking/review.ts";

/** operator: on the command line; system: one of our jobs; provider: the card payment provider. */
export const AUDIT_ACTORS = [
  "anonymous",
  "renter",
  "host",
  "admin",
  "system",
  "provider",
  "operator",
] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/**
 * The object, then what happened to it. Texts for each are in the web's
 * areas/admin/audit/audit-text.ts.
 */
export type AuditAction =
  | `account.${"create" | "role_grant" | "role_revoke" | "suspend" | "unsuspend"}`
  | `account.${"booking_ban" | "booking_ban_lift"}`
  | `account.${"email_change" | "password_change" | "photos_remove" | "data_copy" | "delete"}`
  | `account.${"passkey_add" | "passkey_remove" | "totp_enable" | "totp_disable"}`
  | `account.${"recovery_codes_renew" | "recovery_code_use" | "second_factors_remove" | "factor_undo"}`
  | `identity.${"document_store" | "document_view" | "documents_remove" | "submit" | "verify" | "reject"}`
  | "phone.verify"
  | "marketplace.settings"
  | `session.${"revoke" | "revoke_all"}`
  | `listing.${"create" | "update" | "approve" | "accept_changes" | "reject" | "activate" | "deactivate" | "delete"}`
  | `listing.${"document_store" | "document_remove" | "document_view"}`
  | `calendar.${"block" | "unblock" | "outage" | "outage_end" | "link_renew" | "feed_add" | "feed_remove" | "price"}`
  | `booking.${TransitionName | "hold" | "keep"}`
  | `dispute.${DisputeStatus}`
  | `payout_details.${"change" | "remove" | "cancel" | "apply"}`
  | `payout.${"paid" | "failed"}`
  | `payout_batch.${"make" | "export" | "paid"}`
  | `approval.${"request" | "confirm" | "decline"}`
  | "incident.close"
  | `job.${"retry" | "retry_all"}`
  | `export.${"users" | "listings" | "bookings" | "audit" | "ledger" | "payouts"}`
  | `note.${"add" | "withdraw"}`
  | "conversation.read"
  | `support.${"answer" | "assign" | CaseVerb}`
  | `review.${ReviewDecision}`;

/** What can happen to one kind of object: AuditVerb<"payout"> is "paid" | "failed". */
export type AuditVerb<Thing extends string> = AuditAction extends infer A
  ? A extends `${Thing}.${infer Verb}`
    ? Verb
    : never
  : never;
