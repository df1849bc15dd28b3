// Business documents through the API: uploads, access, the audit log and the files' maintenance.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { businessPath, pdf, picture, sendBusinessDocument } from "../../../../../test/documents.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { fixedClock } from "../../../platform/clock.ts";
import { careForDocuments } from "../car-documents/car-documents.jobs.ts";
import { documentFile } from "../../../platform/storage/document-store.ts";

let app: TestApp;
let host: Person;
let admin: Person;
beforeEach(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
  admin = await makePerson(app, { roles: ["renter", "admin"] });
});
afterEach(() => app.close());

const list = async (as = host) =>
  (await app.call("GET", "/api/host/business-documents", { as: as.token })).body.documents;
async function download(as: Person, path = businessPath("business_licence")) {
  const response = await fetch(`${app.url}${path}`, {
    headers: { authorization: `Bearer ${as.token}` },
  });
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString() };
}
const adminPath = () => `/api/admin/users/${host.id}/business-documents/business_licence`;
const findEvents = async ({ id }: Person) =>
  (
    await app.ctx.db
      .selectFrom("audit_events")
      .select(["action", "actor_id", "actor_kind"])
      .where("subject_id", "=", id)
      .where("action", "like", "business_document.%")
      .orderBy("id")
      .execute()
  ).map(({ action, actor_kind }) => `${actor_kind} ${action}`);

test("keeps the newest document of each kind, encrypted, until the host removes it", async () => {
  const expires_on = addDays(todayInNassau(app.clock.now()), 200);
  const first = await sendBusinessDocument(app, host, "business_licence");
  expect(first.body).toMatchObject({ kind: "business_licence", number: null, expires_on: null });
  const query = `?number=%20BL-1287%20&expires_on=${expires_on}`;
  const second = await sendBusinessDocument(app, host, "business_licence", query);
  expect(second.body).toMatchObject({ number: "BL-1287", expires_on, type: "application/pdf" });
  const image = await sendBusinessDocument(app, host, "vat_certificate", "", await picture());
  expect(image.body.type).toBe("image/jpeg");
  expect((await list()).map(({ id }) => id).toSorted()).toEqual(
    [second.body.id, image.body.id].toSorted(),
  );
  expect(await app.ctx.businessDocuments.read(documentFile(first.body.id))).toBeUndefined();
  expect((await download(host)).text).toContain("Licence 1287");
  const removal = () =>
    app.call("DELETE", "/api/host/business-documents/business_licence", { as: host.token });
  expect((await removal()).body).toEqual({ deleted: true });
  expect((await removal()).status).toBe(404);
  expect(await list()).toMatchObject([{ kind: "vat_certificate" }]);
  expect((await download(host)).status).toBe(404);
});

test("removes files that belong to no document", async () => {
  const { body } = await sendBusinessDocument(app, host, "business_licence");
  const stray = documentFile(randomUUID());
  const store = app.ctx.businessDocuments;
  await store.put(stray, Buffer.from("left behind"), "application/octet-stream");
  // File times come from the machine's clock.
  const clock = fixedClock(new Date(Date.now() + 25 * 3_600_000));
  await careForDocuments({ ...app.ctx, clock });
  expect(await store.read(stray)).toBeUndefined();
  expect(await store.read(documentFile(body.id))).toBeDefined();
});

test("shows a document to nobody but the host and admins, and audits each opening", async () => {
  await sendBusinessDocument(app, host, "business_licence", "?number=12");
  const other = await makePerson(app, { roles: ["renter", "host"] });
  const finance = await makePerson(app, { roles: ["renter", "admin"], adminRole: "finance" });
  expect(await list(other)).toEqual([]);
  expect((await download(other)).status).toBe(404);
  expect((await download(other, adminPath())).status).toBe(403);
  expect((await download(finance, adminPath())).status).toBe(403);
  expect((await download(admin, adminPath())).text).toContain("Licence 1287");
  expect((await download(host)).status).toBe(200);
  await sendBusinessDocument(app, admin, "business_licence");
  const own = `/api/admin/users/${admin.id}/business-documents/business_licence`;
  expect((await download(admin, own)).status).toBe(200);
  expect((await download(admin)).status).toBe(200);
  expect(await findEvents(host)).toEqual([
    "host business_document.store",
    "admin business_document.view",
  ]);
  expect(await findEvents(admin)).toEqual([
    "renter business_document.store",
    "admin business_document.view",
  ]);
  const person = await app.call("GET", `/api/admin/users/${host.id}`, { as: admin.token });
  expect(person.body.business_documents).toMatchObject([
    { kind: "business_licence", number: "12" },
  ]);
});

test("lets former hosts open and remove documents, but not upload any", async () => {
  await sendBusinessDocument(app, host, "business_licence");
  await app.ctx.db
    .deleteFrom("user_roles")
    .where("user_id", "=", host.id)
    .where("role", "=", "host")
    .execute();
  expect((await download(host)).text).toContain("Licence 1287");
  expect((await sendBusinessDocument(app, host, "business_licence")).body).toMatchObject({
    code: "forbidden",
  });
  const removed = await app.call("DELETE", "/api/host/business-documents/business_licence", {
    as: host.token,
  });
  expect(removed.body).toEqual({ deleted: true });
});

test("refuses renters, expired documents and files that are no documents", async () => {
  const renter = await makePerson(app);
  const yesterday = addDays(todayInNassau(app.clock.now()), -1);
  const code = async (query: string, file = pdf(), as = host) =>
    (await sendBusinessDocument(app, as, "franchise_letter", query, file)).body;
  expect(await code("", pdf(), renter)).toMatchObject({ code: "forbidden" });
  expect(await code(`?expires_on=${yesterday}`)).toMatchObject({ code: "invalid_request" });
  expect(await code(`?number=${"1".repeat(61)}`)).toMatchObject({ code: "invalid_request" });
  expect(await code("", Buffer.from("Just text"))).toMatchObject({ code: "document_type_refused" });
  expect(await code("", pdf().subarray(0, 200))).toMatchObject({ code: "document_broken" });
  expect(await list()).toEqual([]);
});
