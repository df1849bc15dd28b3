// The audit log's vocabulary: who can act, and what can be done.
import type { TransitionName } from "./booking/booking.ts";
import type { DisputeStatus } from "./money/dispute.ts";
import type { CaseVerb } from "./message/support.ts";
import type { ReviewDecision } from "./review/review.ts";

/**
 * helper: of a host; runner: with the link of a handover; operator: on the command line; system:
 * one of our jobs; provider: the card payment provider.
 */
export const AUDIT_ACTORS = [
  "anonymous",
  "renter",
  "host",
  "helper",
  "runner",
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
  | `listing.${"create" | "update" | "approve" | "accept_changes" | "reject" | "activate" | "deactivate" | "delete" | "preapprove_extensions"}`
  | `listing.${"document_store" | "document_remove" | "document_view"}`
  | `listing.${"lockbox_store" | "lockbox_remove"}`
  | `business_document.${"store" | "remove" | "view"}`
  | `calendar.${"block" | "unblock" | "outage" | "outage_end" | "link_renew" | "feed_add" | "feed_remove" | "price"}`
  | `booking.${TransitionName | "hold" | "keep" | "waive_host_fee"}`
  | `booking.${"driver_invite" | "driver_remove" | "driver_accept" | "driver_decline"}`
  | `booking_change.${"request" | "accept" | "decline" | "withdraw" | "expire" | "apply" | "payment_failed"}`
  | `later_charge.${"announce" | "pay" | "contest" | "waive" | "decline" | "paid" | "refund"}`
  | `trip.${"confirm" | "sign" | "close" | "photo_view" | "record"}`
  | `helper.${"invite" | "rights" | "accept" | "decline" | "remove"}`
  | `runner_link.${"make" | "revoke" | "open" | "record" | "show_code"}`
  | `deposit.${"state" | "card" | "clean" | "hand_over" | "cancel" | "claim"}`
  | `trip_case.${"open" | "answer" | "accept" | "withdraw" | "decide" | "appeal" | "lapse" | "close" | "file_view"}`
  | `dispute.${DisputeStatus}`
  | `payout_details.${"change" | "remove" | "cancel" | "apply"}`
  | `vat_number.${"submit" | "remove" | "check" | "reject" | "platform"}`
  | `payout.${"paid" | "failed"}`
  | `payout_batch.${"make" | "export" | "paid"}`
  | `approval.${"request" | "confirm" | "decline"}`
  | `storm.${"declare" | "move" | "refunds_start" | "refunds_stop" | "end" | "inspect"}`
  | "incident.close"
  | `job.${"retry" | "retry_all"}`
  | `export.${"users" | "listings" | "bookings" | "audit" | "ledger" | "payouts" | "vat"}`
  | `note.${"add" | "withdraw"}`
  | `conversation.${"read" | "send"}`
  | `support.${"answer" | "assign" | CaseVerb}`
  | `review.${ReviewDecision}`;

/** What can happen to one kind of object: AuditVerb<"payout"> is "paid" | "failed". */
export type AuditVerb<Thing extends string> = AuditAction extends infer A
  ? A extends `${Thing}.${infer Verb}`
    ? Verb
    : never
  : never;
