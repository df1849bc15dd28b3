// The text for document states and file sizes.
import type { CarDocument } from "../../../../contract/host/car-documents.ts";
import type { DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { documentBadge, type ExpiryBadge } from "../../../parts/document/expiry-badge.ts";

export const DOCUMENT_TITLES: Record<DocumentKind, string> = {
  self_drive_plate: "Self-drive plate",
  insurance: "Insurance",
  inspection: "Inspection",
};

/** The id of the heading of a car's document. */
export const documentId = (carId: string, kind: DocumentKind): string =>
  `document-${carId}-${kind}`;

/** The badge of a car's document of one kind. */
export function documentState(
  documents: readonly CarDocument[],
  kind: DocumentKind,
  today: CalendarDate,
): ExpiryBadge {
  return documentBadge(
    documents.find((each) => each.kind === kind),
    today,
  );
}
