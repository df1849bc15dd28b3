// Photos of handovers: encrypted, only for those who may see them, sent once, and deleted when due.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { phonePhoto, pngThatClaims, scene } from "../../../../test/photos.ts";
import { PICKUP_AT, startTrips, type Trips } from "../../../../test/trips.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { checkTrips } from "./trips-check.service.ts";
import { careForTrips } from "./trips.routes.ts";

let t: Trips;
let id: string;
let photo: Buffer;
beforeAll(async () => {
  t = await startTrips();
  photo = await phonePhoto(2000, 1500);
});
beforeEach(async () => {
  id = await t.book();
});
afterAll(() => t.app.close());

const listFiles = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of t.app.ctx.tripPhotos.list()) names.push(name);
  return names;
};

test("a photo is encrypted, stripped of metadata, shrunk to 1600 pixels, and shown to both sides and admins", async () => {
  const { photoId, status, body } = await t.sendPhoto(id, t.host, photo, { place: "boot" });
  expect([status, body.pickup.photos]).toEqual([
    200,
    [
      {
        id: photoId,
        side: "host",
        at: PICKUP_AT,
        received_at: PICKUP_AT,
        added_late: false,
        place: "boot",
        mark_id: null,
        stored: true,
      },
    ],
  ]);
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  for (const person of [t.renter, t.host, admin]) {
    const response = await t.fetchPhoto(id, photoId, person);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    const shown = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([shown.width, shown.height, shown.exif]).toEqual([1600, 1200, undefined]);
  }
  const views = t.app.ctx.db.selectFrom("audit_events").where("action", "=", "trip.photo_view");
  expect(await views.select(["actor_id", "subject_id", "after"]).execute()).toEqual([
    { actor_id: admin.id, subject_id: id, after: { photo_id: photoId } },
  ]);
  expect((await t.fetchPhoto(id, photoId, await makePerson(t.app))).status).toBe(404);
  const finance = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "finance" });
  expect((await t.fetchPhoto(id, photoId, finance)).status).toBe(403);
  for (const name of await listFiles()) {
    const stored = await t.app.ctx.tripPhotos.read(name);
    expect(stored && (await readBuffer(stored)).includes("JFIF")).toBe(false);
  }
});

test("a photo is not found under another trip", async () => {
  const { photoId } = await t.sendPhoto(id, t.host, photo);
  const other = await t.book();
  expect((await t.fetchPhoto(other, photoId, t.host)).status).toBe(404);
  const taken = await t.sendPhoto(other, t.host, photo, { photoId });
  expect(taken).toMatchObject({ status: 409, body: { code: "trip_entry_id_taken" } });
});

test("a photo sent twice is stored once; another file with its id is refused and removed", async () => {
  const first = await t.sendPhoto(id, t.host, photo);
  const { photoId } = first;
  const before = await listFiles();
  expect(await t.sendPhoto(id, t.host, photo, { photoId })).toMatchObject({
    status: 200,
    body: first.body,
  });
  const other = await scene(300, 200).jpeg().toBuffer();
  for (const [by, file, more] of [
    [t.host, other, {}],
    [t.host, photo, { place: "roof" }],
    [t.renter, photo, {}],
  ] as const)
    expect(await t.sendPhoto(id, by, file, { photoId, ...more })).toMatchObject({
      status: 409,
      body: { code: "trip_entry_id_taken" },
    });
  expect(await listFiles()).toEqual(before);
});

test("two uploads with one id at the same time are one photo", async () => {
  const before = (await listFiles()).length;
  const photoId = randomUUID();
  const sent = await Promise.all([1, 2].map(() => t.sendPhoto(id, t.host, photo, { photoId })));
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect((await t.readTrip(id)).pickup.photos).toHaveLength(1);
  expect(await listFiles()).toHaveLength(before + 1);
});

test.each([
  ["photo_type_refused", () => Promise.resolve(Buffer.from("%PDF-1.7 not a photo"))],
  ["photo_too_many_pixels", () => pngThatClaims(8000, 6251)],
  ["photo_broken", async () => (await scene(800, 600).jpeg().toBuffer()).subarray(0, 2000)],
  ["photo_too_large", () => Promise.resolve(Buffer.alloc(15 * 1024 * 1024 + 1))],
  ["photo_broken", () => Promise.resolve(Buffer.alloc(0))],
])("refuses with %s, and stores nothing", async (code, make) => {
  const before = await listFiles();
  expect((await t.sendPhoto(id, t.renter, await make())).body).toMatchObject({ code });
  expect(await listFiles()).toEqual(before);
  expect((await t.readTrip(id)).pickup.photos).toEqual([]);
});

test("is refused before check-in, and by anyone else", async () => {
  t.app.clock.set("2026-12-04T14:00:00Z");
  expect((await t.sendPhoto(id, t.host, photo)).body.code).toBe("trip_entry_too_early");
  expect((await t.sendPhoto(id, await makePerson(t.app), photo)).status).toBe(404);
});

test("is deleted 180 days after the trip has closed; its entry stays", async () => {
  const { photoId } = await t.sendPhoto(id, t.host, photo);
  await t.confirm(id, "pickup", 100);
  t.app.clock.set("2026-12-08T15:00:00.000Z");
  await t.confirm(id, "return", 200);
  t.app.clock.set("2026-12-09T15:00:00.000Z"); // closed
  await completeDue(t.app.ctx);
  t.app.clock.set("2027-06-07T14:59:00.000Z");
  await careForTrips(t.app.ctx);
  expect((await t.fetchPhoto(id, photoId, t.renter)).status).toBe(200);
  t.app.clock.set("2027-06-07T15:00:00.000Z");
  await careForTrips(t.app.ctx);
  expect((await t.fetchPhoto(id, photoId, t.renter)).status).toBe(404);
  expect((await t.readTrip(id)).pickup.photos).toMatchObject([{ id: photoId, stored: false }]);
  const rows = t.app.ctx.db.selectFrom("trip_photos").where("entry_id", "=", photoId).select("id");
  expect(await rows.execute()).toEqual([]);
});

/** Changes rows of `trip_photos` despite the constraints. */
const rewritePhotos = (statement: string) =>
  t.app.ctx.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });

test("a photo opens only for its own entry, and the check finds a missing one", async () => {
  const other = await scene(300, 200).jpeg().toBuffer();
  const [one, two] = [
    (await t.sendPhoto(id, t.host, photo)).photoId,
    (await t.sendPhoto(id, t.host, other, { place: "roof" })).photoId,
  ];
  const swap = async () => {
    const [first] = await t.app.ctx.db
      .selectFrom("trip_photos")
      .select("id")
      .where("entry_id", "=", one)
      .execute();
    await rewritePhotos(
      `update trip_photos set entry_id = '${randomUUID()}' where entry_id = '${one}'; update trip_photos set entry_id = '${one}' where entry_id = '${two}'; update trip_photos set entry_id = '${two}' where id = '${first?.id}'`,
    );
  };
  await swap();
  for (const photoId of [one, two])
    expect((await t.fetchPhoto(id, photoId, t.renter)).status).toBe(500);
  await swap();
  expect((await t.fetchPhoto(id, one, t.renter)).status).toBe(200);
  const changed = async () =>
    (await checkTrips(t.app.ctx)).changed.filter(({ bookingId }) => bookingId === id);
  expect(await changed()).toEqual([]);
  await rewritePhotos(`delete from trip_photos where entry_id = '${one}'`);
  expect(await changed()).toMatchObject([{ bookingId: id, position: 1 }]);
});
