// The errors about the documents of cars and businesses, with their details (domain/errors.ts).
import type { NeededDocument } from "./required-documents.ts";

type None = Record<string, never>;

export interface DocumentErrorDetails {
  document_too_large: { limit_megabytes: number };
  /** The content is neither a picture nor a PDF. */
  document_type_refused: None;
  /** Empty, cut off or damaged. */
  document_broken: None;
  document_store_failed: None;
  /** The car still needs documents that the marketplace requires. */
  documents_required: { needed: NeededDocument[] };
  /** The document can be replaced, but not removed (isRemovable in car-documents.ts). */
  document_needed: None;
}
