// How many cars a search finds, and how many it would find on other dates and islands, through the
// API on a real database.
import { takenDays } from "../../../../../test/taken-days.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../../test/harness.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { ISLAND_IDS } from "../../../../domain/place/islands.ts";

let app: TestApp;
let host: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterEach(async () => {
  await app.ctx.db.deleteFrom("car_calendar").execute();
  await app.ctx.db.deleteFrom("car_listings").execute();
});
afterAll(() => app.close());

const TODAY = todayInNassau(new Date(TEST_NOW));
const day = (days: number) => addDays(TODAY, days);
const DATES = { start_date: day(10), end_date: day(13) };

const EXUMA = { location: "George Town, Exuma", latitude: 23.516, longitude: -75.786 };
const LONG_ISLAND = { location: "Salt Pond, Long Island", latitude: 23.35, longitude: -75.13 };

async function addCar(
  car: Parameters<typeof makeListing>[2] = {},
  ...taken: [start: string, end: string][]
): Promise<string> {
  const id = await makeListing(app, host, car);
  for (const [start, end] of taken)
    await app.ctx.db
      .insertInto("car_calendar")
      .values({
        car_id: id,
        kind: "block",
        booking_id: null,
        during: takenDays(start, end),
        created_at: TEST_NOW,
      })
      .execute();
  return id;
}

type Query = Record<string, string>;
const get = <const P extends string>(path: P, query: Query) =>
  app.call("GET", `${path}?${new URLSearchParams(query)}`);
const counted = (query: Query) => get("/api/listings/count", query);
const islands = async (query: Query) => {
  const { status, body } = await get("/api/listings/islands", query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.islands;
};
const setPrice = (car_id: string, date: CalendarDate, price_cents: number) =>
  app.ctx.db.insertInto("car_dates").values({ car_id, day: date, price_cents }).execute();
const someOf = async (query: Query) =>
  (await islands(query)).flatMap(({ island, count }) => (count > 0 ? [[island, count]] : []));

test("counts by what the dates cost, on islands and on near dates", async () => {
  const dear = await addCar({ ...EXUMA, island: "exumas", price_per_day_cents: 5_500 });
  for (const days of [10, 11, 12]) await setPrice(dear, day(days), 9_500);
  await addCar({ ...EXUMA, island: "exumas", price_per_day_cents: 6_100, discount_3_days: 10 });
  const query = { ...DATES, max_price: "60" };
  expect(await someOf(query)).toEqual([["exumas", 1]]);
  expect(await someOf({ max_price: "60" })).toEqual([["exumas", 1]]); // the one for $55
  const { body } = await get("/api/listings/near-dates", query);
  const counts = Object.fromEntries(body.dates.map(({ start_date, count }) => [start_date, count]));
  // Three days later, none of them costs $95; a day later, two of three do.
  expect([counts[day(13)], counts[day(11)]]).toEqual([2, 1]);
});

describe("the number of cars", () => {
  test("equals that of the search with the same filters", async () => {
    await addCar({ body_type: "suv" }, [day(9), day(11)]);
    await addCar({ body_type: "suv" });
    await addCar({ body_type: "van" });
    expect((await counted({})).body).toEqual({ count: 3, count_is_exact: true });
    expect((await counted({ body_type: "suv" })).body.count).toBe(2);
    expect((await counted({ body_type: "suv", ...DATES })).body.count).toBe(1);
    expect((await counted({ location: "nowhere" })).body.count).toBe(0);
  });

  test("refuses what the search refuses", async () => {
    expect(await counted({ start_date: day(1) })).toMatchObject({
      status: 422,
      body: { code: "dates_missing" },
    });
    expect((await counted({ body_type: "boat" })).status).toBe(400);
    expect((await counted({ sort: "price" })).status).toBe(400);
  });
});

describe("other islands", () => {
  test("come nearest first, with the cars that match everything but the place", async () => {
    await addCar();
    await addCar({ ...LONG_ISLAND, seats: 7 });
    await addCar(EXUMA);
    await addCar({ ...EXUMA, seats: 7 }, [day(9), day(11)]);
    const exuma = { island: "exumas" };
    expect(await someOf({ island: "rum-cay" })).toEqual([
      ["long-island", 1],
      ["exumas", 2],
      ["new-providence", 1],
    ]);
    expect(await someOf(exuma)).toEqual([
      ["long-island", 1],
      ["new-providence", 1],
    ]);
    expect(await someOf({ island: "rum-cay", ...DATES })).toEqual([
      ["long-island", 1],
      ["exumas", 1],
      ["new-providence", 1],
    ]);
    expect(await someOf({ island: "rum-cay", min_seats: "7" })).toEqual([
      ["long-island", 1],
      ["exumas", 1],
    ]);
  });

  test("start with the island of a known place, or of the middle of an area", async () => {
    const nearest = async (query: Query) =>
      (await islands(query)).slice(0, 2).map(({ island }) => island);
    const around = ["harbour-island", "spanish-wells"];
    expect(await nearest({ location: "Dunmore Town" })).toEqual(around);
    expect(await nearest({ bounds: "-76.7,25.45,-76.6,25.55" })).toEqual(around);
    await addCar();
    expect(await someOf({ at: "25.06,-77.34" })).toEqual([["new-providence", 1]]);
    const all = await islands({ location: "a hotel" });
    expect(all.map(({ island }) => island)).toEqual(ISLAND_IDS);
    expect(await islands({})).toEqual(all);
  });

  test("are counted up to 200", async () => {
    for (let n = 0; n < 201; n++) await addCar(EXUMA);
    const exumas = async (query: Query) =>
      (await islands(query)).find(({ island }) => island === "exumas");
    expect(await exumas({})).toEqual({ island: "exumas", count: 200, count_is_exact: false });
    expect(await exumas(DATES)).toEqual({ island: "exumas", count: 200, count_is_exact: false });
  });
});

describe("near dates", () => {
  const near = async (query: Query) => {
    const { status, body } = await get("/api/listings/near-dates", query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.dates;
  };

  test("have the same length, nearest first, and count the matching cars that are free", async () => {
    await addCar({ seats: 7 }, [day(9), day(12)]);
    await addCar({ seats: 7 }, [day(12), day(14)]);
    await addCar({ seats: 2 });
    const found = await near({ min_seats: "7", ...DATES });
    expect(found).toEqual(
      [
        [11, 0],
        [9, 0], // a trip can't end on the first day of a block
        [12, 1],
        [8, 1],
        [13, 1],
        [7, 1],
      ].map(([start = 0, count]) => ({
        start_date: day(start),
        end_date: day(start + 3),
        count,
        count_is_exact: true,
      })),
    );
    for (const { start_date, end_date, count: said } of found) {
      const { body } = await counted({ min_seats: "7", start_date, end_date });
      expect(body.count).toBe(said);
    }
  });

  test("begin today or later, and need dates", async () => {
    await addCar();
    const starts = (await near({ start_date: day(1), end_date: day(2) })).map(
      ({ start_date }) => start_date,
    );
    expect(starts).toEqual([2, 0, 3, 4, 5, 6].map(day));
    expect(await near({})).toEqual([]);
  });
});
