// Which documents a car still needs for its approval, if the marketplace requires them: renting out
// a car without a self-drive plate is an offence in the Bahamas (trips.md section 9).
import type { CalendarDate } from "../calendar/dates.ts";
import {
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  documentWarnings,
  type DatedDocument,
  type DocumentKind,
} from "./car-documents.ts";

/** unopened: uploaded and valid, but no admin has checked it. */
export type DocumentProblem = "missing" | "expired" | "unopened";

export interface NeededDocument {
  kind: DocumentKind;
  problem: DocumentProblem;
}

/** A car's document, and whether an admin has opened it. */
export type CheckedDocument = DatedDocument & { is_seen: boolean };

/**
 * The required documents that keep a car from being approved on a day, in the order of
 * DOCUMENT_KINDS. A document is still valid on its last day.
 */
export function listNeededDocuments(
  documents: readonly CheckedDocument[],
  today: CalendarDate,
): NeededDocument[] {
  const warnings = documentWarnings(documents, today);
  return DOCUMENT_KINDS.flatMap((kind): NeededDocument[] => {
    const problem = warnings.find((each) => each.kind === kind)?.warning;
    if (problem === "missing" || problem === "expired") return [{ kind, problem }];
    const isSeen = documents.some((each) => each.kind === kind && each.is_seen);
    return isSeen ? [] : [{ kind, problem: "unopened" }];
  });
}

const PROBLEMS: Record<DocumentProblem, string> = {
  missing: "missing",
  expired: "expired",
  unopened: "not opened by an admin yet",
};

/** "insurance: expired" */
export const describeNeeded = ({ kind, problem }: NeededDocument): string =>
  `${DOCUMENT_NAMES[kind]}: ${PROBLEMS[problem]}`;
