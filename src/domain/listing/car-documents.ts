// The papers of a car (product.md, Privacy and trust): which there are, when one has expired, what to warn of, and when to remind its host.
import { addDays, daysBetween, isBefore, type CalendarDate } from "../calendar/dates.ts";

export const DOCUMENT_KINDS = ["self_drive_plate", "insurance", "inspection"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What people call them, within a sentence. */
export const DOCUMENT_NAMES: Record<DocumentKind, string> = {
  self_drive_plate: "self-drive plate",
  insurance: "insurance",
  inspection: "inspection",
};

/** A document as the rules see it; the last day on which it is valid, or null for one without an end. */
export interface DatedDocument {
  kind: DocumentKind;
  expires_on: CalendarDate | null;
}

/** A plate stays with its car and may have no end; insurance and inspection always do. */
export const needsExpiry = (kind: DocumentKind): boolean => kind !== "self_drive_plate";

/** Before it expires its host is reminded so many days, first and last. */
const REMINDER_DAYS = [30, 7] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];
/** A document that expires within so many days is warned of. */
export const EXPIRES_SOON_DAYS = REMINDER_DAYS[0];

/** No paper is valid longer; a later date is a slip of the keyboard. */
const LONGEST_YEARS = 10;
export const latestExpiry = (today: CalendarDate): CalendarDate => addDays(today, LONGEST_YEARS * 366);

export const MAX_DOCUMENT_MEGABYTES = 10;
export const MAX_DOCUMENT_BYTES = MAX_DOCUMENT_MEGABYTES * 1024 * 1024;

export type DocumentWarning =
  | { kind: DocumentKind; warning: "missing" }
  | { kind: DocumentKind; warning: "expired"; expires_on: CalendarDate }
  /** `days`: 0 on its last valid day. */
  | { kind: DocumentKind; warning: "expires_soon"; expires_on: CalendarDate; days: number };

/** Whether its last valid day is over. */
const hasExpired = ({ expires_on }: DatedDocument, today: CalendarDate): boolean =>
  expires_on !== null && isBefore(expires_on, today);

/** Those that a car lacks. */
export const missingDocuments = (documents: readonly Pick<DatedDocument, "kind">[]): DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => !documents.some((document) => document.kind === kind));

/** What is wrong with a car's papers today, at most one warning of each kind, in the order of DOCUMENT_KINDS; empty when all is well. */
export function documentWarnings(documents: readonly DatedDocument[], today: CalendarDate): DocumentWarning[] {
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
 * Whether a document can be removed rather than replaced: the insurance of an approved car says how long it may stay on the site, and
 * one that has expired that it must wait.
 */
export const isRemovable = (document: DatedDocument, car: { isApproved: boolean }, today: CalendarDate): boolean =>
  document.kind !== "insurance" || !(car.isApproved || hasExpired(document, today));

/** The last valid day of an insurance that is over; it keeps the car off the site. A car without any is only warned of. */
export function insuranceExpiredOn(documents: readonly DatedDocument[], today: CalendarDate): CalendarDate | undefined {
  const insurance = documents.find(({ kind }) => kind === "insurance");
  return insurance && hasExpired(insurance, today) ? (insurance.expires_on ?? undefined) : undefined;
}

/**
 * The reminder that a host should have today.
 * @param reminded the last one that was sent for this document
 * @returns undefined for none: too early, sent already, or expired
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
