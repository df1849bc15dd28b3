// Helpers for tests of identity verification: documents are submitted, reviewed and decided.
import type { IdentityDocument } from "../src/domain/person/identity.ts";
import type { ApiResponse } from "./api-responses.ts";
import { picture } from "./documents.ts";
import type { Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";

/** Sends a document as a raw body. */
export async function sendIdentity(
  app: TestApp,
  as: Person | undefined,
  kind: IdentityDocument = "driving_licence",
  file?: Buffer,
) {
  const response = await fetch(`${app.url}/api/identity/documents/${kind}`, {
    method: "PUT",
    headers: {
      "content-type": "image/jpeg",
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
    },
    body: new Uint8Array(file ?? (await picture())),
  });
  const body: ApiResponse<"PUT", "/api/identity/documents/{kind}"> = JSON.parse(
    await response.text(),
  );
  return { status: response.status, body };
}

/** Uploads both documents and submits them. */
export async function sendIdentityForm(app: TestApp, as: Person) {
  await sendIdentity(app, as, "driving_licence");
  await sendIdentity(app, as, "government_id");
  return app.call("POST", "/api/identity/submit", { as: as.token });
}

export const fetchVerification = async (app: TestApp, admin: Person, person: Person) =>
  (await app.call("GET", `/api/admin/verifications/${person.id}`, { as: admin.token })).body;

/**
 * Decides the current version; opens the documents before an approval.
 * @param reason of a rejection
 */
export async function decideIdentity(app: TestApp, admin: Person, person: Person, reason?: string) {
  const { version, documents } = await fetchVerification(app, admin, person);
  const path = `/api/admin/verifications/${person.id}/documents`;
  if (!reason) for (const { kind } of documents) await fetchIdentity(app, admin, `${path}/${kind}`);
  return app.call(
    "POST",
    `/api/admin/verifications/${person.id}/${reason ? "reject" : "approve"}`,
    {
      as: admin.token,
      body: { version, ...(reason && { reason }) },
    },
  );
}

/** Downloads the file. */
export async function fetchIdentity(app: TestApp, as: Person | undefined, path: string) {
  const response = await fetch(app.url + path, {
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  });
  return {
    status: response.status,
    headers: response.headers,
    file: Buffer.from(await response.arrayBuffer()),
  };
}
