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
  helper: "Helper",
  runner: "Runner",
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
  "listing.preapprove_extensions": "Setting for extensions changed",
  "listing.delete": "Deleted",
  "listing.document_store": "Document uploaded",
  "listing.document_remove": "Document removed",
  "listing.document_view": "Document viewed",
  "business_document.store": "Business document uploaded",
  "business_document.remove": "Business document removed",
  "business_document.view": "Business document viewed",
  "payout_details.change": "Payout details changed",
  "payout_details.cancel": "Change of payout details cancelled",
  "payout_details.apply": "Change of payout details took effect",
  "payout_details.remove": "Payout details removed",
  "vat_number.submit": "VAT number entered",
  "vat_number.remove": "VAT number removed",
  "vat_number.check": "VAT number confirmed",
  "vat_number.reject": "VAT number rejected",
  "vat_number.platform": "Platform's VAT number changed",
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
  "storm.declare": "Storm declared",
  "storm.move": "Storm's last day moved",
  "storm.refunds_start": "Storm's refunds started",
  "storm.refunds_stop": "Storm's refunds stopped",
  "storm.end": "Storm ended",
  "storm.inspect": "Car inspected after a storm",
  "incident.close": "Payment problem closed",
  "job.retry": "Failed job retried",
  "job.retry_all": "Failed jobs retried",
  "export.users": "Users exported",
  "export.listings": "Listings exported",
  "export.bookings": "Bookings exported",
  "export.audit": "Audit log exported",
  "export.ledger": "Ledger exported",
  "export.payouts": "Payouts exported",
  "export.vat": "VAT exported",
  "note.add": "Internal note added",
  "note.withdraw": "Internal note withdrawn",
  "booking_change.request": "Change to the booking requested",
  "booking_change.accept": "Change to the booking accepted",
  "booking_change.decline": "Change to the booking declined",
  "booking_change.withdraw": "Change to the booking withdrawn",
  "booking_change.expire": "Change to the booking expired",
  "booking_change.apply": "Booking changed",
  "booking_change.payment_failed": "Saved card couldn't be charged for a change",
  "trip_case.open": "Case opened",
  "trip_case.answer": "Case answered",
  "trip_case.accept": "Case accepted by the renter",
  "trip_case.withdraw": "Case withdrawn by the host",
  "trip_case.decide": "Case decided",
  "trip_case.appeal": "Case decision appealed",
  "trip_case.lapse": "Case deadline passed",
  "trip_case.close": "Case closed",
  "trip_case.file_view": "Case evidence viewed",
  "later_charge.announce": "Charge after the trip announced",
  "later_charge.pay": "Payment of a charge after the trip requested",
  "later_charge.contest": "Charge after the trip contested",
  "later_charge.waive": "Charge after the trip waived",
  "later_charge.decline": "Saved card couldn't be charged after the trip",
  "later_charge.paid": "Charge after the trip paid",
  "later_charge.refund": "Charge after the trip refunded",
  "deposit.state": "Deposit changed",
  "deposit.card": "Another card requested for the deposit",
  "deposit.clean": "Clean return reported",
  "deposit.hand_over": "Handed over without the deposit",
  "deposit.cancel": "Booking cancelled: no deposit",
  "deposit.claim": "Deposit claim decided",
  "listing.lockbox_store": "Lockbox saved",
  "listing.lockbox_remove": "Lockbox removed",
  "trip.confirm": "Pickup or return of a trip confirmed",
  "trip.sign": "Rental agreement signed",
  "trip.close": "Trip closed by an admin",
  "trip.record": "Trip entry added by a helper",
  "helper.invite": "Helper invited",
  "helper.rights": "Helper's rights changed",
  "helper.accept": "Helper accepted",
  "helper.decline": "Helper declined or left",
  "helper.remove": "Helper removed",
  "runner_link.make": "Handover link created",
  "runner_link.revoke": "Handover link revoked",
  "runner_link.open": "Handover link opened",
  "runner_link.record": "Trip entry added with a link",
  "runner_link.show_code": "Handover code shown with a link",
  "trip.photo_view": "Photo of a trip viewed by an admin",
  "conversation.read": "Messages opened by an admin",
  "conversation.send": "Message sent by a helper",
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
  "booking.driver_invite": "Driver invited",
  "booking.driver_accept": "Driver accepted",
  "booking.driver_decline": "Driver declined",
  "booking.driver_remove": "Driver removed",
  "booking.keep": "Trip taken off hold",
  "booking.waive_host_fee": "Host's cancellation fee waived",
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
