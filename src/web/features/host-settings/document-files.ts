// The files of documents on their way up to the server.
import type { Api } from "../../../contract/index.ts";
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_MEGABYTES, type DocumentKind } from "../../../domain/car-documents.ts";
import type { CalendarDate } from "../../../domain/dates.ts";
import { addressOf, ApiError, apiErrorOf } from "../../lib/api.ts";
import { sendFile, type FileToSend } from "../../lib/send-file.ts";

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
  const answer = await sendFile({ method: "PUT", address, ...sending });
  const body: unknown = parsed(answer.responseText);
  if (answer.status >= 300) throw apiErrorOf(answer.status, body);
  return body as Api[typeof ROUTE]["output"];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // whoever answered is not our server
  }
}
