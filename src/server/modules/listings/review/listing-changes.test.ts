// Changes to a live listing are public immediately and wait in the queue for an admin.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { toListingForm } from "../../../../../test/listing-form.ts";

let t: Bookings;
let admin: Person;
let host: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  host = await makePerson(t.app, { roles: ["renter", "host"] });
});
afterAll(() => t.app.close());

const newCar = (given: object) => t.newCar({ host_id: host.id, ...given });
const read = async (id: string) =>
  (await t.app.call("GET", `/api/admin/listings/${id}`, { as: admin.token })).body;
const decide = async (id: string, what: "approve" | "reject", more: object = {}) =>
  t.app.call("POST", `/api/admin/listings/${id}/${what}`, {
    as: admin.token,
    body: { updated_at: (await read(id)).updated_at, ...more },
  });
const isPublic = async (id: string) =>
  (await t.app.call("GET", `/api/listings/${id}`)).status === 200;

/** Sends the host's form with the listing as it is, plus changes. */
async function edit(id: string, more: object) {
  t.app.clock.advance(60_000);
  const { body } = await t.app.call("GET", `/api/host/listings/${id}`, { as: host.token });
  const input = toListingForm(body);
  const answer = await t.app.call("PUT", `/api/host/listings/${id}`, {
    as: host.token,
    body: { ...input, ...more },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}
const queued = async (id: string) => {
  const path = "/api/admin/queue?kind=listing_change";
  const { items } = (await t.app.call("GET", path, { as: admin.token })).body;
  return items.filter((item) => item.id === id);
};

test("queues changed photos, place and texts of a car that stays live, as one entry", async () => {
  const [front, back] = ["/photos/front.webp", "/photos/back.webp"];
  const car = await newCar({ title: "Sandy Jimny", images: [front, back] });
  await edit(car, { price_per_day: 75, pickup_instructions: "Code 1357." });
  expect(await queued(car)).toEqual([]);
  await edit(car, { description: "Now with a roof rack." });
  const since = t.app.clock.now().toISOString();
  await edit(car, { description: "With a roof rack.", images: [back] });
  expect(await isPublic(car)).toBe(true);
  expect(await queued(car)).toMatchObject([{ label: "Sandy Jimny", since }]);
  const path = "/api/admin/listings?filter=changed&search=sandy";
  const { listings } = (await t.app.call("GET", path, { as: admin.token })).body;
  expect(listings).toMatchObject([{ id: car }]);
  const { changes, may, unreviewed_since } = await read(car);
  expect(unreviewed_since).toBe(since);
  expect(may).toContain("accept_changes");
  // No approval of this car was stored, so the first change kept how it was.
  expect(changes).toEqual([
    { field: "description", before: "Cool and easy on fuel.", after: "With a roof rack." },
    { field: "images", before: [front, back], after: [back] },
  ]);
  const seen = await read(car);
  const accept = (updated_at: string) =>
    t.app.call("POST", `/api/admin/listings/${car}/accept-changes`, {
      as: admin.token,
      body: { updated_at },
    });
  await edit(car, { title: "Sandy Jimny 4x4" });
  expect(await accept(seen.updated_at)).toMatchObject({
    status: 409,
    body: { code: "listing_changed" },
  });
  const { updated_at } = await read(car);
  expect((await accept(updated_at)).body).toMatchObject({
    is_approved: true,
    updated_at,
    unreviewed_since: null,
    changes: [],
    reviewed_at: t.app.clock.now().toISOString(),
  });
  expect(await queued(car)).toEqual([]);
  expect((await accept(updated_at)).status).toBe(409);
});

test("records changed fees and extra prices by id, without what the host wrote", async () => {
  const car = await newCar({});
  const kayak = { kind: "custom", description: "Kayak", price_cents: 500, per: "day", stock: 1 };
  const place = { place_id: "lynden-pindling-international-airport", fee_cents: 2_000 };
  const { extras } = await edit(car, { extras: [kayak], meeting_places: [place] });
  const extra_id = extras[0]?.extra_id;
  await edit(car, {
    extras: [{ ...kayak, extra_id, price_cents: 700 }],
    meeting_places: [place],
  });
  await edit(car, {
    extras: [{ ...kayak, extra_id, price_cents: 700, description: "Sea kayak" }],
    meeting_places: [place],
  });
  expect((await read(car)).changes).toContainEqual({
    field: "custom_extra_prices",
    before: [],
    after: ["Sea kayak ($7.00 a day)"],
  });
  const events = await t.app.ctx.db
    .selectFrom("audit_events")
    .select(["before", "after"])
    .where("subject_id", "=", car)
    .orderBy("id")
    .execute();
  const recorded = { extra_id, per: "day", stock: 1 };
  expect(events).toMatchObject([
    {
      before: { meeting_places: [], extras: [] },
      after: { meeting_places: [place], extras: [{ ...recorded, price_cents: 500 }] },
    },
    {
      before: { extras: [{ ...recorded, price_cents: 500 }] },
      after: { extras: [{ ...recorded, price_cents: 700 }], changed: ["extras"] },
    },
    { after: { changed: ["extras"] } },
  ]);
  expect(events[2]?.after).not.toHaveProperty("extras");
  expect(JSON.stringify(events)).not.toMatch(/kayak/i);
});

test("takes a listing out of the queue when its changes are undone, reviewed or rejected", async () => {
  const car = await newCar({ is_approved: false });
  const { body } = await decide(car, "approve");
  await edit(car, { location: "Exuma", latitude: 23.5, longitude: -75.8 });
  expect(await queued(car)).toHaveLength(1);
  const { location, latitude, longitude } = body;
  await edit(car, { location, latitude, longitude });
  expect(await queued(car)).toEqual([]);
  await edit(car, { title: "Another" });
  await edit(car, { license_plate: "SD 777" });
  expect(await queued(car)).toEqual([]);
  await decide(car, "approve");
  await edit(car, { title: "A third" });
  expect(await queued(car)).toHaveLength(1);
  await decide(car, "reject", { reason: "That is not the car." });
  expect(await queued(car)).toEqual([]);
  expect(await read(car)).toMatchObject({ is_approved: false, unreviewed_since: null });
});
