// A car's documents (product.md, Privacy and trust): their kinds, expiry, warnings and the
// reminders to the host.
import { addDays, daysBetween, isBefore, type CalendarDate } from "../calendar/dates.ts";

export const DOCUMENT_KINDS = ["self_drive_plate", "insurance", "inspection"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Their names within a sentence. */
export const DOCUMENT_NAMES: Record<DocumentKind, string> = {
  self_drive_plate: "self-drive plate",
  insurance: "insurance",
  inspection: "inspection",
};

/**
 * A document as the rules see it. `expires_on` is the last valid day, or null if it never expires.
 */
export interface DatedDocument {
  kind: DocumentKind;
  expires_on: CalendarDate | null;
}

/**
 * A plate stays with its car and may have no expiry date; insurance and inspection always have one.
 */
export const needsExpiry = (kind: DocumentKind): boolean => kind !== "self_drive_plate";

/** How many days before expiry the host is reminded, first and last. */
const REMINDER_DAYS = [30, 7] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];
/** A document that expires within this many days causes a warning. */
export const EXPIRES_SOON_DAYS = REMINDER_DAYS[0];

/** The filter of a host's listings by documents that are missing, expired or expiring soon. */
export const DOCUMENTS_DUE = "documents_due";

/** The longest validity of a document; a later date is assumed to be a typing error. */
const LONGEST_YEARS = 10;
export const latestExpiry = (today: CalendarDate): CalendarDate =>
  addDays(today, LONGEST_YEARS * 366);

export const MAX_DOCUMENT_MEGABYTES = 10;
export const MAX_DOCUMENT_BYTES = MAX_DOCUMENT_MEGABYTES * 1024 * 1024;

export type DocumentWarning =
  | { kind: DocumentKind; warning: "missing" }
  | { kind: DocumentKind; warning: "expired"; expires_on: CalendarDate }
  /** `days` is 0 on the last valid day. */
  | { kind: DocumentKind; warning: "expires_soon"; expires_on: CalendarDate; days: number };

const hasExpired = ({ expires_on }: DatedDocument, today: CalendarDate): boolean =>
  expires_on !== null && isBefore(expires_on, today);

/** The kinds of document that were never uploaded. */
export const missingDocuments = (
  documents: readonly Pick<DatedDocument, "kind">[],
): DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => !documents.some((document) => document.kind === kind));

/**
 * The problems of a car's documents today, at most one warning per kind, in the order of
 * DOCUMENT_KINDS.
 */
export function documentWarnings(
  documents: readonly DatedDocument[],
  today: CalendarDate,
): DocumentWarning[] {
  return DOCUMENT_KINDS.flatMap((kind): DocumentWarning[] => {
    const document = documents.find((each) => each.kind === kind);
    if (!document) return [{ kind, warning: "missing" }];
    const { expires_on } = document;
    if (expires_on === null) return [];
    if (hasExpired(document, today)) return [{ kind, warning: "expired", expires_on }];
    const days = daysBetween(today, expires_on);
    return days <= EXPIRES_SOON_DAYS ? [{ kind, warning: "expires_soon", expires_on, days }] : [];
  });
}

/**
 * Whether a document may be removed rather than only replaced. An approved car must keep its
 * insurance, which decides how long it stays on the site, and all documents that the marketplace
 * requires for an approval. Expired insurance must stay, as it keeps the car off the site.
 */
export const isRemovable = (
  document: DatedDocument,
  { isApproved, documentsRequired }: { isApproved: boolean; documentsRequired: boolean },
  today: CalendarDate,
): boolean =>
  document.kind === "insurance"
    ? !isApproved && !hasExpired(document, today)
    : !(isApproved && documentsRequired);

/**
 * The last valid day of expired insurance, which keeps the car off the site. A car without any
 * insurance only gets a warning.
 */
export function insuranceExpiredOn(
  documents: readonly DatedDocument[],
  today: CalendarDate,
): CalendarDate | undefined {
  const insurance = documents.find(({ kind }) => kind === "insurance");
  return insurance && hasExpired(insurance, today)
    ? (insurance.expires_on ?? undefined)
    : undefined;
}

/**
 * The reminder that a host should receive today.
 * @param reminded the last reminder sent for this document
 * @returns undefined if none is due: too early, already sent, or expired
 */
export function dueReminder(
  expiresOn: CalendarDate,
  today: CalendarDate,
  reminded: ReminderDays | null,
): ReminderDays | undefined {
  const left = daysBetween(today, expiresOn);
  if (left < 0) return undefined;
  const due = REMINDER_DAYS.findLast((days) => left <= days);
  return due !== undefined && (reminded === null || due < reminded) ? due : undefined;
}
