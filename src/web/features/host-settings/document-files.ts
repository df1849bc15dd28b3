// The files of documents on their way up to the server.
import type { Api } from "../../../contract/index.ts";
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_MEGABYTES, type DocumentKind } from "../../../domain/car-documents.ts";
import type { CalendarDate } from "../../../domain/dates.ts";
import { addressOf, ApiError } from "../../lib/api.ts";
import { sendToApi, type FileToSend } from "../../lib/send-file.ts";

/** What the picker offers. The server judges a document by its content. */
export const ACCEPTED = "application/pdf,image/jpeg,image/png,image/webp,.heic,.heif";

/** Why a file is not even sent; undefined for one that may be a document. */
export const refusalOf = (file: File): ApiError | undefined =>
  file.size > MAX_DOCUMENT_BYTES
    ? new ApiError("document_too_large", 0, { limit_megabytes: MAX_DOCUMENT_MEGABYTES })
    : undefined;

const ROUTE = "PUT /api/host/listings/{id}/documents/{kind}";

/** @throws ApiError */
export async function uploadDocument(
  carId: string,
  kind: DocumentKind,
  expires_on: CalendarDate | undefined,
  sending: Pick<FileToSend, "file" | "signal" | "onProgress">,
): Promise<Api[typeof ROUTE]["output"]> {
  const address = addressOf(ROUTE, { params: { id: carId, kind }, query: { expires_on } });
  return (await sendToApi({ method: "PUT", address, ...sending })) as Api[typeof ROUTE]["output"];
}
