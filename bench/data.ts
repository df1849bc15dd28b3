// The marketplace that the bench measures: made by PostgreSQL itself, the same rows every time but for their dates, which hang on today.
import { createHash } from "node:crypto";
import type pg from "pg";
import { todayInNassau } from "../src/domain/calendar/dates.ts";
import type { IslandId } from "../src/domain/place/islands.ts";
import { CURRENT_RATES } from "../src/domain/money/pricing.ts";
import type { Stage } from "./stage.ts";

/** Of 2000 cars so many stand there. A listing's location reads "Cable Beach, Nassau". */
const PLACES: [location: string, island: IslandId, share: number][] = [
  ["Cable Beach, Nassau", "new-providence", 340],
  ["Downtown, Nassau", "new-providence", 300],
  ["Lynden Pindling Airport, Nassau", "new-providence", 260],
  ["Paradise Island, Nassau", "new-providence", 130],
  ["Carmichael Road, Nassau", "new-providence", 80],
  ["Port Lucaya, Freeport", "grand-bahama", 170],
  ["Freeport Harbour, Freeport", "grand-bahama", 110],
  ["George Town, Exuma", "exumas", 140],
  ["Staniel Cay, Exuma", "exumas", 20],
  ["Marsh Harbour, Abaco", "abacos", 120],
  ["Treasure Cay, Abaco", "abacos", 60],
  ["Governor's Harbour, Eleuthera", "eleuthera", 80],
  ["Rock Sound, Eleuthera", "eleuthera", 35],
  ["Harbour Island, Eleuthera", "harbour-island", 40],
  ["Alice Town, Bimini", "bimini", 35],
  ["Fresh Creek, Andros", "andros", 30],
  ["Clarence Town, Long Island", "long-island", 20],
  ["Arthur's Town, Cat Island", "cat-island", 12],
  ["Cockburn Town, San Salvador", "san-salvador", 10],
  ["Matthew Town, Inagua", "inagua", 5],
  ["Colonel Hill, Crooked Island", "crooked-island", 2],
  ["Duncan Town, Ragged Island", "ragged-island", 1],
];
/** Substrings that a visitor may type: what half of the cars match, what one in two thousand does, what none does. */
export const SEARCHES = { common: "nassau", rare: "ragged", absent: "montego" } as const;
/** Dollars a day: a few cars in a thousand cost as little as `low`, nearly all are below `high`. */
export const PRICES = { low: 30, high: 150 } as const;

const CARS = [
  "Toyota RAV4",
  "Nissan Note",
  "Jeep Wrangler",
  "Kia Sportage",
  "Honda Fit",
  "Suzuki Jimny",
  "Ford Ranger",
];

/** People are called so, each first name with each last name; the first of the last names are the most common, as on the islands. */
const FIRST_NAMES =
  "Tamika Keisha Marco Anthea Delano Shavonne Tavares Priya Naomi Jordan Latoya Omar Chantel Rashad Zoe".split(" ");
const LAST_NAMES =
  "Rolle Ferguson Smith Johnson Knowles Moss Pinder Albury Cartwright Russell Sawyer Bethel Curry Lightbourne Zonicle".split(
    " ",
  );

/** The id (a version 8 uuid) of the nth car, host, renter, session of a renter, or conversation; PostgreSQL makes the same. */
export function idOf(kind: "car" | "host" | "renter" | "session" | "conversation", n: number): string {
  const hex = createHash("md5").update(`${kind}${n}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

export interface Amounts {
  listings: number;
  /** Signed in, with a date of birth. 0 where nobody books. */
  renters: number;
  /** Bookings a car, end to end around today; or none, and one blocked range a car. */
  bookingsPerListing: number;
}

/** Fills an empty database. `today` is a day in Nassau. */
export async function fillMarketplace(client: pg.Client, today: string, amounts: Amounts): Promise<void> {
  const { listings, renters, bookingsPerListing } = amounts;
  const hosts = Math.ceil(listings / 20);
  // Bulk loading only: what goes in is sound by construction, and the settings end with the connection.
  await client.query("set session_replication_role = replica; set synchronous_commit = off");
  await client.query("set maintenance_work_mem = '512MB'; set work_mem = '256MB'");
  await client.query(`
    create function pg_temp.chance(n bigint, salt bigint) returns double precision immutable language sql as
      $$ select (hashint8extended(n, salt) & 1048575) / 1048576.0::double precision $$;
    create function pg_temp.id_of(kind text, n bigint) returns uuid immutable language sql as $$ select overlay(overlay(md5(kind || n::text) placing '8' from 13) placing 'a' from 17)::uuid $$;
    create temporary table place (slot integer primary key, location text not null, island text not null);
    create temporary table model (slot integer primary key, name text not null);`);
  const slots = PLACES.flatMap(([location, island, share]) =>
    Array.from({ length: share }, () => ({ location, island })),
  );
  await client.query(
    "insert into place select n - 1, location, island from unnest($1::text[], $2::text[]) with ordinality as each (location, island, n)",
    [slots.map(({ location }) => location), slots.map(({ island }) => island)],
  );
  await client.query("insert into model select n - 1, name from unnest($1::text[]) with ordinality as each (name, n)", [
    CARS,
  ]);
  await client.query("analyze place, model");

  await addPeople(client, "host", hosts, today);
  await addPeople(client, "renter", renters, today);
  await withoutIndexes(client, "car_listings", () =>
    client.query(
      `insert into car_listings (id, host_id, title, description, make, model, year, color, location, latitude, longitude, island, price_per_day,
         transmission, fuel_type, seats, features, images, is_available, is_approved, booking_mode, created_at, updated_at)
       select pg_temp.id_of('car', n), pg_temp.id_of('host', n % $2), 'Clean ' || name || ' ' || n, 'Cool, quiet and easy on fuel.',
         split_part(name, ' ', 1), split_part(name, ' ', 2), 2012 + n % 13, 'White', location, 25.06, -77.35, island,
         20 + round((40 * exp(1.1 * (pg_temp.chance(n, 1) + pg_temp.chance(n, 2) + pg_temp.chance(n, 3) - 1.5)))::numeric),
         case when n % 17 = 3 then 'manual' else 'automatic' end, (array['electric', 'hybrid', 'diesel', 'gasoline'])[least(4, 1 + n % 23)],
         (array[2, 8, 7, 6, 4, 4, 5, 5, 5, 5])[1 + n % 10],
         array['Bluetooth', 'Air Conditioning'] || case when n % 29 = 11 then array['Heated Seats', 'Sunroof'] else '{}' end, array['/storage/v1/object/public/car-images/car-' || n || '.webp'],
         n % 50 <> 7, n % 40 <> 3, case when n % 4 = 0 then 'approval' else 'instant' end, at, at
       from (select n, $3::date - pg_temp.chance(n, 4) * interval '900 days' as at from generate_series(1, $1::bigint) n) car
         join place on place.slot = floor(pg_temp.chance(n, 5) * $4) join model on model.slot = n % $5`,
      [listings, hosts, today, slots.length, CARS.length],
    ),
  );
  // No trigger does, and there is nothing to hide in them.
  await client.query(
    "insert into listing_locations select distinct lower(location), lower(location) from car_listings",
  );
  if (bookingsPerListing > 0) await addBookings(client, today, amounts);
  await client.query(
    `insert into booking_totals (bookings, completed_amount)
     select count(*), coalesce(sum(total_amount) filter (where status = 'completed'), 0) from bookings where counts`,
  );
  await withoutIndexes(client, "car_calendar", () =>
    client.query(
      bookingsPerListing > 0
        ? `insert into car_calendar (car_id, kind, booking_id, during, created_at)
           select car_id, 'booking', id, daterange(start_date, end_date), created_at from bookings`
        : `insert into car_calendar (car_id, kind, during, created_at)
           select pg_temp.id_of('car', n), 'block', daterange(starts, starts + 3 + n % 10), '${today}'
           from (select n, '${today}'::date + floor(pg_temp.chance(n, 6) * 90)::int as starts from generate_series(1, ${listings}) n) block`,
    ),
  );
  // What was committed asynchronously counts as visible to all once it is on disk; only then does vacuum say so.
  for (const statement of ["set synchronous_commit = on", "checkpoint", "vacuum (analyze)", "checkpoint"])
    await client.query(statement);
}

/** Accounts that are confirmed, with profile and role; renters have a session too. */
async function addPeople(client: pg.Client, role: "host" | "renter", count: number, today: string): Promise<void> {
  const from = `from generate_series(0, ${count - 1}) n`;
  const id = `pg_temp.id_of('${role}', n)`;
  const [FIRST, LAST] = [FIRST_NAMES, LAST_NAMES].map((names) => `array[${names.map((name) => `'${name}'`)}]`);
  await client.query(`
    insert into accounts (id, email, password_hash, email_confirmed_at, created_at, updated_at)
      select ${id}, '${role}' || n || '@example.test', 'unusable', '${today}', '${today}', '${today}' ${from};
    insert into profiles (user_id, first_name, last_name, email, user_type, date_of_birth, created_at, updated_at)
      select ${id}, (${FIRST})[1 + n % ${FIRST_NAMES.length}], (${LAST})[1 + floor(pg_temp.chance(n, 9) ^ 2 * ${LAST_NAMES.length})::int], '${role}' || n || '@example.test', '${role}', '1990-05-17', '${today}', '${today}' ${from};
    insert into user_roles (user_id, role, granted_at) select ${id}, '${role}', '${today}' ${from};`);
  if (role === "renter")
    await client.query(`insert into sessions (id, account_id, created_at, refreshed_at, authentication_method)
      select pg_temp.id_of('session', n), ${id}, '${today}', '${today}', 'password' ${from}`);
}

/** Each car has slots of 20 days, two behind today for every three ahead, with a rental of 3 to 12 days in each; some touch. */
async function addBookings(
  client: pg.Client,
  today: string,
  { listings, renters, bookingsPerListing: slots }: Amounts,
): Promise<void> {
  const { serviceFeeBasisPoints, hostShareBasisPoints, processingFeeCents } = CURRENT_RATES;
  // Of a hundred that are over one was rejected and one cancelled; of a thousand that lie ahead one waits for an answer.
  const STATE = `case when ends <= $4::date then case n % 100 when 7 then array['rejected', 'voided'] when 8 then array['cancelled', 'refunded'] else array['completed', 'paid'] end
    when n % 1000 = 9 then array['pending', 'authorized'] else array['approved', 'paid'] end`;
  await withoutIndexes(client, "bookings", () =>
    client.query(
      `insert into bookings (car_id, renter_id, host_id, start_date, end_date, status, payment_status, total_amount, booking_mode, price_per_day,
         service_fee_basis_points, host_share_basis_points, service_fee_cents, processing_fee_cents, amount_due_cents, host_share_cents,
         created_at, updated_at)
       select car_id, pg_temp.id_of('renter', n % $3), host_id, starts, ends, (${STATE})[1], (${STATE})[2],
         total, booking_mode, price_per_day, $5::int, $6::int, fee, $7::int, total * 100 + fee + $7::int, floor(total * $6::int / 100), at, at
       from (select *, total * $5::int / 100 as fee from (select *, price_per_day * (ends - starts) as total from (
         select *, starts + 3 + floor(pg_temp.chance(n, 8) * 10)::int as ends, starts - interval '30 days' as at from (
           select n, $4::date + 20 * (n % $2 - $2 * 2 / 5)::int + floor(pg_temp.chance(n, 7) * 9)::int as starts, pg_temp.id_of('car', 1 + n / $2) as car_id
           from generate_series(0, $1::bigint - 1) n) slot
       ) stay join (select id, host_id, price_per_day, booking_mode from car_listings) car on car.id = car_id) priced) booking`,
      [listings * slots, slots, renters, today, serviceFeeBasisPoints, hostShareBasisPoints, processingFeeCents],
    ),
  );
}

/** Does `work` without the table's indexes and exclusion constraints but those that stand for uniqueness, then makes them as they were. */
export async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
       from pg_constraint where conrelid = $1::regclass and contype = 'x'
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       from pg_index where indrelid = $1::regclass and not indisunique and not indisexclusion`,
    [table],
  );
  for (const { drop } of rows) await client.query(drop);
  await work();
  for (const { make } of rows) await client.query(make);
}

/** The marketplace that searches with dates, checkouts and the admin's lists are measured on: two people for each car; made once a run. */
export async function marketplace(stage: Stage): Promise<{ url: string; listings: number; bookings: number }> {
  const listings = stage.quick ? 10_000 : 100_000;
  const amounts = { listings, renters: listings * 1.95, bookingsPerListing: 10 };
  const url = await stage.database("marketplace", (client) => {
    stage.say(`making ${listings.toLocaleString("en-US")} listings with 10 bookings each`);
    return fillMarketplace(client, todayInNassau(new Date()), amounts);
  });
  return { url, listings, bookings: listings * amounts.bookingsPerListing };
}

/** 10,000 listings of as many hosts and renters, with 10 bookings each: what a load meets, who books days in it. @returns the database's address */
export const loadedMarketplace = (stage: Stage, name: string): Promise<string> =>
  stage.database(name, (client) => {
    stage.say("making 10,000 listings with 10 bookings each");
    const amounts = { listings: 10_000, renters: 10_000, bookingsPerListing: 10 };
    return fillMarketplace(client, todayInNassau(new Date()), amounts);
  });
