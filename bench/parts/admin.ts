// The admin's figures, queue and lists on a full marketplace with an audit log: p99 of each over a
// fixed mix of filters and searches.
import pg from "pg";
import { ADMIN_BOOKING_SORTS } from "../../src/domain/booking/admin/admin-booking-lists.ts";
import { makeId, marketplace } from "../data.ts";
import { percentile } from "../load-clients.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";

/** Warm-up rounds, which are not counted. */
const WARM_UP = 2;
/** The day that DAY in a query stands for. */
const DAY = new Date().toISOString().slice(0, 10);
const ADMIN = 0;
const MOST_MS = 100;

/** The queries of each list; `page 2` follows the first page's cursor. */
const LISTS: Record<string, readonly string[]> = {
  figures: [""],
  queue: ["", "page 2", "assignee=nobody", "assignee=mine", "kind=listing", "kind=dispute"],
  "queue/counts": [""],
  users: [
    "",
    "page 2",
    "filter=hosts",
    "filter=admins",
    "filter=suspended",
    "search=rolle",
    "search=zonicle",
    "search=keisha moss",
    "search=renter77777@example.test",
    "search=host12",
    "search=ta",
    "search=z",
    "search=nobody here",
    `search=${makeId("renter", 77)}`,
    "filter=hosts&search=delano",
    "sort=oldest&filter=hosts",
    "from=DAY&to=DAY",
  ],
  listings: [
    "",
    "page 2",
    "filter=pending",
    "filter=rejected",
    "filter=active",
    "filter=inactive",
    "search=nassau",
    "search=ragged",
    "search=clean jimny 77777",
    "search=keisha moss",
    "search=host12@example.test",
    "search=ra",
    "search=nothing like it",
    `search=${makeId("host", 12)}`,
    "filter=pending&search=jeep",
    "filter=inactive&search=zonicle",
    "island=ragged-island",
    "island=new-providence&filter=inactive&sort=oldest",
    "from=DAY&to=DAY",
  ],
  bookings: [
    "",
    "page 2",
    "filter=pending",
    "filter=approved",
    "filter=rejected",
    "filter=completed",
    "filter=cancelled",
    "search=nassau",
    "search=ragged",
    "search=clean jimny 77777",
    "search=rolle",
    "search=keisha moss",
    "search=renter77777@example.test",
    "search=host12@example.test",
    "search=ta",
    "search=nothing like it",
    `search=${makeId("renter", 77)}`,
    `search=${makeId("host", 12)}`,
    "filter=pending&search=jeep",
    "filter=rejected&search=zonicle",
    "filter=cancelled&search=ragged",
    ...ADMIN_BOOKING_SORTS.flatMap((sort) => [
      `sort=${sort}`,
      `sort=${sort}&filter=approved`,
      `sort=${sort}&filter=pending`,
      `sort=${sort}&from=DAY`,
      `sort=${sort}&from=DAY&to=DAY`,
      `sort=${sort}&from=DAY&to=DAY&island=exumas&filter=approved`,
      `sort=${sort}&island=ragged-island`,
    ]),
    "filter=in_progress",
    "filter=today",
    "filter=today&sort=first_return&island=exumas",
    "sort=highest&search=rolle",
  ],
  audit: [
    "",
    "page 2",
    "filter=admins",
    "filter=accounts",
    "filter=listings",
    "filter=bookings",
    "from=DAY&to=DAY",
    "filter=admins&from=DAY&to=DAY",
    "filter=bookings&from=DAY&to=DAY&sort=oldest",
    `about=${makeId("renter", 77)}`,
    `about=${makeId("car", 77)}`,
    `filter=bookings&about=${makeId("renter", 77)}`,
    `filter=admins&about=${makeId("car", 77)}`,
    "about=renter77777@example.test",
    "about=242 557 7777",
    "about=keisha moss",
  ],
  search: [
    "text=nassau",
    "text=rolle",
    "text=keisha moss",
    "text=renter77777@example.test",
    "text=clean jimny 77777",
    "text=ta",
    "text=nothing like it",
    "text=+1 242 557 7777",
    "text=557-7777",
    "text=4242",
    "text=7777",
    "text=CD-1042",
  ],
};

/**
 * An admin, some suspended people, phones, payments, and three audited steps of every booking.
 * @returns the searches for one booking by its number and by its receipt
 */
const addAdmin = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url }); // the server's own pool has a time limit
  const admin = makeId("renter", ADMIN);
  await client.connect();
  await client.query(
    "insert into user_roles (user_id, role, granted_at, admin_role) values ($1, 'admin', current_date, 'owner')",
    [admin],
  );
  await client.query(
    "update accounts set suspended_at = current_date where id in (select id from accounts order by id limit 40)",
  );
  await client.query(
    `insert into audit_events (at, actor_kind, actor_id, action, subject_type, subject_id, before, after)
     select created_at, kind, case kind when 'renter' then renter_id end, 'booking.' || step, 'booking', id,
       '{"status": "pending", "payment_status": "unpaid"}', '{"status": "pending", "payment_status": "unpaid"}'
     from (select * from bookings order by created_at) booking,
       (values ('renter', 'create'), ('provider', 'authorise'), ('provider', 'capture_succeeded')) step (kind, step)`,
  );
  await client.query(
    `insert into audit_events (at, actor_kind, actor_id, action, subject_type, subject_id)
     select created_at, 'admin', $1, 'listing.approve', 'listing', id from car_listings where is_approved`,
    [admin],
  );
  await client.query(
    `update profiles set phone = '+1242' || (5500000 + n)
     from (select user_id, row_number() over (order by user_id) as n from profiles) numbered
     where profiles.user_id = numbered.user_id`,
  );
  // A tenth of all cards ends in 4242, the others are evenly spread.
  await client.query(
    `insert into payments (booking_id, provider, amount_cents, currency, state, expires_at, created_at, updated_at, card_last4)
     select id, 'sandbox', amount_due_cents, 'usd', 'captured', created_at, created_at, created_at,
       case when number % 10 = 0 then '4242' else lpad((number / 10 % 10000)::text, 4, '0') end
     from bookings on conflict (booking_id) do nothing`,
  );
  const { rows } = await client.query<{ number: number; receipt: string }>(
    "select number, upper(left(replace(id::text, '-', ''), 12)) as receipt from bookings order by number limit 1",
  );
  await client.query("checkpoint");
  await client.query("vacuum (analyze) audit_events, accounts, user_roles, profiles, payments");
  await client.end();
  return rows.flatMap(({ number, receipt }) => [`BK-${number}`, receipt]);
};

export async function measureAdmin(stage: Stage): Promise<ResultRow[]> {
  const market = await marketplace(stage);
  stage.say("making the record of its bookings");
  const numbers = await addAdmin(market.url);
  const lists: Record<string, readonly string[]> = {
    ...LISTS,
    bookings: [...(LISTS["bookings"] ?? []), ...numbers.map((number) => `search=${number}`)],
    search: [...(LISTS["search"] ?? []), ...numbers.map((number) => `text=${number}`)],
  };
  const program = await stage.program(market.url);
  const headers = { authorization: `Bearer ${await (await tokens(stage))(ADMIN)}` };
  const times = new Map<string, Map<string, number[]>>();

  const ask = async (list: string, query: string): Promise<{ next: string | null; ms: number }> => {
    const begun = performance.now();
    const response = await fetch(
      `${program.url}/api/admin/${list}?${query.replaceAll(" ", "%20").replaceAll("+", "%2B").replaceAll("DAY", DAY)}`,
      {
        headers,
      },
    );
    const body = (await response.json()) as { next_cursor?: string | null };
    const ms = performance.now() - begun;
    if (!response.ok)
      throw new Error(`${list}?${query} returned ${response.status}: ${JSON.stringify(body)}`);
    return { next: body.next_cursor ?? null, ms };
  };
  const rounds = stage.quick ? 3 : 40;
  try {
    for (let round = 0; round < WARM_UP + rounds; round++)
      for (const [list, queries] of Object.entries(lists))
        for (const query of queries) {
          const isSecond = query === "page 2";
          const { ms } = await ask(list, isSecond ? `cursor=${(await ask(list, "")).next}` : query);
          if (round < WARM_UP) continue;
          const of = times.get(list) ?? new Map<string, number[]>();
          times.set(list, of.set(query, [...(of.get(query) ?? []), ms]));
        }
  } finally {
    await program.end("SIGTERM");
  }
  return [...times].map(([list, byQuery]) => {
    const slowest = [...byQuery]
      .map(([query, values]) => ({ query, ms: percentile(values, 0.5) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 3);
    return row(
      `p99 of the admin's ${list}, ${market.bookings.toLocaleString("en-US")} bookings`,
      ["<=", MOST_MS],
      percentile([...byQuery.values()].flat(), 0.99),
      {
        detail: slowest
          .map(({ query, ms }) => `${query || "all"}: median ${ms.toFixed(1)}`)
          .join("; "),
        digits: 1,
        unit: " ms",
      },
    );
  });
}
