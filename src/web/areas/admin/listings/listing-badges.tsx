// Badges for a listing's state, its three documents and its age.
import type { ReactNode } from "react";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { DOCUMENT_NAMES } from "../../../../domain/listing/car-documents.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { MAX_VEHICLE_YEARS } from "../../../../domain/listing/listing-review.ts";
import { labelField } from "../audit/audit-text.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";

type Document = AdminListing["documents"][number];

/** "Insurance expired Nov 03, 2026", or whether an admin has opened a document that is valid. */
function describeDocument({ kind, state, expires_on, is_seen }: Document): string {
  const name = capitalised(DOCUMENT_NAMES[kind]);
  const day = expires_on ? ` ${formatMonthDayYear(expires_on)}` : "";
  switch (state) {
    case "missing":
      return `No ${DOCUMENT_NAMES[kind]}`;
    case "expired":
      return `${name} expired${day}`;
    case "expires_soon":
      return `${name} expires${day}`;
    case "valid":
      return is_seen ? `${name} opened` : `${name} uploaded, not opened yet`;
  }
}

function toStateBadge({
  is_approved,
  is_available,
  rejection_reason,
  unreviewed_since,
}: AdminListing): [string, BadgeVariant][] {
  const approval: [string, BadgeVariant] = is_approved
    ? unreviewed_since
      ? ["Approved, changed since", "sun"]
      : ["Approved", "default"]
    : rejection_reason
      ? ["Rejected", "destructive"]
      : ["Pending Approval", "sun"];
  return is_available ? [approval] : [approval, ["Inactive", "quiet"]];
}

/** Shown beside the title. */
export function StateBadges({ listing }: { listing: AdminListing }) {
  return toStateBadge(listing).map(([label, variant]) => (
    <Badge key={label} variant={variant}>
      {label}
    </Badge>
  ));
}

/** What an admin should check before the decision, including what is in order. What else is missing
 *  is only counted: the review lists it. */
export function ReviewBadges({ listing }: { listing: AdminListing }) {
  const others = listing.gaps.filter((gap) => !listing.documents.some(({ kind }) => kind === gap));
  return (
    <ul aria-label="Documents and warnings" className="flex flex-wrap gap-[.35rem]">
      {listing.is_too_old && <Sign warning>Older than {MAX_VEHICLE_YEARS} years</Sign>}
      {listing.words_with_contacts.length > 0 && (
        <Sign warning>
          Contact details in {listing.words_with_contacts.map(labelField).join(", ")}
        </Sign>
      )}
      {listing.documents.map((document) => (
        <Sign key={document.kind} warning={document.state !== "valid" || !document.is_seen}>
          {describeDocument(document)}
        </Sign>
      ))}
      {others.length > 0 && (
        <Sign warning>
          {others.length} more {others.length === 1 ? "thing" : "things"} missing
        </Sign>
      )}
    </ul>
  );
}

function Sign({ warning, children }: { warning: boolean; children: ReactNode }) {
  const icon = warning ? "triangle-exclamation-point" : "check";
  return (
    <li>
      <Badge variant={warning ? "sun" : "palm"}>
        <Icon name={icon} size={14} />
        {children}
      </Badge>
    </li>
  );
}
