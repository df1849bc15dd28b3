// The cars in an area of the map, as a list and as markers, through the API.
import { takenDays } from "../../../../test/taken-days.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, toCalendarDate } from "../../../domain/calendar/dates.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";
import { MAX_MARKERS } from "../../../domain/place/map-clusters.ts";

let app: TestApp;
let host: Person;
const TODAY = toCalendarDate(TEST_NOW.slice(0, 10));
const ALL = "-80,20,-72,27";

beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.ctx.db.deleteFrom("car_calendar").execute();
  await app.ctx.db.deleteFrom("car_listings").execute();
});

const addCars = (...cars: Parameters<typeof makeListing>[2][]): Promise<string[]> =>
  Promise.all(cars.map((car) => makeListing(app, host, car)));
const get = <const P extends string>(path: P, query: Record<string, string>) =>
  app.call("GET", `${path}?${new URLSearchParams(query)}`);
const map = (query: Record<string, string>) =>
  get("/api/listings/map", { bounds: ALL, zoom: "9", ...query });

const NASSAU = { latitude: 25.06, longitude: -77.34 };
const CABLE_BEACH = { latitude: 25.075, longitude: -77.4 };
const NOWHERE = { latitude: null, longitude: null };
const FREEPORT = { latitude: 26.53, longitude: -78.7 };

test("lists the cars of an area, including its edges, with their count", async () => {
  await addCars({ title: "Nassau", ...NASSAU }, { title: "Freeport", ...FREEPORT }, { ...NOWHERE });
  const { body } = await get("/api/listings", { bounds: "-77.34,25,-77,25.06" });
  expect(body).toMatchObject({ count: 1, listings: [{ title: "Nassau" }] });
});

test("merges close cars into one marker with the lowest price, titles a single car, and hides what is not public", async () => {
  const [, , freeport] = await addCars(
    { ...NASSAU, price_per_day_cents: 7_000 },
    { ...CABLE_BEACH, price_per_day_cents: 4550 },
    { title: "Northern", ...FREEPORT, price_per_day_cents: 6000 },
    { ...NOWHERE },
    { ...NASSAU, is_approved: false, price_per_day_cents: 1000 },
    { ...NASSAU, is_available: false, price_per_day_cents: 1000 },
    { ...NASSAU, deleted_at: TEST_NOW, price_per_day_cents: 1000 },
  );
  const { status, body } = await map({});
  expect(status).toBe(200);
  expect(body.markers).toEqual([
    {
      cars: 2,
      price_per_day: 45.5,
      amount_due: null,
      car: null,
      latitude: expect.closeTo(25.0675),
      longitude: expect.closeTo(-77.37),
      bounds: { west: -77.4, south: 25.06, east: -77.34, north: 25.075 },
    },
    expect.objectContaining({
      ...FREEPORT,
      cars: 1,
      price_per_day: 60,
      car: { id: freeport, title: "Northern" },
    }),
  ]);
  const island = { bounds: "-77.6,24.9,-77.2,25.2" };
  expect((await map({ ...island, zoom: "10" })).body.markers).toHaveLength(1);
  expect((await map({ ...island, zoom: "13" })).body.markers).toHaveLength(2);
  expect((await map({ bounds: "-79,26,-78,27" })).body.markers).toHaveLength(1);
});

test("applies the filters of the list to the map, including dates", async () => {
  const [taken] = await addCars(
    { ...FREEPORT, location: "Freeport" },
    { ...NASSAU, price_per_day_cents: 9_000, location: "Nassau" },
  );
  const [start, end] = [addDays(TODAY, 5), addDays(TODAY, 8)];
  await app.ctx.db
    .insertInto("car_calendar")
    .values({
      car_id: taken ?? "",
      kind: "block",
      booking_id: null,
      during: takenDays(start, end),
      created_at: TEST_NOW,
    })
    .execute();
  const found = async (query: Record<string, string>) =>
    (await map(query)).body.markers.map(({ price_per_day }) => price_per_day);
  expect(await found({ start_date: start, end_date: end })).toEqual([90]);
  const dated = await map({ start_date: start, end_date: end });
  expect(dated.body.markers).toMatchObject([{ price_per_day: 90, amount_due: 299.99 }]);
  expect(await found({ location: "nassau" })).toEqual([90]);
  expect(await found({ max_price: "89" })).toHaveLength(1);
  expect(await map({ start_date: start })).toMatchObject({
    status: 422,
    body: { code: "dates_missing" },
  });
});

test("reduces a zoom that is too close for the area to the closest that fits", async () => {
  await addCars(NASSAU, CABLE_BEACH);
  expect((await map({ zoom: "22" })).body.markers).toHaveLength(1);
  expect((await map({ bounds: "-77.45,25,-77.3,25.1", zoom: "22" })).body.markers).toHaveLength(2);
});

test("shows at most two hundred markers for a thousand cars across the islands", async () => {
  const [one] = await addCars(NOWHERE);
  await sql`insert into car_listings (host_id, title, make, model, year, location, latitude, longitude, price_per_day_cents, transmission, fuel_type, seats, is_approved, created_at, updated_at)
    select host_id, title, make, model, year, location, 21 + n / 40 * 0.24, -79.5 + n % 40 * 0.18, price_per_day_cents, transmission, fuel_type, seats, true, created_at, updated_at
    from car_listings, generate_series(0, 999) n where id = ${one}`.execute(app.ctx.db);
  const { markers } = (await map({ zoom: "10" })).body as { markers: { cars: number }[] };
  expect(markers.length).toBeLessThanOrEqual(MAX_MARKERS);
  expect(markers.reduce((sum, { cars }) => sum + cars, 0)).toBe(1000);
});

describe("an invalid area or zoom is refused and changes nothing", () => {
  test.each([
    ["no area", { bounds: "" }],
    ["three numbers", { bounds: "-77,24,-76" }],
    ["reversed latitudes", { bounds: "-77,25,-76,24" }],
    ["beyond the globe", { bounds: "-190,24,-76,25" }],
    ["SQL", { bounds: "-77,24,-76,25);drop table car_listings" }],
    ["a zoom that is not a number", { zoom: "near" }],
    ["a negative zoom", { zoom: "-1" }],
    ["a zoom above the maximum", { zoom: "23" }],
    ["a sort order, which a map does not have", { sort: "price" }],
  ])("%s", async (_what, query) => {
    expect(await map(query)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
  test("in a search of the list", async () => {
    expect(await get("/api/listings", { bounds: "here" })).toMatchObject({ status: 400 });
  });
});

test("finds the cars of an area through an index among many thousands", async () => {
  const [one] = await addCars(NOWHERE);
  await sql`insert into car_listings (host_id, title, make, model, year, location, latitude, longitude, price_per_day_cents, transmission, fuel_type, seats, is_approved, created_at, updated_at)
    select host_id, title, make, model, year, location, 21 + n % 997 * 0.006, -79 + n % 89 * 0.07, price_per_day_cents, transmission, fuel_type, seats, true, created_at, updated_at
    from car_listings, generate_series(1, 20000) n where id = ${one}`.execute(app.ctx.db);
  await sql`vacuum analyze car_listings`.execute(app.ctx.db);
  const plan = await sql<{
    "QUERY PLAN": string;
  }>`explain select latitude, longitude, price_per_day_cents from car_listings
    where is_approved and is_available and deleted_at is null and latitude between 25 and 25.2 and longitude between -77.6 and -77.2`.execute(
    app.ctx.db,
  );
  expect(plan.rows.map((line) => line["QUERY PLAN"]).join("\n")).toContain("car_listings_area_idx");
});
