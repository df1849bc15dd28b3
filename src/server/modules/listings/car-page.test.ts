// The image that other sites show for a shared car, and similar cars, through HTTP on a real
// database.
import { takenDays } from "../../../../test/taken-days.ts";
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { onSeveralNodes, startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";
import { SOCIAL_IMAGE } from "../../../domain/listing/photo.ts";

let app: TestApp;
let host: Person;
beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

const addCar = (car: Parameters<typeof makeListing>[2] = {}) => makeListing(app, host, car);

describe("the image of a car", () => {
  const get = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/og/car/${id}.jpg`, { headers });
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const readStored = (id: string) => readdir(join(app.ctx.config.dataDir, "share-pictures", id));

  test.skipIf(onSeveralNodes)("is a JPEG of 1200 x 630, rendered once", async () => {
    const id = await addCar({ title: "Quiet RAV4 hybrid, Cable Beach" });
    const [answer, same] = await Promise.all([get(id), get(id)]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    const image = await bytes(answer);
    expect(await sharp(image).metadata()).toMatchObject({ format: "jpeg", ...SOCIAL_IMAGE });
    // The white letters of the title, and the gold behind the price.
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    const near = (requested: number[]) =>
      Array.from({ length: data.length / info.channels }, (_, at) =>
        requested.every(
          (value, channel) => Math.abs((data[at * info.channels + channel] ?? 0) - value) < 24,
        ),
      ).filter(Boolean).length;
    expect(near([255, 255, 255])).toBeGreaterThan(3000);
    expect(near([255, 199, 44])).toBeGreaterThan(5000);
    expect(await bytes(same)).toEqual(image);
    expect(await bytes(await get(id))).toEqual(image);
    expect(await readStored(id)).toHaveLength(1);
    const etag = answer.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`, "*"])
      expect((await get(id, { "if-none-match": known })).status, known).toBe(304);
  });

  test.skipIf(onSeveralNodes)("changes with the title and the price", async () => {
    const id = await addCar({ title: "Before" });
    const before = await bytes(await get(id));
    const change = (set: { title?: string; price_per_day_cents?: number }) =>
      app.ctx.db.updateTable("car_listings").set(set).where("id", "=", id).execute();
    await change({
      title:
        "After 漢字, a title that is so long that it does not fit on two lines of a picture at all, whatever",
    });
    const after = await bytes(await get(id));
    expect(after).not.toEqual(before);
    await change({ price_per_day_cents: 6150 });
    expect(await bytes(await get(id))).not.toEqual(after);
    expect(await readStored(id)).toHaveLength(3);
    await app.ctx.socialImages.clear(new Date(Date.now() + 60_000));
    await expect(readStored(id)).rejects.toThrow("ENOENT");
  });

  test("does not exist for a car that is not public or does not exist", async () => {
    for (const hidden of [
      { is_approved: false },
      { is_available: false },
      { deleted_at: "2026-11-01T00:00:00Z" },
    ])
      expect((await get(await addCar(hidden))).status).toBe(404);
    for (const id of [randomUUID(), "nonsense", "%00", "..%2f..%2fetc"])
      expect((await get(id)).status).toBe(404);
    expect((await fetch(`${app.url}/og/car/${await addCar()}.png`)).status).toBe(404);
  });
});

describe("similar cars", () => {
  const similar = (id: string, dates: { start_date?: string; end_date?: string } = {}) =>
    app.call("GET", `/api/listings/${id}/similar?${new URLSearchParams(dates)}`);
  const titles = async (id: string) =>
    (await similar(id)).body.listings.map((car) => car.title) as string[];

  test("are nearby, comparable, public, at most four, and never the car itself", async () => {
    const at = { latitude: 23.5, longitude: -75.7 };
    const id = await addCar({ ...at, title: "this" });
    for (const [title, car] of Object.entries({
      "same place": at,
      "same price": { ...at, latitude: 23.51 },
      dear: { ...at, price_per_day_cents: 15000 },
      dearer: { ...at, price_per_day_cents: 19000 },
      dearest: { ...at, price_per_day_cents: 40000 },
      "another island": { ...at, latitude: 24.5 },
      pending: { ...at, is_approved: false },
      inactive: { ...at, is_available: false },
      deleted: { ...at, deleted_at: "2026-11-01T00:00:00Z" },
    }))
      await addCar({ ...car, title });
    expect(await titles(id)).toEqual(["same place", "same price", "dear", "dearer"]);
  });

  test("have the same body type and, with dates, are free on them", async () => {
    const at = { latitude: 22.3, longitude: -73, body_type: "jeep" } as const;
    const id = await addCar({ ...at, title: "this" });
    await addCar({ ...at, title: "van", body_type: "van" });
    await addCar({ ...at, title: "dearer jeep", price_per_day_cents: 7000 });
    const taken = await addCar({ ...at, title: "jeep" });
    await app.ctx.db
      .insertInto("car_calendar")
      .values({
        car_id: taken,
        kind: "block",
        booking_id: null,
        during: takenDays("2026-12-10", "2026-12-12"),
        created_at: TEST_NOW,
      })
      .execute();
    expect(await titles(id)).toEqual(["jeep", "dearer jeep", "van"]);
    const free = async (start_date: string, end_date: string) =>
      (await similar(id, { start_date, end_date })).body.listings.map((car) => car.title);
    expect(await free("2026-12-11", "2026-12-14")).toEqual(["dearer jeep", "van"]);
    expect(await free("2026-12-12", "2026-12-14")).toEqual(["jeep", "dearer jeep", "van"]);
    expect(await similar(id, { start_date: "2026-12-11" })).toMatchObject({
      status: 422,
      body: { code: "dates_missing" },
    });
  });

  test("are ranked by the total for the chosen dates, which they show", async () => {
    const at = { latitude: 24.1, longitude: -76.4 };
    const id = await addCar({ ...at, title: "this" });
    await addCar({ ...at, title: "dearer", price_per_day_cents: 7000 });
    const festive = await addCar({ ...at, title: "dear at Christmas" });
    await app.ctx.db
      .insertInto("car_dates")
      .values({ car_id: festive, day: "2026-12-24", price_cents: 18_000 })
      .execute();
    const found = async (dates = {}) =>
      (await similar(id, dates)).body.listings.map(({ title, quote }) => [
        title,
        quote?.total_amount ?? null,
      ]);
    expect(await found()).toEqual([
      ["dear at Christmas", null],
      ["dearer", null],
    ]);
    expect(await found({ start_date: "2026-12-24", end_date: "2026-12-26" })).toEqual([
      ["dearer", 140],
      ["dear at Christmas", 240],
    ]);
  });

  test("share the location name when the car has no position", async () => {
    const at = { location: "Somewhere on Inagua", latitude: null, longitude: null };
    const id = await addCar({ ...at, title: "this" });
    await addCar({ ...at, title: "there", location: "somewhere on inagua" });
    await addCar({ ...at, title: "not there", location: "Elsewhere on Inagua" });
    expect(await titles(id)).toEqual(["there"]);
  });

  test("are available for public cars only", async () => {
    const hidden = await similar(await addCar({ is_approved: false }));
    expect(hidden).toMatchObject({ status: 404, body: { code: "car_not_available" } });
    expect(await similar(randomUUID())).toMatchObject({
      status: 404,
      body: { code: "car_not_available" },
    });
    expect(await similar("nonsense")).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  });
});

test("a storm closes a car until it is over and the car is inspected", async () => {
  const admin = await makePerson(app, { roles: ["renter", "admin"] });
  const [car, elsewhere] = [
    await addCar({ island: "acklins" }),
    await addCar({ island: "bimini" }),
  ];
  const readStorms = async () =>
    Promise.all(
      [car, elsewhere].map(
        async (id) => (await app.call("GET", `/api/listings/${id}/availability`)).body.storm,
      ),
    );
  const id = randomUUID();
  const days = { first_day: "2026-12-05", last_day: "2026-12-07" };
  const declared = await app.call("POST", "/api/admin/storms", {
    as: admin.token,
    body: { id, name: "Imani", ...days, islands: ["acklins"], message: "Stay indoors." },
  });
  expect(declared.status).toBe(200);
  expect(await readStorms()).toEqual(["Imani", null]);
  await app.call("POST", `/api/admin/storms/${id}/end`, {
    as: admin.token,
    body: { summary: "Roads are open." },
  });
  expect(await readStorms()).toEqual(["Imani", null]);
  await app.ctx.db
    .updateTable("storm_cars")
    .set({
      inspected_at: app.clock.now().toISOString(),
      inspected_by: host.id,
      photos: ["a", "b", "c", "d"],
    })
    .where("car_id", "=", car)
    .execute();
  expect(await readStorms()).toEqual([null, null]);
});
