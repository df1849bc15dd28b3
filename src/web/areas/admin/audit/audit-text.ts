// The text of the audit log: actions, fields, values and what an event changed.
import type { AuditEvent } from "../../../../contract/admin/admin.ts";
import type { AuditAction, AuditActor } from "../../../../domain/audit.ts";
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { STEP_LABELS } from "../../../parts/booking/booking-text.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";

const ACTORS: Record<AuditActor, string> = {
  anonymous: "Not signed in",
  renter: "Renter",
  host: "Host",
  admin: "Admin",
  system: "The system",
  provider: "The card provider",
  operator: "On the command line",
};

/** The actor of an event with their role: "Keisha Rolle (host)"; a label if there is no name. */
export const actorLabel = (kind: AuditActor, name: string | null): string =>
  name === null ? ACTORS[kind] : `${name} (${kind})`;

/** What happened, as the log shows it. */
const ACTIONS: Record<AuditAction, string> = {
  "account.create": "Signed up",
  "account.role_grant": "Role granted",
  "account.role_revoke": "Role removed",
  "account.suspend": "Suspended",
  "account.unsuspend": "Suspension lifted",
  "account.booking_ban": "Can't book: charged back",
  "account.booking_ban_lift": "May book again",
  "account.email_change": "Email changed",
  "account.password_change": "Password changed",
  "account.passkey_add": "Passkey added",
  "account.passkey_remove": "Passkey removed",
  "account.totp_enable": "Two-step verification turned on",
  "account.totp_disable": "Two-step verification turned off",
  "account.recovery_codes_renew": "Recovery codes renewed",
  "account.recovery_code_use": "Recovery code used",
  "account.factor_undo": "Second factor undone by email",
  "account.second_factors_remove": "Passkeys and two-step verification removed",
  "account.photos_remove": "Photos removed",
  "account.data_copy": "Copy of own data requested",
  "account.delete": "Account deleted",
  "identity.document_store": "Identity document uploaded",
  "identity.document_view": "Identity document viewed",
  "identity.documents_remove": "Identity documents deleted",
  "identity.submit": "Verification requested",
  "identity.verify": "Verified",
  "identity.reject": "Verification rejected",
  "phone.verify": "Phone verified",
  "marketplace.settings": "Marketplace settings changed",
  "session.revoke": "Session ended",
  "session.revoke_all": "Everyone signed out",
  "listing.create": "Listed",
  "listing.update": "Changed",
  "listing.approve": "Approved",
  "listing.accept_changes": "Changes accepted",
  "listing.reject": "Rejected",
  "listing.activate": "Switched on",
  "listing.deactivate": "Switched off",
  "listing.delete": "Deleted",
  "listing.document_store": "Document uploaded",
  "listing.document_remove": "Document removed",
  "listing.document_view": "Document viewed",
  "payout_details.change": "Payout details changed",
  "payout_details.cancel": "Change of payout details cancelled",
  "payout_details.apply": "Change of payout details took effect",
  "payout_details.remove": "Payout details removed",
  "payout.paid": "Marked as paid",
  "payout.failed": "Marked as failed",
  "payout_batch.make": "Payouts made",
  "payout_batch.export": "Bank file downloaded",
  "payout_batch.paid": "All marked as paid",
  "dispute.inquiry": "Bank inquiry opened",
  "dispute.dropped": "Bank inquiry closed",
  "dispute.open": "Dispute opened, charge taken back",
  "dispute.won": "Dispute won",
  "dispute.lost": "Charged back",
  "approval.request": "Asked for a second admin",
  "approval.confirm": "Confirmed as second admin",
  "approval.decline": "Declined as second admin",
  "incident.close": "Payment problem closed",
  "job.retry": "Failed job retried",
  "job.retry_all": "Failed jobs retried",
  "export.users": "Users exported",
  "export.listings": "Listings exported",
  "export.bookings": "Bookings exported",
  "export.audit": "Audit log exported",
  "export.ledger": "Ledger exported",
  "export.payouts": "Payouts exported",
  "note.add": "Internal note added",
  "note.withdraw": "Internal note withdrawn",
  "conversation.read": "Messages opened by an admin",
  "support.answer": "Answered",
  "support.assign": "Assigned to",
  "support.reopen": "Reopened",
  "support.wait": "Set to waiting",
  "support.close": "Closed",
  "review.hide": "Review hidden",
  "review.keep": "Reported review kept",
  "calendar.block": "Days blocked",
  "calendar.unblock": "Days unblocked",
  "calendar.outage": "Out of service",
  "calendar.outage_end": "Back in service",
  "calendar.link_renew": "Secret link replaced",
  "calendar.feed_add": "Calendar linked",
  "calendar.feed_remove": "Calendar unlinked",
  "calendar.price": "Prices of dates set",
  "booking.hold": "Trip put on hold",
  "booking.keep": "Trip taken off hold",
  ...(Object.fromEntries(
    Object.entries(STEP_LABELS).map(([step, words]) => [`booking.${step}`, words]),
  ) as Record<`booking.${TransitionName}`, string>),
};

/** "account.role_grant" as "Role granted"; an action without a text is spelt out: "Feed add". */
export const labelAction = (action: string): string =>
  (ACTIONS as Record<string, string>)[action] ??
  capitalised(labelField(action.slice(action.indexOf(".") + 1)));

/** Fields whose label is not their name. */
const FIELDS: Record<string, string> = {
  images: "photos",
  license_plate: "licence plate",
  color: "colour",
};

const CENTS = /_cents$/;

/** "price_per_day" as "price per day", "amount_cents" as "amount". */
export const labelField = (field: string): string =>
  FIELDS[field] ?? field.replace(CENTS, "").replaceAll("_", " ");

/** Any value on one line; values of cent fields appear as money. */
export function formatAuditValue(value: unknown, field = ""): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.length > 0
      ? value.map((each) => formatAuditValue(each, field)).join(", ")
      : "none";
  if (typeof value === "number" && CENTS.test(field)) return formatUsd(value);
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${labelField(name)} ${formatAuditValue(part, name)}`)
      .join(" ");
  return String(value as string | number);
}

export interface AuditChange {
  field: string;
  /** Absent if there was no previous value. */
  before?: string;
  after: string;
}

/** The key that lists all changed fields. Listing events store values for only some of them. */
const CHANGED = "changed";

/**
 * The fields that an event changed, one-sided ones included. Fields without stored values come
 * last; for an export, the result is its filter.
 */
export function listChanges({
  action,
  before,
  after,
}: Pick<AuditEvent, "action" | "before" | "after">): AuditChange[] {
  if (action.startsWith("export.")) return narrowing(after ?? {});
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const named: unknown = after?.[CHANGED];
  const others = Array.isArray(named)
    ? named.map(String).filter((field) => !fields.includes(field))
    : [];
  const changes = fields
    .filter((field) => field !== CHANGED)
    .map((field) => ({
      field: labelField(field),
      ...(before && { before: formatAuditValue(before[field], field) }),
      after: formatAuditValue(after?.[field], field),
    }))
    .filter(({ before: was, after: is }) => was !== is && !(was === undefined && is === "none"));
  return others.length === 0
    ? changes
    : [...changes, { field: "also changed", after: others.map(labelField).join(", ") }];
}

function narrowing(query: Record<string, unknown>): AuditChange[] {
  const given = Object.entries(query).filter(
    ([field, value]) => value !== "" && !(field === "filter" && value === "all"),
  );
  return given.length === 0
    ? [{ field: "exported", after: "the whole list" }]
    : given.map(([field, value]) => ({ field: labelField(field), after: formatAuditValue(value) }));
}
