// The search filters and the islands of cars, through the API on a real database.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { toListingForm } from "../../../../test/listing-form.ts";
import { ISLANDS, ISLAND_IDS, type IslandId } from "../../../domain/place/islands.ts";
import {
  BODY_TYPES,
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "../../../domain/listing/listing.ts";
import { PROJECT_ROOT } from "../../config.ts";
import { placeListings } from "./listing-islands.service.ts";

let app: TestApp;
let host: Person;

beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

type Query = [name: string, value: string][];
const search = async (query: Query) =>
  app.call("GET", `/api/listings?${new URLSearchParams(query)}`);

/** A fleet with each value of each filter, in many combinations. */
const FLEET = Array.from({ length: 120 }, (_, n) => ({
  title: `car ${n}`,
  island: [...ISLAND_IDS, null][n % 20] as IslandId | null,
  price_per_day_cents: 4_000 + ((n * 7) % 60) * 100 + (n % 2 ? 50 : 0),
  body_type: [...BODY_TYPES, null][(n * 2 + (n >> 3)) % (BODY_TYPES.length + 1)]!,
  seats: SEAT_OPTIONS[(n * 5 + (n >> 3)) % SEAT_OPTIONS.length]!,
  transmission: TRANSMISSIONS[n % 3 === 0 ? 1 : 0],
  fuel_type: FUEL_TYPES[(n + (n >> 4)) % FUEL_TYPES.length]!,
  booking_mode: BOOKING_MODES[n % 5 === 0 ? 1 : 0],
  features: FEATURES.filter((_feature, f) => ((n * 2654435761) >>> f) % 3 === 0),
}));
type Car = (typeof FLEET)[number];

/** The meaning of each parameter, implemented a second time without SQL. */
const MEANING: Record<string, (car: Car, values: string[]) => boolean> = {
  island: (car, [island]) => car.island === island,
  min_price: (car, [price]) => car.price_per_day_cents >= Number(price) * 100,
  max_price: (car, [price]) => car.price_per_day_cents <= Number(price) * 100,
  body_type: (car, types) => types.includes(String(car.body_type)),
  min_seats: (car, [seats]) => car.seats >= Number(seats),
  transmission: (car, [transmission]) => car.transmission === transmission,
  fuel_type: (car, fuels) => fuels.includes(car.fuel_type),
  feature: (car, features) => features.every((each) => (car.features as string[]).includes(each)),
  booking_mode: (car, [mode]) => car.booking_mode === mode,
};
const inMemory = (query: Query): string[] =>
  FLEET.filter((car) =>
    Object.entries(MEANING).every(([name, means]) => {
      const values = query.flatMap(([each, value]) => (each === name ? [value] : []));
      return values.length === 0 || means(car, values);
    }),
  ).map(({ title }) => title);

/** Every title that the search finds, page after page, and the count that it returned. */
async function found(query: Query): Promise<{ titles: string[]; count: number }> {
  const titles: string[] = [];
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const { status, body }: Awaited<ReturnType<typeof search>> = await search(
      cursor ? [...query, ["cursor", cursor]] : query,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    titles.push(...body.listings.map((car) => car.title));
    count = body.count;
    cursor = body.next_cursor;
  }
  return { titles: titles.toSorted(), count };
}

describe("filters", () => {
  beforeAll(() => Promise.all(FLEET.map((car) => makeListing(app, host, car))));
  afterAll(() => app.ctx.db.deleteFrom("car_listings").execute());

  const one = (name: string, values: readonly (string | number)[]) =>
    fc.option(
      fc.constantFrom(...values).map((value): Query => [[name, String(value)]]),
      { nil: [] as Query },
    );
  const several = (name: string, values: readonly string[], most: number) =>
    fc
      .subarray([...values], { maxLength: most })
      .map((all): Query => all.map((value) => [name, value]));
  const prices = fc.option(
    fc.tuple(fc.integer({ min: 35, max: 105 }), fc.integer({ min: 0, max: 60 })),
    { nil: null },
  );
  const anyQuery = fc
    .tuple(
      one("island", ISLAND_IDS),
      prices.map((range): Query =>
        range
          ? [
              ["min_price", String(range[0])],
              ["max_price", String(range[0] + range[1])],
            ]
          : [],
      ),
      several("body_type", BODY_TYPES, 3),
      one("min_seats", SEAT_OPTIONS),
      one("transmission", TRANSMISSIONS),
      several("fuel_type", FUEL_TYPES, 3),
      several("feature", FEATURES, 2),
      one("booking_mode", BOOKING_MODES),
      fc.constantFrom<Query>([], [["sort", "price"]]),
    )
    .map((parts) => parts.flat());

  const alone: [string, string[]][] = [
    ["island", ["exumas"]],
    ["min_price", ["70.5"]],
    ["max_price", ["70.5"]],
    ["body_type", ["golf_cart"]],
    ["body_type", ["suv", "jeep"]],
    ["min_seats", ["7"]],
    ["transmission", ["manual"]],
    ["fuel_type", ["electric"]],
    ["fuel_type", ["electric", "hybrid"]],
    ["feature", ["Sunroof"]],
    ["feature", ["Sunroof", "Air Conditioning"]],
    ["booking_mode", ["approval"]],
  ];
  test.each(alone)("%s=%j alone finds only the matching cars", async (name, values) => {
    const query = values.map((value): Query[number] => [name, value]);
    const expected = inMemory(query).toSorted();
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(FLEET.length);
    expect(await found(query)).toEqual({ titles: expected, count: expected.length });
  });

  test("combined in either sort order find the cars that match all of them, with the right count", async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const expected = inMemory(query).toSorted();
        expect(await found(query)).toEqual({ titles: expected, count: expected.length });
      }),
      { numRuns: 120 },
    );
  });

  test.each<[string, Query]>([
    ["an unknown island", [["island", "atlantis"]]],
    [
      "two islands",
      [
        ["island", "exumas"],
        ["island", "bimini"],
      ],
    ],
    ["a price that is not a number", [["min_price", "ten"]]],
    ["a negative price", [["min_price", "-1"]]],
    [
      "a reversed price range",
      [
        ["min_price", "60"],
        ["max_price", "50"],
      ],
    ],
    ["a fractional number of seats", [["min_seats", "2.5"]]],
    ["more seats than any car has", [["min_seats", "9"]]],
    [
      "an unknown body type beside a known one",
      [
        ["body_type", "van"],
        ["body_type", "hovercraft"],
      ],
    ],
    ["an unknown transmission", [["transmission", "semi"]]],
    [
      "an unknown fuel type beside a known one",
      [
        ["fuel_type", "diesel"],
        ["fuel_type", "coal"],
      ],
    ],
    ["an unknown feature", [["feature", "Ejector Seat"]]],
    ["a feature in the wrong case", [["feature", "bluetooth"]]],
    [
      "more features than there are",
      Array.from({ length: 13 }, () => ["feature", "Sunroof"] as Query[number]),
    ],
    ["an empty fuel type", [["fuel_type", ""]]],
    ["an unknown booking mode", [["booking_mode", "maybe"]]],
    ["SQL", [["feature", "'}'; drop table car_listings; --"]]],
  ])("refuses %s", async (_what, query) => {
    const { status, body } = await search(query);
    expect([status, body.code]).toEqual([400, "invalid_request"]);
    expect(body.errors?.[0]?.field).toBe(`query.${query[0]![0]}`);
  });

  test("count a repeated value once", async () => {
    expect(
      await found([
        ["fuel_type", "diesel"],
        ["fuel_type", "diesel"],
      ]),
    ).toEqual(await found([["fuel_type", "diesel"]]));
  });
});

describe("the island of a car", () => {
  test("uses the groups of geo/", () => {
    const regions = JSON.parse(
      readFileSync(join(PROJECT_ROOT, "geo/island-regions.json"), "utf8"),
    ) as typeof ISLANDS;
    expect(ISLANDS).toEqual(regions.map(({ id, name }) => ({ id, name })));
  });

  test.each<[IslandId | null, string, number | null, number | null]>([
    // The point decides, whatever the location text says.
    ["harbour-island", "Eleuthera", 25.501, -76.637],
    ["eleuthera", "Three Island Dock", 25.4755, -76.683],
    ["spanish-wells", "The dock", 25.5435, -76.755],
    ["new-providence", "Paradise Island", 25.083, -77.32],
    ["abacos", "Hope Town", 26.54, -76.96],
    [null, "Nassau", 25.76, -80.19], // Miami
    [null, "At sea", 24.0, -72.5],
    // Without a point, the location text decides.
    ["new-providence", "Cable Beach, Nassau", null, null],
    ["harbour-island", "Harbour Island, Eleuthera", null, null],
    ["exumas", "staniel cay, EXUMA", null, null],
    ["new-providence", "Long Bay, Nassau", null, null],
    ["grand-bahama", "Freetown, Grand Bahama", null, null],
    ["eleuthera", "Governors Harbour", null, null],
    ["new-providence", "NAS", null, null],
    [null, "Freetown", null, null],
    [null, "My driveway", null, null],
  ])("%s for %s at %s, %s", async (island, location, latitude, longitude) => {
    const id = await makeListing(app, host, { location, latitude, longitude });
    expect((await app.call("GET", `/api/listings/${id}`)).body.island).toBe(island);
  });

  test("follows a car that its host moves", async () => {
    const id = await makeListing(app, host);
    const at = `/api/host/listings/${id}` as const;
    const { body } = await app.call("GET", at, { as: host.token });
    const listing = toListingForm(body);
    const moved = {
      ...listing,
      location: "George Town, Exuma",
      latitude: 23.516,
      longitude: -75.786,
    };
    expect((await app.call("PUT", at, { as: host.token, body: moved })).status).toBe(200);
    expect((await search([["island", "exumas"]])).body.listings.map((car) => car.id)).toContain(id);
  });

  test("is set at startup for older cars, and stays empty if nothing determines it", async () => {
    const old = await makeListing(app, host, { island: null });
    const nowhere = await makeListing(app, host, {
      island: null,
      location: "My driveway",
      latitude: null,
      longitude: null,
    });
    const before = await app.ctx.db
      .selectFrom("car_listings")
      .select("updated_at")
      .where("id", "=", old)
      .execute();
    app.clock.set("2026-11-30T12:00:00Z");
    await placeListings(app.ctx);
    await placeListings(app.ctx);
    expect((await app.call("GET", `/api/listings/${old}`)).body.island).toBe("new-providence");
    expect((await app.call("GET", `/api/listings/${nowhere}`)).body.island).toBeNull();
    expect(
      await app.ctx.db
        .selectFrom("car_listings")
        .select("updated_at")
        .where("id", "=", old)
        .execute(),
    ).toEqual(before);
  });
});
