// Searching cars by place: by a chosen point, by a known name or code, and by island, in order of
// distance.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { SEARCH_MILES } from "../../../../domain/place/distance.ts";

let app: TestApp;
let host: Person;

beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.ctx.db.deleteFrom("car_listings").execute();
});

const addCars = (...cars: Parameters<typeof makeListing>[2][]): Promise<string[]> =>
  Promise.all(cars.map((car) => makeListing(app, host, car)));
const search = (query: Record<string, string>) =>
  app.call("GET", `/api/listings?${new URLSearchParams(query)}`);
const titles = async (query: Record<string, string>): Promise<string[]> =>
  (await search(query)).body.listings.map(({ title }) => title);

const AIRPORT = { latitude: 25.039, longitude: -77.4662 };
const AT = "25.039,-77.466";
const AT_AIRPORT = { title: "airport", location: "Nassau Airport", ...AIRPORT };
const CABLE_BEACH = {
  title: "beach",
  location: "Cable Beach",
  latitude: 25.0745,
  longitude: -77.405,
};
const PARADISE_ISLAND = {
  title: "island",
  location: "Paradise Island",
  latitude: 25.0862,
  longitude: -77.3235,
};
const EXUMA = { title: "exuma", location: "George Town", latitude: 23.51, longitude: -75.78 };
const UNPLACED = { title: "unplaced", location: "Nassau", latitude: null, longitude: null };

test("a typed town also finds the cars in it whose location does not name it", async () => {
  await addCars(
    CABLE_BEACH,
    { ...CABLE_BEACH, title: "hotel", location: "Baha Mar, Nassau" },
    { ...AT_AIRPORT, title: "named", location: "Airport, ten minutes from Cable Beach" },
    PARADISE_ISLAND,
  );
  const { body } = await search({ location: "cable beach" });
  expect(body.place).toBeNull();
  expect(body.listings.map(({ title }) => title).toSorted()).toEqual(["beach", "hotel", "named"]);
});

describe("at a point", () => {
  test("finds the cars around it, nearest first, with their distances", async () => {
    await addCars(PARADISE_ISLAND, AT_AIRPORT, EXUMA, CABLE_BEACH, UNPLACED);
    const { body } = await search({ at: AT });
    expect(body).toMatchObject({ count: 3, count_is_exact: true, place: null });
    expect(body.listings.map(({ title, distance_miles }) => [title, distance_miles])).toEqual([
      ["airport", expect.closeTo(0.01, 1)],
      ["beach", expect.closeTo(4.6, 0)],
      ["island", expect.closeTo(9.5, 0)],
    ]);
  });

  test("ends at the farthest distance of a search", async () => {
    const degrees = SEARCH_MILES / 69.1;
    await addCars(
      { ...AT_AIRPORT, title: "within", latitude: 25.039 - degrees * 0.99 },
      { ...AT_AIRPORT, title: "beyond", latitude: 25.039 - degrees * 1.01 },
    );
    expect(await titles({ at: AT })).toEqual(["within"]);
  });

  test("can be sorted and filtered, and keeps the distances", async () => {
    await addCars(
      { ...AT_AIRPORT, price_per_day_cents: 9000 },
      { ...CABLE_BEACH, price_per_day_cents: 5000 },
      { ...PARADISE_ISLAND, price_per_day_cents: 7000, is_available: false },
    );
    const { body } = await search({ at: AT, sort: "price" });
    expect(body.listings).toMatchObject([
      { title: "beach", distance_miles: expect.closeTo(4.6, 0) },
      { title: "airport" },
    ]);
    expect(await titles({ at: AT, max_price: "60" })).toEqual(["beach"]);
  });

  test("in an area of the map, finds all its cars, nearest first, as the map does", async () => {
    await addCars(EXUMA, AT_AIRPORT, { ...CABLE_BEACH, is_approved: false });
    const bounds = "-78,23,-75,26";
    expect(await titles({ at: AT, bounds })).toEqual(["airport", "exuma"]);
    const map = await app.call(
      "GET",
      `/api/listings/map?${new URLSearchParams({ at: AT, bounds, zoom: "8" })}`,
    );
    expect(map.body.markers).toHaveLength(2);
  });

  test("pages through many cars at the same spot, each once", async () => {
    await addCars(
      ...Array.from({ length: 60 }, (_, n) => ({
        ...AT_AIRPORT,
        title: `car ${n}`,
        latitude: n < 55 ? AIRPORT.latitude : AIRPORT.latitude + n / 1000,
      })),
    );
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await search({ at: AT, ...(cursor && { cursor }) });
      seen.push(...body.listings.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  test.each([
    ["a word", { at: "here" }],
    ["one number", { at: "25.039" }],
    ["a point in another country", { at: "40.7,-74" }],
    ["SQL", { at: "25,-77);drop table car_listings" }],
    ["a text beside it", { at: AT, location: "Nassau" }],
  ])("refuses %s", async (_what, query) => {
    expect(await search(query)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  test.each([
    ["another order", ["price", "100", "0"]],
    ["a distance that is not a number", ["distance", "NaN", "0"]],
    ["a distance too small for PostgreSQL", ["distance", "1e-999", "0"]],
    ["a negative number of cars", ["distance", "0.1", "-1"]],
  ])("refuses a cursor of %s", async (_what, values) => {
    const cursor = Buffer.from(JSON.stringify(values)).toString("base64url");
    expect(await search({ at: AT, cursor })).toMatchObject({ status: 400 });
  });
});

describe("typed text", () => {
  test.each(["LPIA", "lpia", "NAS", "Lynden Pindling International Airport"])(
    "%s finds the cars around the airport, nearest first",
    async (location) => {
      await addCars(PARADISE_ISLAND, EXUMA, AT_AIRPORT);
      const { body } = await search({ location });
      expect(body.listings.map(({ title }) => title)).toEqual(["airport", "island"]);
      expect(body.place).toEqual({ name: "Lynden Pindling International Airport", ...AIRPORT });
    },
  );

  test("Atlantis finds the cars around the hotel", async () => {
    await addCars(AT_AIRPORT, PARADISE_ISLAND);
    const { body } = await search({ location: "Atlantis" });
    expect(body).toMatchObject({
      place: { name: "Atlantis Paradise Island" },
      listings: [{ title: "island", distance_miles: 0 }, { title: "airport" }],
    });
  });

  test("that names a place still matches locations, which come last without a position", async () => {
    await addCars(UNPLACED, EXUMA, { ...EXUMA, title: "far", location: "Nassau Lane" }, AT_AIRPORT);
    expect(await titles({ location: "nas" })).toEqual(["airport", "far", "unplaced"]);
    expect((await search({ location: "nas" })).body.listings[2]).toMatchObject({
      distance_miles: null,
    });
  });

  test("that names a town matches locations only, newest first", async () => {
    await addCars(CABLE_BEACH, AT_AIRPORT, { ...UNPLACED, location: "Downtown, Nassau" });
    const { body } = await search({ location: "Nassau" });
    expect(body).toMatchObject({ count: 2, place: null });
    expect(await titles({ location: "Nassau", sort: "distance" })).toEqual(
      await titles({ location: "Nassau" }),
    );
  });

  test("that an island's name begins with finds its cars, whatever their location", async () => {
    await addCars(
      { ...AT_AIRPORT, island: "new-providence" },
      { ...EXUMA, island: "exumas", location: "George Town" },
      { ...UNPLACED, title: "text", location: "New Providence Road", island: "exumas" },
    );
    expect((await titles({ location: "new providence" })).toSorted()).toEqual(["airport", "text"]);
    expect((await titles({ location: "Exu" })).toSorted()).toEqual(["exuma", "text"]);
    expect(await titles({ location: "Ex" })).toEqual([]);
  });
});
