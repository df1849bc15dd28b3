// The errors about the documents of cars and businesses, with their details (domain/errors.ts).
import type { LackingDocument } from "./required-documents.ts";

type None = Record<string, never>;

export interface DocumentErrorDetails {
  document_too_large: { limit_megabytes: number };
  /** The content is neither a picture nor a PDF. */
  document_type_refused: None;
  /** Empty, cut off or damaged. */
  document_broken: None;
  document_store_failed: None;
  /** The marketplace requires documents that the car lacks. */
  documents_required: { lacking: LackingDocument[] };
  /** The document can be replaced, but not removed (isRemovable in car-documents.ts). */
  document_needed: None;
}
