// Documents of cars and businesses that tests upload.
import type { DocumentKind } from "../src/domain/listing/car-documents.ts";
import type { BusinessDocumentKind } from "../src/domain/person/business-documents.ts";
import type { ApiResponse } from "./api-responses.ts";
import type { Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";
import { scene } from "./photos.ts";

/** The smallest PDF that a reader opens, with a text to search for. */
export const pdf = (words = "Policy 4711 of Tamika Rolle"): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n% ${words}\n` +
      `xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \n` +
      `trailer<</Size 4/Root 1 0 R>>\nstartxref\n190\n%%EOF\n`,
  );

export const picture = (): Promise<Buffer> => scene(400, 300).jpeg().toBuffer();

export const documentPath = (carId: string, kind: DocumentKind): string =>
  `/api/host/listings/${carId}/documents/${kind}`;

/** Sends a document as a raw body. */
export async function sendDocument(
  app: TestApp,
  as: Person | undefined,
  {
    carId,
    kind = "insurance",
    expiresOn = "2027-06-30",
    inspectedOn,
    file = pdf(),
    type = "application/pdf",
  }: {
    carId: string;
    kind?: DocumentKind;
    expiresOn?: string | null;
    inspectedOn?: string;
    file?: Buffer;
    type?: string;
  },
) {
  const query = new URLSearchParams({
    ...(expiresOn !== null && { expires_on: expiresOn }),
    ...(inspectedOn !== undefined && { inspected_on: inspectedOn }),
  });
  const response = await fetch(`${app.url}${documentPath(carId, kind)}?${query}`, {
    method: "PUT",
    headers: { "content-type": type, ...(as ? { authorization: `Bearer ${as.token}` } : {}) },
    body: new Uint8Array(file),
  });
  const body: ApiResponse<"PUT", "/api/host/listings/{id}/documents/{kind}"> = JSON.parse(
    await response.text(),
  );
  return { status: response.status, body };
}

export const businessPath = (kind: BusinessDocumentKind): string =>
  `/api/host/business-documents/${kind}`;

/** Sends a business document as a raw body. @param query such as "?number=12" */
export async function sendBusinessDocument(
  app: TestApp,
  as: Person,
  kind: BusinessDocumentKind,
  query = "",
  file = pdf("Licence 1287"),
) {
  const response = await fetch(`${app.url}${businessPath(kind)}${query}`, {
    method: "PUT",
    headers: { "content-type": "application/pdf", authorization: `Bearer ${as.token}` },
    body: new Uint8Array(file),
  });
  const body: ApiResponse<"PUT", "/api/host/business-documents/{kind}"> = JSON.parse(
    await response.text(),
  );
  return { status: response.status, body };
}

/** Downloads the file. */
export async function fetchDocument(
  app: TestApp,
  as: Person | undefined,
  carId: string,
  kind: DocumentKind,
) {
  const response = await fetch(`${app.url}${documentPath(carId, kind)}`, {
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  });
  return {
    status: response.status,
    headers: response.headers,
    file: Buffer.from(await response.arrayBuffer()),
  };
}
