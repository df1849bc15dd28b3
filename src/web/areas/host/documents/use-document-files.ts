// Uploads the documents of a car and of a host's business.
import type { DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { BusinessDocumentKind } from "../../../../domain/person/business-documents.ts";
import { endpointUrl } from "../../../api/api.ts";
import { sendToApi, type FileToSend } from "../../../api/send-file.ts";
import type { DocumentDetails } from "./document-form.tsx";

type Sending = Pick<FileToSend, "file" | "signal" | "onProgress">;

/** @throws ApiError */
export async function uploadCarDocument(
  carId: string,
  kind: DocumentKind,
  { inspected_on, expires_on }: DocumentDetails,
  sending: Sending,
): Promise<void> {
  const address = endpointUrl("PUT /api/host/listings/{id}/documents/{kind}", {
    params: { id: carId, kind },
    query: { inspected_on, expires_on },
  });
  await sendToApi({ method: "PUT", address, ...sending });
}

/** @throws ApiError */
export async function uploadBusinessDocument(
  kind: BusinessDocumentKind,
  { number, expires_on }: DocumentDetails,
  sending: Sending,
): Promise<void> {
  const address = endpointUrl("PUT /api/host/business-documents/{kind}", {
    params: { kind },
    query: { number, expires_on },
  });
  await sendToApi({ method: "PUT", address, ...sending });
}
