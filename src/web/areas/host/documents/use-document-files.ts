// Uploads the documents of a car.
import type { Api } from "../../../../contract/index.ts";
import type { DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { endpointUrl } from "../../../api/api.ts";
import { sendToApi, type FileToSend } from "../../../api/send-file.ts";

const ROUTE = "PUT /api/host/listings/{id}/documents/{kind}";

/** @throws ApiError */
export async function uploadDocument(
  carId: string,
  kind: DocumentKind,
  expires_on: CalendarDate | undefined,
  sending: Pick<FileToSend, "file" | "signal" | "onProgress">,
): Promise<Api[typeof ROUTE]["output"]> {
  const address = endpointUrl(ROUTE, { params: { id: carId, kind }, query: { expires_on } });
  return (await sendToApi({ method: "PUT", address, ...sending })) as Api[typeof ROUTE]["output"];
}
