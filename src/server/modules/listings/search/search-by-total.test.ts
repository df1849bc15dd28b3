// Searches with dates sort, filter and show what these dates really cost.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { rentalDays, rentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { addDays, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { PRICE_COLUMNS, toPrices, WEEKDAYS } from "../../../../domain/listing/prices.ts";
import { calculateCharge } from "../../../../domain/money/charge.ts";
import { MAX_SORTED } from "./listing-search.repository.ts";
import { rentalTotal } from "./rental-total.ts";

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

const addCar = (given: Parameters<typeof makeListing>[2]) => makeListing(app, host, given);
const setPrice = (car_id: string, day: CalendarDate, price_cents: number) =>
  app.ctx.db.insertInto("car_dates").values({ car_id, day, price_cents }).execute();
// Saturday to Tuesday
const DATES = { start_date: "2026-12-05", end_date: "2026-12-08" };
const search = async (query: Record<string, string>) =>
  (await app.call("GET", `/api/listings?${new URLSearchParams({ ...DATES, ...query })}`)).body;
const titles = async (query: Record<string, string>): Promise<string[]> =>
  (await search(query)).listings.map(({ title }) => title);

test("the total in SQL is that of the charge, for any prices and length", async () => {
  const start = "2026-12-03";
  const rules = Array.from({ length: 30 }, (_, n) => ({
    price_per_day_cents: 4_000 + n * 333,
    weekend_price_cents: n % 3 === 0 ? null : 5_001 + n * 77,
    weekend_days: WEEKDAYS.filter((_each, index) => (n + index) % 4 === 0 || index === n % 7),
    discount_3_days: (n * 7) % 13,
    discount_7_days: (n * 11) % 60,
    discount_28_days: n % 2 === 0 ? 0 : 60,
  }));
  const customPrices: Record<string, Record<CalendarDate, number>> = {};
  for (const [n, given] of rules.entries()) {
    const id = await addCar(given);
    const prices: Record<CalendarDate, number> = {};
    customPrices[id] = prices;
    for (let each = 0; each < n % 5; each++) {
      const day = addDays(start, each * 5 + (n % 3));
      prices[day] = 3_000 + n * 111;
      await setPrice(id, day, prices[day]);
    }
  }
  for (const days of [1, 2, 3, 6, 7, 27, 28, 90]) {
    // A late return adds the date of the return.
    const late = { pickupTime: "10:00", returnTime: "18:00" } as const;
    const period =
      days % 2 === 0
        ? rentalPeriod(start, addDays(start, days - 1), late)
        : rentalPeriod(start, addDays(start, days));
    const rows = await app.ctx.db
      .selectFrom("car_listings as car")
      .select(["car.id", ...PRICE_COLUMNS, rentalTotal(period).as("total")])
      .execute();
    expect(rentalDays(period)).toBe(days);
    for (const { id, total, ...row } of rows) {
      const terms = { ...toPrices(row), customPrices: customPrices[id] ?? {} };
      expect(total).toBe(calculateCharge(terms, { start, days }).totalCents);
    }
  }
});

describe("a search with dates", () => {
  /** By price per day: "dear", "plain", "discount". What the dates cost is the other way round. */
  async function addThree(): Promise<void> {
    await addCar({ title: "plain", price_per_day_cents: 6_000 });
    // $61 + $61 + $61 - 10 % = $164.70
    await addCar({ title: "discount", price_per_day_cents: 6_100, discount_3_days: 10 });
    // $90 on Saturday, and Sunday costs $70: $210
    const dear = await addCar({
      title: "dear",
      price_per_day_cents: 5_000,
      weekend_price_cents: 9_000,
    });
    await setPrice(dear, "2026-12-06", 7_000);
  }

  test("keeps the order of its first page when its cars pass the limit for pricing", async () => {
    const first = await addCar({ price_per_day_cents: 6_000 });
    // Copies, as many as are priced one by one.
    const columns = sql.raw(
      "host_id, title, make, model, year, location, island, latitude, longitude, price_per_day_cents, transmission, fuel_type, seats, is_approved, created_at, updated_at",
    );
    await sql`insert into car_listings (${columns})
      select ${columns} from car_listings, generate_series(2, ${MAX_SORTED}) where id = ${first}`.execute(
      app.ctx.db,
    );
    const query = { sort: "price", max_price: "70" };
    const page = await search(query);
    expect(page.priced_by_dates).toBe(true);
    await addCar({ price_per_day_cents: 9_900, latitude: 25, longitude: -77, discount_3_days: 10 });
    expect((await search(query)).priced_by_dates).toBe(false);
    // On the map, a single car has its real total: $297 less 10 %, and the fees.
    const map = await app.call(
      "GET",
      `/api/listings/map?${new URLSearchParams({ ...DATES, bounds: "-79,20,-72,28", zoom: "8" })}`,
    );
    expect(map.body.markers).toMatchObject([
      { cars: MAX_SORTED, amount_due: null },
      { cars: 1, amount_due: 297.02 },
    ]);
    const next = await search({ ...query, cursor: page.next_cursor ?? "" });
    const ids = [...page.listings, ...next.listings].map(({ id }) => id);
    expect(new Set(ids).size).toBe(page.listings.length * 2);
    expect(next.count_is_exact).toBe(false);
    const { body } = await app.call(
      "GET",
      `/api/listings/islands?${new URLSearchParams({ ...DATES, max_price: "70" })}`,
    );
    expect(body.islands.some(({ count }) => count > 0)).toBe(true);
  });

  test("sorts by what they cost, page by page", async () => {
    await addThree();
    expect(await titles({ sort: "price" })).toEqual(["discount", "plain", "dear"]);
    for (let n = 0; n < 30; n++)
      await addCar({ title: `more ${n}`, price_per_day_cents: 7_000 + n * 10, discount_3_days: n });
    const first = await search({ sort: "price" });
    const second = await search({ sort: "price", cursor: first.next_cursor ?? "" });
    const totals = [...first.listings, ...second.listings].map(
      ({ quote }) => quote?.total_amount ?? 0,
    );
    expect(totals).toHaveLength(33);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(second.next_cursor).toBeNull();
    // A search that began by price per day, above MAX_SORTED cars, goes on like that.
    const perDay = await app.call("GET", "/api/listings?sort=price");
    const next = await search({ sort: "price", cursor: perDay.body.next_cursor ?? "" });
    const prices = next.listings.map(({ price_per_day }) => price_per_day);
    expect(prices.length + perDay.body.listings.length).toBe(33);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    // Without dates, the price per day counts.
    const { body } = await app.call("GET", "/api/listings?sort=price");
    expect(body.listings[0]?.title).toBe("dear");
    expect(
      (await app.call("GET", `/api/listings?sort=price&cursor=${first.next_cursor}`)).body.code,
    ).toBe("invalid_request");
  });

  test("filters by what a day of them costs on average", async () => {
    await addThree();
    expect(await titles({ max_price: "54.90" })).toEqual(["discount"]);
    expect(await titles({ max_price: "54.89" })).toEqual([]);
    expect(await titles({ min_price: "70" })).toEqual(["dear"]);
    expect((await search({ min_price: "60", max_price: "70" })).count).toBe(2);
  });

  test("shows the lowest total with fees on the map", async () => {
    await addThree();
    const map = async (query: object) =>
      (
        await app.call(
          "GET",
          `/api/listings/map?${new URLSearchParams({ ...DATES, bounds: "-80,20,-72,27", zoom: "9", ...query })}`,
        )
      ).body.markers;
    // $164.70 + $16.47 + $2.99
    expect(await map({})).toMatchObject([{ cars: 3, price_per_day: 50, amount_due: 184.16 }]);
    expect(await map({ min_price: "60" })).toMatchObject([{ cars: 2, amount_due: 200.99 }]);
  });
});
