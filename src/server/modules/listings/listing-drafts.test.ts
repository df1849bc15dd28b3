// Drafts of new listings through the API: saved by version, kept with their photos, and ended by
// the listing, the host or time.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { listenOn } from "../../../../test/live.ts";
import { photoName, scene, upload } from "../../../../test/photos.ts";
import { LISTING_DRAFT_DAYS, MAX_LISTING_DRAFTS } from "../../../domain/listing/listing-draft.ts";
import { photoUrl } from "../../../domain/listing/photo.ts";
import { removeOrphans } from "../media/media.jobs.ts";
import { deleteOldDrafts } from "./drafts/listing-drafts.service.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), config: { unlimited: true } });
});
afterAll(() => app.close());

const makeHost = () => makePerson(app, { roles: ["renter", "host"] });
const save = (by: Person, id: string, version: number, content: object) =>
  app.call("PUT", `/api/host/listing-drafts/${id}`, { as: by.token, body: { version, content } });
const list = async (by: Person) =>
  (await app.call("GET", "/api/host/listing-drafts", { as: by.token })).body.drafts;
const discard = (by: Person, id: string) =>
  app.call("DELETE", `/api/host/listing-drafts/${id}`, { as: by.token });

async function addPhoto(by: Person): Promise<string> {
  const key = photoName();
  const file = await scene(600, 400).jpeg().toBuffer();
  expect((await upload(app, by, key, file)).status).toBe(200);
  return key;
}
const isThere = async (key: string): Promise<boolean> =>
  (await fetch(app.url + photoUrl(key))).status === 200;

const refused = (status: number, code: string) => ({ status, body: { code } });

test("saves an unfinished draft as typed, last changed first, and tells the host's other pages", async () => {
  const host = await makeHost();
  const { received, close } = await listenOn(app.url, `user:${host.id}`, host.token);
  const [one, two] = [randomUUID(), randomUUID()];
  const content = { title: "Half a car", price_per_day: "4", year: "", features: ["Bluetooth"] };
  expect(await save(host, one, 0, content)).toMatchObject({
    status: 200,
    body: { id: one, version: 1, content },
  });
  app.clock.advance(1000);
  await save(host, two, 0, {});
  app.clock.advance(1000);
  await save(host, one, 1, { title: "A whole car" });
  expect(await list(host)).toMatchObject([
    { id: one, version: 2, content: { title: "A whole car" } },
    { id: two, version: 1, content: {} },
  ]);
  await expect.poll(() => received).toEqual([one, two, one].map((id) => ({ what: "drafts", id })));
  await close();
  expect(await list(await makeHost())).toEqual([]);
});

test("refuses a change of an old version, and saves one of two at the same time", async () => {
  const host = await makeHost();
  const id = randomUUID();
  const answers = await Promise.all(
    ["Phone", "Laptop"].map((title) => save(host, id, 0, { title })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await save(host, id, 1, { title: "Phone" });
  expect(await save(host, id, 1, { title: "Laptop" })).toMatchObject(refused(409, "draft_changed"));
  expect(await list(host)).toMatchObject([{ version: 2, content: { title: "Phone" } }]);
  await discard(host, id);
  expect(await save(host, id, 2, { title: "Late" })).toMatchObject(refused(404, "PGRST116"));
  expect((await discard(host, id)).body).toEqual({ deleted: true });
  expect(await list(host)).toEqual([]);
});

test("refuses other fields, longer texts, and another host's draft", async () => {
  const [host, other] = [await makeHost(), await makeHost()];
  const id = randomUUID();
  for (const content of [
    { is_approved: "true" },
    { title: "x".repeat(4001) },
    { title: 5 },
    { title: "a\u0000b" },
    { images: Array.from({ length: 21 }, () => "a") },
  ])
    expect(await save(host, id, 0, content)).toMatchObject(refused(400, "invalid_request"));
  await save(host, id, 0, { title: "Mine" });
  expect(await save(other, id, 1, { title: "Theirs" })).toMatchObject(
    refused(409, "listing_id_taken"),
  );
  await discard(other, id);
  expect(await list(host)).toMatchObject([{ content: { title: "Mine" } }]);
});

test(`allows ${MAX_LISTING_DRAFTS} drafts`, async () => {
  const host = await makeHost();
  const ids = Array.from({ length: MAX_LISTING_DRAFTS }, () => randomUUID());
  await Promise.all(ids.map((id) => save(host, id, 0, {})));
  expect(await save(host, randomUUID(), 0, {})).toMatchObject({
    ...refused(409, "too_many_drafts"),
    body: { details: { limit: MAX_LISTING_DRAFTS } },
  });
  expect((await save(host, ids[0]!, 1, { title: "Changed" })).status).toBe(200);
});

test("ends when its listing is created, and does not return after that", async () => {
  const host = await makeHost();
  const id = randomUUID();
  await save(host, id, 0, { title: "Breezy Fit" });
  const listing = {
    id,
    title: "Breezy Fit",
    make: "Honda",
    model: "Fit",
    year: 2022,
    location: "George Town, Exuma",
    price_per_day: 48.5,
    transmission: "automatic",
    fuel_type: "gasoline",
    seats: 5,
    features: [],
    images: [photoUrl(await addPhoto(host))],
  };
  const create = (more: object) =>
    app.call("POST", "/api/host/listings", { as: host.token, body: { ...listing, ...more } });
  expect((await create({ title: "" })).status).toBe(400);
  expect(await list(host)).toHaveLength(1);
  expect((await create({})).status).toBe(200);
  expect(await list(host)).toEqual([]);
  expect(await save(host, id, 1, {})).toMatchObject(refused(404, "PGRST116"));
  expect(await save(host, id, 0, {})).toMatchObject(refused(409, "listing_id_taken"));
});

test("keeps the photos of a draft until it is discarded or 90 days old", async () => {
  const host = await makeHost();
  const [kept, discarded, unused] = [
    await addPhoto(host),
    await addPhoto(host),
    await addPhoto(host),
  ];
  const keys = [kept, discarded, unused];
  const ids = [randomUUID(), randomUUID()] as const;
  await save(host, ids[0], 0, { images: [photoUrl(kept)] });
  await save(host, ids[1], 0, { images: photoUrl(discarded) });

  app.clock.advance(2 * DAY_MS);
  await removeOrphans(app.ctx);
  expect(await Promise.all(keys.map(isThere))).toEqual([true, true, false]);

  await discard(host, ids[1]);
  app.clock.advance((LISTING_DRAFT_DAYS - 3) * DAY_MS);
  await deleteOldDrafts(app.ctx);
  await removeOrphans(app.ctx);
  expect(await Promise.all(keys.map(isThere))).toEqual([true, false, false]);

  app.clock.advance(2 * DAY_MS);
  await deleteOldDrafts(app.ctx);
  await removeOrphans(app.ctx);
  expect(await isThere(kept)).toBe(false);
});
