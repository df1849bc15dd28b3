// The text for document states and file sizes.
import type { CarDocument } from "../../../../contract/host/car-documents.ts";
import { documentWarnings, type DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import type { BadgeVariant } from "../../../ui/badge.tsx";

export const DOCUMENT_TITLES: Record<DocumentKind, string> = {
  self_drive_plate: "Self-drive plate",
  insurance: "Insurance",
  inspection: "Inspection",
};

/** The id of the heading of a car's document. */
export const documentId = (carId: string, kind: DocumentKind): string =>
  `document-${carId}-${kind}`;

/** "in 12 days"; `days` is 0 on the last valid day. */
const inDays = (days: number): string =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;

/** The badge of a car's document of one kind. */
export function documentState(
  documents: readonly CarDocument[],
  kind: DocumentKind,
  today: CalendarDate,
): { variant: BadgeVariant; text: string } {
  const warning = documentWarnings(documents, today).find((each) => each.kind === kind);
  switch (warning?.warning) {
    case "missing":
      return { variant: "quiet", text: "Missing" };
    case "expired":
      return { variant: "destructive", text: `Expired ${formatMonthDayYear(warning.expires_on)}` };
    case "expires_soon":
      return {
        variant: "sun",
        text: `Expires ${inDays(warning.days)}, ${formatMonthDayYear(warning.expires_on)}`,
      };
    case undefined: {
      const until = documents.find((each) => each.kind === kind)?.expires_on;
      return {
        variant: "palm",
        text: until ? `Valid until ${formatMonthDayYear(until)}` : "On file",
      };
    }
  }
}
