// Checks document files before they are sent, and describes them.
import { formatBytes } from "../../../domain/text/format.ts";
import {
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_MEGABYTES,
} from "../../../domain/listing/car-documents.ts";
import { ApiError } from "../../api/api.ts";

/** The types that the file picker offers. The server identifies a document by its content. */
export const ACCEPTED_DOCUMENTS = "application/pdf,image/jpeg,image/png,image/webp,.heic,.heif";

/** Why a file is rejected before it is sent; undefined if it may be a document. */
export const checkDocumentFile = (file: File): ApiError | undefined =>
  file.size > MAX_DOCUMENT_BYTES
    ? new ApiError("document_too_large", 0, { limit_megabytes: MAX_DOCUMENT_MEGABYTES })
    : undefined;

/** "PDF, 240 kB" */
export function describeFile({
  type,
  bytes,
}: {
  type: "image/jpeg" | "application/pdf";
  bytes: number;
}): string {
  return `${type === "application/pdf" ? "PDF" : "Picture"}, ${formatBytes(bytes)}`;
}
