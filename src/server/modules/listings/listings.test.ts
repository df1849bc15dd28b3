// Searching and reading cars through the API, on a real database.
import { takenDays } from "../../../../test/taken-days.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";
import { addDays, toCalendarDate } from "../../../domain/calendar/dates.ts";
import { inTransaction } from "../../platform/context.ts";
import { maskLocations } from "./listing-locations.service.ts";
import { getBookableListing } from "./listings.service.ts";

let app: TestApp;
let host: Person;
const TODAY = toCalendarDate(TEST_NOW.slice(0, 10));

beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"], firstName: "Ann" });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.ctx.db.deleteFrom("car_calendar").execute();
  await app.ctx.db.deleteFrom("car_listings").execute();
});

const addCars = (...cars: Parameters<typeof makeListing>[2][]): Promise<string[]> =>
  Promise.all(
    cars.map((car) => makeListing(app, host, { location: "Nassau, New Providence", ...car })),
  );

async function block(carId: string, start: string, end: string): Promise<void> {
  await app.ctx.db
    .insertInto("car_calendar")
    .values({
      car_id: carId,
      kind: "block",
      booking_id: null,
      during: takenDays(start, end),
      created_at: TEST_NOW,
    })
    .execute();
}

/** The number of statements in this database that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.ctx.db,
  );
  return rows[0]?.count ?? 0;
}

const search = (query: Record<string, string>) =>
  app.call("GET", `/api/listings?${new URLSearchParams(query)}`);
const titles = async (query: Record<string, string>): Promise<string[]> =>
  (await search(query)).body.listings.map((car) => car.title);

describe("search", () => {
  test("shows only cars that are approved, available and not deleted, and nothing private", async () => {
    await addCars(
      { title: "shown" },
      { is_approved: false },
      { is_available: false },
      { deleted_at: TEST_NOW },
    );
    const { status, body } = await search({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, count_is_exact: true, next_cursor: null });
    expect(body.listings[0]).toMatchObject({
      title: "shown",
      price_per_day: 60,
      quote: null,
      host: { first_name: "Ann", last_name: "Rolle" },
    });
    expect(JSON.stringify(body)).not.toMatch(/SD 1234|2468|example\.test/);
  });

  test("matches a part of the location in any case, with special characters taken literally", async () => {
    await addCars(
      { title: "a", location: "Governor's Harbour, Eleuthera" },
      { title: "b", location: "100% Beach_Road \\ Exuma" },
      { title: "c" },
    );
    expect(await titles({ location: "HARBOUR, el" })).toEqual(["a"]);
    expect(await titles({ location: "governor's" })).toEqual(["a"]);
    expect(await titles({ location: "0%" })).toEqual(["b"]);
    expect(await titles({ location: "_r" })).toEqual(["b"]);
    expect(await titles({ location: "\\" })).toEqual(["b"]);
    expect(await titles({ location: "%" })).toEqual(["b"]);
    expect(await titles({ location: "' or 1=1 --" })).toEqual([]);
    expect(await titles({ location: " " })).toHaveLength(3);
  });

  test("finds a car at its new location, and by a single letter", async () => {
    const [car] = await addCars({ title: "a", location: "Xanadu Beach" }, { title: "b" });
    expect(await titles({ location: "x" })).toEqual(["a"]);
    await app.ctx.db
      .updateTable("car_listings")
      .set({ location: "Zion Hill" })
      .where("id", "=", car!)
      .execute();
    await maskLocations(app.ctx);
    expect(await titles({ location: "x" })).toEqual([]);
    expect(await titles({ location: "Z" })).toEqual(["a"]);
  });

  test("finds the cars of more locations than it lists by name", async () => {
    await addCars(
      ...Array.from({ length: 130 }, (_, n) => ({ location: `Lot ${n}, Spring Point` })),
      {},
    );
    expect((await search({ location: "spring" })).body.count).toBe(130);
    expect((await search({ location: "lot 12" })).body.count).toBe(11);
  });

  test("treats max_price as inclusive, to the cent", async () => {
    await addCars(
      { title: "a", price_per_day_cents: 5_999 },
      { title: "b", price_per_day_cents: 6000 },
      { title: "c", price_per_day_cents: 6001 },
    );
    expect((await titles({ max_price: "60" })).toSorted()).toEqual(["a", "b"]);
    expect(await titles({ max_price: "59.995" })).toEqual(["a"]);
    expect(await titles({ max_price: "0" })).toEqual([]);
  });

  test("with dates returns only free cars, each with the amount for those days", async () => {
    const [before, within, after] = await addCars(
      { title: "before" },
      { title: "within" },
      { title: "after" },
    );
    await block(before!, "2026-12-01", "2026-12-05");
    await block(within!, "2026-12-07", "2026-12-08");
    await block(after!, "2026-12-09", "2026-12-20");
    const { body } = await search({ start_date: "2026-12-05", end_date: "2026-12-08" });
    expect(body.listings.map((car) => car.title).toSorted()).toEqual(["after", "before"]);
    expect(body.count).toBe(2);
    expect(body.listings[0]?.quote).toEqual({
      days: 3,
      price_per_day: 60,
      total_amount: 180,
      service_fee: 18,
      processing_fee: 2.99,
      amount_due: 200.99,
    });
  });

  test.each([
    ["dates_missing", { start_date: "2026-12-05" }],
    ["dates_missing", { end_date: "2026-12-05" }],
    ["dates_invalid", { start_date: "2026-02-30", end_date: "2026-12-05" }],
    ["dates_invalid", { start_date: "tomorrow", end_date: "2026-12-05" }],
    ["dates_reversed", { start_date: "2026-12-05", end_date: "2026-12-05" }],
    ["dates_past", { start_date: "2026-11-20", end_date: "2026-12-05" }],
    ["dates_too_long", { start_date: "2026-12-05", end_date: "2027-04-05" }],
    ["dates_too_far", { start_date: "2028-01-01", end_date: "2028-01-02" }],
    ["invalid_request", { max_price: "-1" }],
    ["invalid_request", { max_price: "ten" }],
    ["invalid_request", { sort: "oldest" }],
    ["invalid_request", { colour: "red" }],
    ["invalid_request", { location: "x".repeat(101) }],
    ["invalid_request", { cursor: "bm90LW91cnM" }],
  ])("%s for %j", async (code, query) => {
    expect((await search(query as unknown as Record<string, string>)).body.code).toBe(code);
  });

  test("keeps tampered cursors and those of another sort order away from the database", async () => {
    const forge = (...values: string[]) =>
      Buffer.from(JSON.stringify(values)).toString("base64url");
    const id = randomUUID();
    const cursors = [
      forge("newest", "2026-02-31 00:00:00", id),
      forge("newest", "2026-02-03 25:00:00", id),
      forge("newest", "now", id),
      forge("newest", "0000-01-01 00:00:00", id),
      forge("newest", "2026-02-03 05:00:00", "1"),
    ];
    for (const cursor of [...cursors, forge("price", "60.00", id)])
      expect((await search({ cursor })).body.code).toBe("invalid_request");
  });

  test.each(["newest", "price"])(
    "pages by %s without a gap or a repeat, even if times differ by a microsecond and prices are equal",
    async (sort) => {
      const cars = Array.from({ length: 60 }, (_, i) => ({
        title: `car ${i}`,
        price_per_day_cents: 5_000 + (i % 3) * 100,
        created_at: `2026-11-01T12:00:00.000${String(i % 20).padStart(3, "0")}Z`,
      }));
      await addCars(...cars);
      const seen: { title: string; price_per_day: number }[] = [];
      let cursor: string | null = "";
      for (let page = 0; cursor !== null; page++) {
        const { body }: Awaited<ReturnType<typeof search>> = await search({
          sort,
          ...(cursor ? { cursor } : {}),
        });
        expect(body.count).toBe(page === 0 ? 60 : 61);
        seen.push(...body.listings);
        cursor = body.next_cursor;
        // Belongs on a page that was already read.
        if (page === 0)
          await addCars({
            title: "came later",
            price_per_day_cents: 100,
            created_at: "2026-11-20T12:00:00Z",
          });
      }
      expect(new Set(seen.map((car) => car.title)).size).toBe(60);
      expect(seen).toHaveLength(60);
      if (sort === "price")
        expect(seen.map((car) => car.price_per_day)).toEqual(
          seen.map((car) => car.price_per_day).toSorted((a, b) => a - b),
        );
      else
        expect(seen.slice(0, 3).map((car) => Number(car.title.slice(4)) % 20)).toEqual([
          19, 19, 19,
        ]);
    },
  );

  test("counts exactly up to 200, with dates and without, and pages continue beyond", async () => {
    const dates = { start_date: "2026-12-05", end_date: "2026-12-08" };
    const counts = async () =>
      Promise.all(
        [{}, dates].map(async (query) => {
          const { count, count_is_exact } = (await search(query)).body;
          return `${count}${count_is_exact ? "" : "+"}`;
        }),
      );
    await addCars(...Array.from({ length: 199 }, () => ({})));
    expect(await counts()).toEqual(["199", "199"]);
    await addCars({});
    expect(await counts()).toEqual(["200", "200"]);
    await addCars({});
    expect(await counts()).toEqual(["200+", "200+"]);
    await addCars(...Array.from({ length: 20 }, () => ({})));
    const seen = new Set<string>();
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body }: Awaited<ReturnType<typeof search>> = await search(
        cursor ? { ...dates, cursor } : dates,
      );
      for (const { id } of body.listings) seen.add(id);
      expect(body).toMatchObject({ count: 200, count_is_exact: false });
      cursor = body.next_cursor;
    }
    expect(seen.size).toBe(221);
  });
});

test("checks at most 2,000 calendars for a count with dates, and reports whether it is exact", async () => {
  const cars = await addCars(...Array.from({ length: 2050 }, () => ({})));
  const dates = { start_date: "2026-12-05", end_date: "2026-12-08" };
  const found = async () => {
    const { listings, count, count_is_exact } = (await search(dates)).body;
    return { shown: listings.length, count, count_is_exact };
  };
  const blockAllBut = async (free: number) => {
    await sql`truncate car_calendar cascade`.execute(app.ctx.db);
    await sql`insert into car_calendar (car_id, kind, during, created_at)
      select id, 'block', ${takenDays("2026-12-04", "2026-12-07")}, ${TEST_NOW} from unnest(${cars.slice(free)}::uuid[]) as id`.execute(
      app.ctx.db,
    );
  };
  // Some 50 of the 2,050 are not checked, whichever they are.
  await blockAllBut(195);
  expect(await found()).toEqual({ shown: 24, count: 100, count_is_exact: false });
  await blockAllBut(30);
  const few = await found();
  expect(few).toMatchObject({ shown: 24, count_is_exact: false });
  expect(few.count).toBeGreaterThanOrEqual(25);
  expect(few.count).toBeLessThanOrEqual(30);
  // If the first page is the only one, its length is the count; fewer than 2,000 cars are counted
  // in full.
  await blockAllBut(12);
  expect(await found()).toEqual({ shown: 12, count: 12, count_is_exact: true });
  await blockAllBut(195);
  const gone = { deleted_at: TEST_NOW, is_available: false };
  await app.ctx.db
    .updateTable("car_listings")
    .set(gone)
    .where("id", "in", cars.slice(2000))
    .execute();
  expect(await found()).toEqual({ shown: 24, count: 195, count_is_exact: true });
});

describe("one car", () => {
  test("can be read while it is public, and is not found otherwise", async () => {
    const [shown, hidden] = await addCars({ title: "shown" }, { is_available: false });
    expect((await app.call("GET", `/api/listings/${shown}`)).body).toMatchObject({
      title: "shown",
      description: "Cool and easy on fuel.",
    });
    for (const path of [
      hidden,
      randomUUID(),
      `${hidden}/availability`,
      `${randomUUID()}/availability`,
    ])
      expect((await app.call("GET", `/api/listings/${path}`)).body.code).toBe("car_not_available");
    await expect(getBookableListing(app.ctx, hidden!)).rejects.toMatchObject({
      code: "car_not_available",
    });
    expect(await getBookableListing(app.ctx, shown!)).toMatchObject({
      hostId: host.id,
      pricePerDayCents: 6000,
      bookingMode: "instant",
    });
    expect((await app.call("GET", "/api/listings/1")).status).toBe(400);
  });

  test("has merged availability from today to the booking horizon", async () => {
    const [car] = await addCars({});
    await block(car!, "2026-11-10", "2026-11-23");
    await block(car!, "2026-12-05", "2026-12-08");
    await block(car!, "2026-12-08", "2026-12-10");
    await block(car!, "2028-02-01", "2030-01-01");
    expect((await app.call("GET", `/api/listings/${car}/availability`)).body).toEqual({
      today: TODAY,
      // A trip can't end on the first day of a block either.
      taken: [
        { start_date: addDays(TODAY, -1), end_date: "2026-11-23" },
        { start_date: "2026-12-04", end_date: "2026-12-10" },
        { start_date: "2028-01-31", end_date: "2028-02-22" },
      ],
      taken_times: [
        { from: "2026-11-21T05:00:00.000Z", until: "2026-11-23T05:00:00.000Z" },
        { from: "2026-12-05T05:00:00.000Z", until: "2026-12-10T05:00:00.000Z" },
        { from: "2028-02-01T05:00:00.000Z", until: "2028-02-22T05:00:00.000Z" },
      ],
      extras_taken: [],
      rules: expect.any(Object),
      storm: null,
      date_min_days: {},
    });
  });

  test("is locked by a booking, so that a second one waits until the first is made", async () => {
    const [car] = await addCars({});
    const order: string[] = [];
    let second: Promise<void> | undefined;
    await inTransaction(app.ctx, async (tx) => {
      await getBookableListing(tx, car!, { forUpdate: true });
      second = inTransaction(app.ctx, async (other) => {
        await getBookableListing(other, car!, { forUpdate: true });
        order.push("second");
      });
      await eventually(async () => expect(await waitingForLocks()).toBe(1));
      order.push("first");
    });
    await second;
    expect(order).toEqual(["first", "second"]);
  });
});
