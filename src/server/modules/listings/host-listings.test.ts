// A host's listings through the API: created, changed, switched on and off, deleted, and refused.
import { DEFAULT_RULES, toWireRules } from "../../../domain/booking/booking-rules.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertDefined } from "../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { toListingForm } from "../../../../test/listing-form.ts";
import { photoName, scene, upload } from "../../../../test/photos.ts";
import { photoUrl } from "../../../domain/listing/photo.ts";

let t: Bookings;
let host: Person;
beforeAll(async () => {
  t = await startBookings();
  host = await makePerson(t.app, { roles: ["renter", "host"] });
  INPUT.images = [await addPhoto(host)];
});
afterAll(() => t.app.close());

const INPUT = {
  title: "Breezy Fit",
  make: "Honda",
  model: "Fit",
  year: 2022,
  location: "George Town, Exuma",
  price_per_day: 48.5,
  transmission: "automatic",
  fuel_type: "gasoline",
  seats: 5,
  features: ["Bluetooth"],
  images: [] as string[],
};

/** Uploads a photo. @returns its URL */
async function addPhoto(person: Person, width = 600, height = 400): Promise<string> {
  const key = photoName();
  const sent = await upload(t.app, person, key, await scene(width, height).jpeg().toBuffer());
  expect(sent.status).toBe(200);
  return photoUrl(key);
}

const create = (more: object = {}, by = host) =>
  t.app.call("POST", "/api/host/listings", { as: by.token, body: { ...INPUT, ...more } });
const read = async (id: string, by = host) =>
  t.app.call("GET", `/api/host/listings/${id}`, { as: by.token });
const approve = (id: string) =>
  t.app.ctx.db
    .updateTable("car_listings")
    .set({ is_approved: true })
    .where("id", "=", id)
    .execute();
const isPublic = async (id: string) =>
  (await t.app.call("GET", `/api/listings/${id}`)).status === 200;

/** Sends PUT with the listing as it is, plus changes. */
async function update(id: string, more: object, by = host) {
  const { body } = await read(id); // always as the listing's host
  const input = toListingForm(body);
  return t.app.call("PUT", `/api/host/listings/${id}`, {
    as: by.token,
    body: { ...input, ...more },
  });
}

describe("a new listing", () => {
  test("is pending and available, keeps the input, and is not public", async () => {
    const more = {
      body_type: "hatchback",
      license_plate: "SD 77",
      latitude: 23.5,
      longitude: -75.8,
      pickup_from: "00:00",
      pickup_until: "24:00", // any time
      turnaround_hours: 2,
      advance_notice_hours: 72,
      min_days: 3,
      max_days: 30,
    };
    // Stored with LF, and without characters that reorder text.
    const lines = "One\r\ntwo\u2028\u202ethree\u202c";
    const { status, body } = await create({
      ...more,
      description: "\u3164 ",
      pickup_instructions: lines,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...INPUT,
      ...more,
      description: null,
      pickup_instructions: "One\ntwo\nthree",
      color: null,
      booking_mode: "instant",
      is_available: true,
      is_approved: false,
      rejection_reason: null,
    });
    expect(await isPublic(body.id)).toBe(false);
    await approve(body.id);
    expect(await isPublic(body.id)).toBe(true);
    const shown = await t.app.call("GET", `/api/listings/${body.id}`);
    expect(JSON.stringify(shown.body)).not.toContain("SD 77");
    expect(shown.body.body_type).toBe("hatchback");
    expect((await create()).body).toMatchObject({ body_type: null, ...toWireRules(DEFAULT_RULES) });
  });

  test.each([
    ["title", { title: " " }, "body.title"],
    ["make", { make: "" }, "body.make"],
    ["model", { model: "x".repeat(61) }, "body.model"],
    ["location", { location: "" }, "body.location"],
    ["a price below 1", { price_per_day: 0.99 }, "body.price_per_day"],
    ["a price with three decimals", { price_per_day: 48.555 }, "body.price_per_day"],
    ["a price that is text", { price_per_day: "48" }, "body.price_per_day"],
    ["1989", { year: 1989 }, "body.year"],
    ["the year after next", { year: 2028 }, "body.year"],
    ["three seats", { seats: 3 }, "body.seats"],
    ["an unknown body type", { body_type: "spaceship" }, "body.body_type"],
    ["steam", { fuel_type: "steam" }, "body.fuel_type"],
    ["an unknown feature", { features: ["Ejector Seat"] }, "body.features.0"],
    ["no photo", { images: [] }, "body.images"],
    ["a time off the grid", { pickup_from: "08:15" }, "body.pickup_from"],
    ["hours that end first", { pickup_from: "20:00", pickup_until: "08:00" }, "body.pickup_until"],
    ["25 hours between trips", { turnaround_hours: 25 }, "body.turnaround_hours"],
    ["73 hours of notice", { advance_notice_hours: 73 }, "body.advance_notice_hours"],
    ["91 days", { max_days: 91 }, "body.max_days"],
    ["a minimum above the maximum", { min_days: 5, max_days: 4 }, "body.max_days"],
    ["somebody else's picture", { images: ["https://elsewhere.example/a.jpg"] }, "body.images"],
    ["a latitude without a longitude", { latitude: 25 }, "body.latitude"],
    ["a longitude without its minus sign", { latitude: 25, longitude: 77.4 }, "body.longitude"],
    ["a latitude beyond the islands", { latitude: 27.6, longitude: -77.4 }, "body.latitude"],
    ["an approval by the host", { is_approved: true }, "body.is_approved"],
    ["another host", { host_id: randomUUID() }, "body.host_id"],
    ["a NUL", { title: "a\u0000b" }, "body.title"],
    ["a title that reverses the text around it", { title: "\u202eevil" }, "body.title"],
    ["an invisible title", { title: "\u200b\u3164" }, "body.title"],
    ["a lone CR", { pickup_instructions: "Code 1\rEND:VEVENT" }, "body.pickup_instructions"],
    ["a lone CR before a line end", { description: "One\r\r\ntwo" }, "body.description"],
    ["a make on two lines", { make: "a\nb" }, "body.make"],
  ])("%s is refused, and nothing is created", async (_what, more, field) => {
    const before = (await t.app.call("GET", "/api/host/listings", { as: host.token })).body.total;
    const { status, body } = await create(more);
    expect({ status, fields: body.errors?.map((each) => each.field) }).toEqual({
      status: 400,
      fields: [field],
    });
    expect(body.errors?.[0]?.message).toMatch(/^[A-Z].*\.$/);
    expect((await t.app.call("GET", "/api/host/listings", { as: host.token })).body.total).toBe(
      before,
    );
  });

  test("accepts a car on Walker's Cay, just north of the bounds of place search", async () => {
    expect((await create({ latitude: 27.26, longitude: -78.4 })).body).toMatchObject({
      latitude: 27.26,
    });
  });

  test("accepts next year's model and the limits of the rules", async () => {
    expect((await create({ year: 2027, price_per_day: 1, seats: 8 })).status).toBe(200);
    expect((await create({ year: 1990, price_per_day: 100_000, seats: 2 })).status).toBe(200);
  });
});

describe("a listing that is sent again with the same id", () => {
  const id = randomUUID();
  const owner = () => makePerson(t.app, { roles: ["renter", "host"] });
  const readCount = async ({ token }: Person) =>
    (await t.app.call("GET", "/api/host/listings", { as: token })).body.total as number;

  test("is created once, even if sent repeatedly or concurrently, and returned as stored", async () => {
    const by = await owner();
    const images = [await addPhoto(by)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create({ id: id.toUpperCase(), images }, by)),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { id, title: INPUT.title } });
    const later = await create({ id, images, title: "Typed since" }, by);
    expect(later).toMatchObject({ status: 200, body: { id, title: INPUT.title } });
    expect(await readCount(by)).toBe(1);
    const recorded = t.app.ctx.db
      .selectFrom("audit_events")
      .select("id")
      .where("subject_id", "=", id);
    expect(await recorded.execute()).toHaveLength(1);
  });

  test("is refused if the id belongs to another host or to a deleted listing", async () => {
    const { body: theirs } = await create();
    const by = await owner();
    const images = [await addPhoto(by)];
    const refused = { status: 409, body: { code: "listing_id_taken" } };
    const answer = await create({ id: theirs.id, images }, by);
    expect(answer).toMatchObject(refused);
    expect(JSON.stringify(answer.body)).not.toContain(INPUT.title);
    expect(await readCount(by)).toBe(0);
    const { body: own } = await create({ images }, by);
    await t.app.call("DELETE", `/api/host/listings/${own.id}`, { as: by.token });
    expect(await create({ id: own.id, images }, by)).toMatchObject(refused);
    expect(await create({ id: "one", images }, by)).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
    expect(await readCount(by)).toBe(0);
  });
});

test("photos must be the host's own uploads, except those that the listing already shows", async () => {
  const other = await makePerson(t.app, { roles: ["renter", "host"] });
  const theirs = await addPhoto(other);
  expect((await create({ images: [...INPUT.images, theirs] })).body.detail).toContain(
    "photos that you have uploaded",
  );
  expect((await create({ images: [photoUrl(photoName())] })).status).toBe(400);
  const small = await addPhoto(host, 500, 300);
  expect((await create({ images: [small] })).body.detail).toContain("at least 600 × 400 pixels");
  const { id } = (await create()).body;
  const second = await addPhoto(host);
  expect((await update(id, { images: [second, ...INPUT.images] })).body.images).toEqual([
    second,
    ...INPUT.images,
  ]);
  const whole = t.app.url + second; // as the storage client names it
  expect((await update(id, { images: [whole, second, ...INPUT.images] })).body.images).toEqual([
    second,
    ...INPUT.images,
  ]);
  expect((await update(id, { images: [theirs] })).status).toBe(400);
  expect((await read(id)).body.images).toEqual([second, ...INPUT.images]);
});

describe("a change", () => {
  test("keeps the approval for price and text, and revokes it for make, model, year or plate", async () => {
    const { id } = (await create()).body;
    await approve(id);
    expect((await update(id, { price_per_day: 52, title: "Breezier Fit" })).body).toMatchObject({
      price_per_day: 52,
      is_approved: true,
    });
    for (const change of [
      { make: "Toyota" },
      { model: "Yaris" },
      { year: 2023 },
      { license_plate: "SD 78" },
    ]) {
      await approve(id);
      expect((await update(id, change)).body).toMatchObject({ ...change, is_approved: false });
      expect(await isPublic(id)).toBe(false);
    }
  });

  test("clears a rejection unless nothing changed, and the audit log names what changed", async () => {
    const { id } = (await create()).body;
    const reason = "The photos are blurred.";
    await t.app.ctx.db
      .updateTable("car_listings")
      .set({ rejection_reason: reason })
      .where("id", "=", id)
      .execute();
    expect((await update(id, {})).body.rejection_reason).toBe(reason);
    expect(
      (await update(id, { title: "Sharper Fit", color: "white" })).body.rejection_reason,
    ).toBeNull();
    const { after } = await t.app.ctx.db
      .selectFrom("audit_events")
      .select("after")
      .where("subject_id", "=", id)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect((after as { changed: string[] }).changed.toSorted()).toEqual([
      "color",
      "rejection_reason",
      "title",
    ]);
  });

  test("is refused and loses nothing if the listing has changed in the meantime", async () => {
    const { id, updated_at } = (await create()).body;
    t.app.clock.advance(1000);
    await update(id, { title: "From the other tab" });
    expect((await update(id, { title: "From this tab", updated_at })).body).toMatchObject({
      code: "listing_changed",
      status: 409,
    });
    expect((await read(id)).body.title).toBe("From the other tab");
  });

  test("does not affect the price of existing bookings", async () => {
    const { id } = (await create()).body;
    await approve(id);
    const booked = await t.checkout(id, t.renter, { total_amount: 145.5 });
    await update(id, { price_per_day: 99 });
    expect(await t.read(booked.body.booking_id)).toMatchObject({
      price_per_day: 48.5,
      total_amount: 145.5,
    });
  });
});

test("takes a listing off the site and puts it back", async () => {
  const { id } = (await create()).body;
  await approve(id);
  const set = (is_available: boolean) =>
    t.app.call("POST", `/api/host/listings/${id}/availability`, {
      as: host.token,
      body: { is_available },
    });
  expect((await set(false)).body).toMatchObject({ is_available: false });
  expect(await isPublic(id)).toBe(false);
  expect((await set(false)).status).toBe(200);
  expect((await set(true)).body).toMatchObject({ is_available: true });
  expect(await isPublic(id)).toBe(true);
  const audit = await t.app.ctx.db
    .selectFrom("audit_events")
    .select("action")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  expect(audit.map((row) => row.action)).toEqual([
    "listing.create",
    "listing.deactivate",
    "listing.activate",
  ]);
});

test("moves a car or deletes it only without open bookings, and keeps its past bookings readable", async () => {
  const { id } = (await create({ latitude: 23.51, longitude: -75.77 })).body;
  await approve(id);
  const { body: opened } = await t.checkout(id, t.renter, { total_amount: 145.5 });
  await t.pay(opened.session_id);
  await t.verify(opened.session_id);
  const remove = () => t.app.call("DELETE", `/api/host/listings/${id}`, { as: host.token });
  expect((await remove()).body).toMatchObject({
    code: "listing_has_bookings",
    details: { last_day: "2026-12-08" },
  });
  const toNassau = { latitude: 25.06, longitude: -77.34 };
  expect((await update(id, toNassau)).body.code).toBe("listing_island_booked");
  expect((await update(id, { latitude: 23.52 })).body.island).toBe("exumas");
  expect((await t.decide(opened.booking_id, "cancel", t.renter)).body).toMatchObject({
    status: "cancelled",
  });
  expect((await update(id, toNassau)).body.island).toBe("new-providence");
  expect((await remove()).body).toEqual({ deleted: true });
  expect((await read(id)).status).toBe(404);
  expect(await isPublic(id)).toBe(false);
  expect(await t.read(opened.booking_id)).toMatchObject({ car: { title: INPUT.title } });
});

test("lists the host's own listings, with search and pages", async () => {
  const other = await makePerson(t.app, { roles: ["renter", "host"] });
  const images = [await addPhoto(other)];
  for (let n = 0; n < 30; n++) {
    t.app.clock.advance(1000);
    await create(
      { title: `Car ${n}`, location: n % 2 ? "Nassau" : "Marsh Harbour, Abaco", images },
      other,
    );
  }
  const list = async (query: Record<string, string>) =>
    (
      await t.app.call("GET", `/api/host/listings?${new URLSearchParams(query)}`, {
        as: other.token,
      })
    ).body;
  const first = await list({});
  expect(first).toMatchObject({ total: 30, active: 0 });
  const second = await list({ cursor: assertDefined(first.next_cursor) });
  const titles = [...first.listings, ...second.listings].map((car) => car.title);
  expect(titles).toEqual(Array.from({ length: 30 }, (_, n) => `Car ${29 - n}`));
  expect(second.next_cursor).toBeNull();
  expect((await list({ search: "marsh HARB" })).total).toBe(15);
  expect((await list({ search: "honda fit" })).total).toBe(30);
  expect((await list({ search: "100%" })).total).toBe(0);
  expect((await list({ cursor: "bm90LW91cnM" })).code).toBe("invalid_request");
});

test("hides a listing from other hosts, and refuses renters", async () => {
  const { id } = (await create()).body;
  const other = await makePerson(t.app, { roles: ["renter", "host"] });
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  expect((await read(id, other)).body.code).toBe("PGRST116");
  expect((await update(id, { title: "Mine now" }, other)).body.code).toBe("PGRST116");
  expect(
    (await t.app.call("DELETE", `/api/host/listings/${id}`, { as: other.token })).body.code,
  ).toBe("PGRST116");
  expect((await read(id, t.renter)).body.code).toBe("forbidden");
  expect((await create({}, t.renter)).body.code).toBe("forbidden");
  expect((await read(id, admin)).body).toMatchObject({ id });
  expect((await update(id, { title: "By an admin" }, admin)).body.code).toBe("PGRST116");
  expect((await read(id)).body.title).toBe(INPUT.title);
});
