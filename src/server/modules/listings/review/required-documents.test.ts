// The setting that requires documents before an admin approves a car.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { documentPath, fetchDocument, sendDocument } from "../../../../../test/documents.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { DOCUMENT_KINDS } from "../../../../domain/listing/car-documents.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let host: Person;
let admin: Person;
beforeEach(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
  admin = await makePerson(app, { roles: ["renter", "admin"] });
});
afterEach(() => app.close());

const set = (body: { documents_required?: boolean; verified_drivers_only?: boolean }) =>
  app.call("PATCH", "/api/admin/settings", { as: admin.token, body });
const read = async (id: string) =>
  (await app.call("GET", `/api/admin/listings/${id}`, { as: admin.token })).body;
const approve = async (id: string, reason?: string) =>
  app.call("POST", `/api/admin/listings/${id}/approve`, {
    as: admin.token,
    body: { updated_at: (await read(id)).updated_at, reason },
  });
const remove = (id: string, kind: (typeof DOCUMENT_KINDS)[number]) =>
  app.call("DELETE", documentPath(id, kind), { as: host.token });
const expiresIn = (days: number) => addDays(todayInNassau(app.clock.now()), days);
/** A pending car with documents of these kinds, valid for 100 days. */
async function newCar(kinds: readonly (typeof DOCUMENT_KINDS)[number][]): Promise<string> {
  const carId = await makeListing(app, host, { is_approved: false });
  for (const kind of kinds)
    await sendDocument(app, host, { carId, kind, expiresOn: expiresIn(100) });
  return carId;
}
async function openDocuments(carId: string): Promise<void> {
  for (const kind of DOCUMENT_KINDS) await fetchDocument(app, admin, carId, kind);
}

test("changes only the settings that a request names, and records it once", async () => {
  await set({ verified_drivers_only: true });
  const both = { verified_drivers_only: true, documents_required: true };
  expect((await set({ documents_required: true })).body).toMatchObject(both);
  expect((await set({ documents_required: true })).body).toMatchObject(both);
  expect((await set({})).body).toMatchObject(both);
  const stored = await app.call("GET", "/api/admin/settings", { as: admin.token });
  expect(stored.body).toMatchObject(both);
  const events = await app.ctx.db
    .selectFrom("audit_events")
    .select(["before", "after"])
    .where("action", "=", "marketplace.settings")
    .orderBy("id")
    .execute();
  expect(events).toMatchObject([
    { after: { verified_drivers_only: true, documents_required: false } },
    { before: { documents_required: false }, after: { documents_required: true } },
  ]);
});

test("approves a car without documents until they are required", async () => {
  const [before, after] = [await newCar([]), await newCar([])];
  expect(await read(before)).toMatchObject({ needed_documents: [] });
  expect((await approve(before)).status).toBe(200);
  await set({ documents_required: true });
  const refused = await approve(after);
  expect(refused.body).toMatchObject({
    status: 409,
    code: "documents_required",
    details: { needed: DOCUMENT_KINDS.map((kind) => ({ kind, problem: "missing" })) },
  });
  expect(await read(after)).toMatchObject({ is_approved: false, reviewed_at: null });
  expect(await read(before)).toMatchObject({ is_approved: true });
  const settings = await app.call("GET", "/api/host/settings", { as: host.token });
  expect(settings.body.documents_required).toBe(true);
});

test("needs every document valid and opened by an admin", async () => {
  await set({ documents_required: true });
  const carId = await newCar(["self_drive_plate", "insurance"]);
  await sendDocument(app, host, { carId, kind: "inspection", expiresOn: expiresIn(2) });
  expect((await approve(carId)).body.details).toEqual({
    needed: DOCUMENT_KINDS.map((kind) => ({ kind, problem: "unopened" })),
  });
  await openDocuments(carId);
  app.clock.advance(3 * DAY_MS);
  const needed = [{ kind: "inspection", problem: "expired" }];
  expect((await read(carId)).needed_documents).toEqual(needed);
  expect((await approve(carId)).body.details).toEqual({ needed });
  await sendDocument(app, host, { carId, kind: "inspection", expiresOn: expiresIn(100) });
  await fetchDocument(app, host, carId, "inspection");
  expect((await approve(carId)).body.details).toEqual({
    needed: [{ kind: "inspection", problem: "unopened" }],
  });
  await openDocuments(carId);
  expect((await approve(carId)).status).toBe(200);
});

test("no reason replaces required documents", async () => {
  await set({ documents_required: true });
  const carId = await newCar(["self_drive_plate"]);
  expect(await approve(carId, "The host is known to us")).toMatchObject({
    status: 409,
    body: { code: "documents_required" },
  });
});

test("counts only openings by admins who review listings, also of their own cars", async () => {
  await set({ documents_required: true });
  const carId = await newCar(DOCUMENT_KINDS);
  const finance = await makePerson(app, { roles: ["renter", "admin"], adminRole: "finance" });
  expect((await fetchDocument(app, finance, carId, "insurance")).status).toBe(403);
  expect((await read(carId)).needed_documents).toHaveLength(3);
  const own = await makeListing(app, admin, { is_approved: false });
  for (const kind of DOCUMENT_KINDS)
    await sendDocument(app, admin, { carId: own, kind, expiresOn: expiresIn(100) });
  expect((await approve(own)).status).toBe(409);
  await openDocuments(own);
  expect((await approve(own)).status).toBe(200);
});

test("keeps the required documents of an approved car", async () => {
  const carId = await newCar(DOCUMENT_KINDS);
  await approve(carId);
  await set({ documents_required: true });
  for (const kind of DOCUMENT_KINDS)
    expect((await remove(carId, kind)).body).toMatchObject({ code: "document_needed" });
  await set({ documents_required: false });
  expect((await remove(carId, "inspection")).status).toBe(200);
  expect((await remove(carId, "insurance")).body).toMatchObject({ code: "document_needed" });
});

test("waits for a document that is being removed, and refuses the car without it", async () => {
  await set({ documents_required: true });
  const carId = await newCar(DOCUMENT_KINDS);
  await openDocuments(carId);
  const { updated_at } = await read(carId);
  const started = await app.ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom("car_listings").select("id").where("id", "=", carId).forUpdate().execute();
    const removal = remove(carId, "inspection");
    await waitForLocks(1);
    const approval = app.call("POST", `/api/admin/listings/${carId}/approve`, {
      as: admin.token,
      body: { updated_at },
    });
    await waitForLocks(2);
    return { removal, approval };
  });
  expect((await started.removal).status).toBe(200);
  // The clock stands still, so the listing has not changed since the admin read it.
  expect((await started.approval).body).toMatchObject({
    code: "documents_required",
    details: { needed: [{ kind: "inspection", problem: "missing" }] },
  });
  expect((await read(carId)).is_approved).toBe(false);
});

/** Waits until this many queries wait for the lock of a listing. */
const waitForLocks = (count: number) =>
  eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%car_listings%'`.execute(app.ctx.db);
    expect(rows).toHaveLength(count);
  });

test("lists the approved cars whose documents are missing or have expired", async () => {
  const [complete, expiring, missing] = [
    await newCar(DOCUMENT_KINDS),
    await newCar(["self_drive_plate", "insurance"]),
    await newCar(["insurance", "inspection"]),
  ];
  await sendDocument(app, host, {
    carId: expiring,
    kind: "inspection",
    expiresOn: expiresIn(2),
  });
  const pending = await newCar([]);
  for (const id of [complete, expiring, missing]) await approve(id);
  const list = async () => {
    const path = "/api/admin/listings?filter=invalid_documents";
    const { body } = await app.call("GET", path, { as: admin.token });
    expect(body.total).toBe(body.listings.length);
    return body.listings.map(({ id }) => id);
  };
  expect(await list()).toEqual([missing]);
  app.clock.advance(3 * DAY_MS);
  expect((await list()).toSorted()).toEqual([expiring, missing].toSorted());
  expect(await list()).not.toContain(pending);
});
