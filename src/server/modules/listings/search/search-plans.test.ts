// The query plans of searches: the same indexes on a freshly filled table and on an analysed one,
// for known parameters and for any.
import { Kysely, PostgresDialect, sql, type CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeListing, makePerson } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { allowLongStatements } from "../../../platform/database/database.ts";
import { toInstants } from "../../../platform/database/date-ranges.ts";
import type { Schema } from "../../../platform/database/schema.ts";
import { searchListings, type SearchQuery } from "../listings.service.ts";

const CARS = 20_000;

let app: TestApp;
/** PostgreSQL 15 can't. */
let explainsGenericPlans: boolean;

beforeAll(async () => {
  app = await startTestApp();
  const { rows } = await app.pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  explainsGenericPlans = (rows[0]?.version ?? 0) >= 160_000;
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const id = await makeListing(app, host);
  const { db } = app.ctx;
  for (const table of ["car_listings", "car_calendar", "car_dates", "listing_locations"])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db);
  // Half of the cars are in Nassau, one of 200 is on Ragged Island; one of 200 costs $20.
  await sql`insert into car_listings (host_id, title, make, model, year, location, island, latitude, longitude, price_per_day_cents,
      transmission, fuel_type, seats, is_available, is_approved, created_at, updated_at)
    select host_id, title, make, model, year,
      case when n % 200 = 0 then 'Duncan Town, Ragged Island' when n % 2 = 0 then 'Downtown, Nassau' else 'Freeport ' || n % 50 end,
      case when n % 200 = 0 then 'ragged-island' else 'new-providence' end, 21 + n % 997 * 0.006, -79 + n % 89 * 0.07,
      case when n % 200 = 1 then 2000 else 4000 + n % 9000 end,
      transmission, fuel_type, seats, n % 50 <> 7, n % 40 <> 3, created_at - n * 7919 % ${CARS} * interval '1 minute', updated_at
    from car_listings, generate_series(1, ${CARS}) n where id = ${id}`.execute(db);
  await sql`update listing_locations set shown = location`.execute(db);
  await db.transaction().execute(async (tx) => {
    await allowLongStatements(tx);
    await sql`insert into car_calendar (car_id, kind, during, created_at)
      select id, 'block', ${toInstants(sql`daterange(first, first + 6)`)}, created_at
      from (select id, created_at, date '2026-11-01' + 10 * n + extract(minute from created_at)::integer % 10 as first
        from car_listings, generate_series(0, 9) n) as block`.execute(tx);
    // A tenth of the cars has custom prices at the end of the year.
    await sql`insert into car_dates (car_id, day, price_cents)
      select id, date '2026-12-01' + n, 9000 from car_listings, generate_series(0, 30) n
      where extract(minute from created_at)::integer % 10 = 0`.execute(tx);
  });
});
afterAll(() => app.close());

/** The statements that one search sends. */
async function statementsOf(query: SearchQuery): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: (event) => void statements.push(event.query),
  });
  const first = await searchListings({ ...app.ctx, db }, query);
  if (first.next_cursor)
    await searchListings({ ...app.ctx, db }, { ...query, cursor: first.next_cursor });
  return statements;
}

const explain = async (text: string, values?: readonly unknown[]): Promise<string> => {
  const { rows } = await app.pool.query<{ "QUERY PLAN": string }>(text, values && [...values]);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
};

const dates = { start_date: "2026-12-05", end_date: "2026-12-08" };
/** Near the first are a few hundred cars, near the second none. */
const CENTRE = { latitude: 24, longitude: -76 };
const AROUND_CENTRE = { west: -76.5, south: 23.5, east: -75.5, north: 24.5 };
const EVERYWHERE = { west: -80, south: 20, east: -72, north: 27.4 };
const AT_SEA = { latitude: 27.4, longitude: -72.5 };
const [NEWEST, PRICE, RATING, PLACE, ISLAND, AREA, NEAR] = [
  "newest",
  "price",
  "rating",
  "location",
  "island",
  "area",
  "near",
].map((name) => `car_listings_${name}_idx`);

/** What each search reads, beside cars by id: its index, and one for the count if that differs. */
const SEARCHES: [what: string, query: SearchQuery, indexes: (string | undefined)[]][] = [
  ["all cars", {}, [NEWEST]],
  ["all cars by price", { sort: "price" }, [PRICE, NEWEST]],
  ["all cars by rating", { sort: "rating" }, [RATING, NEWEST]],
  ["dates", dates, [NEWEST]],
  ["dates by price", { ...dates, sort: "price" }, [PRICE, NEWEST]],
  ["a common place", { location: "nassau" }, [NEWEST, PLACE, NEAR]],
  ["a common place with dates", { location: "nassau", ...dates }, [NEWEST, PLACE, NEAR]],
  ["a common place by price", { location: "nassau", sort: "price" }, [PRICE, PLACE, NEAR]],
  // The text is also the beginning of the island's name.
  ["a rare place with dates", { location: "ragged", ...dates }, [PLACE, ISLAND]],
  ["a rare place by price", { location: "ragged", sort: "price" }, [PLACE, ISLAND]],
  ["no place", { location: "montego" }, [PLACE]],
  ["a low price", { max_price: 20 }, [PRICE]],
  ["a high price with dates", { max_price: 120, ...dates }, [NEWEST, PRICE]],
  ["a rare place and a high price", { location: "ragged", max_price: 120 }, [PLACE, ISLAND, PRICE]],
  ["a common island", { island: "new-providence" }, [NEWEST, ISLAND]],
  ["a rare island", { island: "ragged-island", sort: "rating" }, [ISLAND]],
  [
    "filters without an index",
    { transmission: "automatic", min_seats: 4, body_type: ["suv"] },
    [NEWEST],
  ],
  ["near a place", { at: CENTRE }, [NEAR]],
  ["near a place with dates", { at: CENTRE, ...dates }, [NEAR]],
  ["near a place by price", { at: CENTRE, sort: "price" }, [NEAR]],
  ["far from all cars", { at: AT_SEA }, [NEAR]],
  ["near a place that the text names", { location: "LPIA" }, [NEAR, PLACE]],
  ["a small area in order of distance", { at: CENTRE, bounds: AROUND_CENTRE }, [AREA]],
  ["a large area in order of distance", { at: CENTRE, bounds: EVERYWHERE }, [AREA, NEAR]],
  ["a small area", { bounds: { west: -78, south: 24, east: -77, north: 25 } }, [AREA]],
];

const fill = [
  ["after a bulk load", "select"],
  ["after ANALYZE", "analyze car_listings, car_calendar, car_dates, listing_locations"],
  ["after VACUUM", "vacuum car_listings, car_calendar, car_dates, listing_locations"],
] as const;

describe.each(fill)("%s", (_when, prepare) => {
  beforeAll(async () => void (await app.pool.query(prepare)), 30_000);

  test.each(SEARCHES)("%s", async (_what, query, indexes) => {
    const used = new Set<string>();
    for (const { sql: text, parameters } of await statementsOf(query)) {
      const plans = [await explain(`explain ${text}`, parameters)];
      if (explainsGenericPlans) plans.push(await explain(`explain (generic_plan) ${text}`));
      for (const plan of plans) {
        expect(plan).not.toMatch(/(Seq|Bitmap Heap) Scan on car_/);
        // The admins' index is in the order of the newest too, and smaller.
        for (const [index] of plan.matchAll(/\bcar_(listings|calendar)_\w+/g))
          used.add(index.replace("car_listings_all_idx", "car_listings_newest_idx"));
      }
    }
    used.delete("car_listings_pkey");
    const calendar = query.start_date ? ["car_calendar_end_idx"] : [];
    const expected = [...indexes, ...calendar];
    if (explainsGenericPlans) expect([...used].toSorted()).toEqual(expected.toSorted());
    else expect(expected).toEqual(expect.arrayContaining([...used]));
  });
});
