// Tests the demo data on a real database: complete, consistent, and the same every time.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentWarnings } from "../../domain/listing/car-documents.ts";
import { todayInNassau } from "../../domain/calendar/dates.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../test/harness.ts";
import { readDocumentFile } from "../modules/listings/car-documents/car-documents.service.ts";
import { toDocuments } from "../modules/listings/listings.service.ts";
import { checkLedger } from "../modules/ledger/ledger-check.service.ts";
import { payOut } from "../modules/payouts/payouts.service.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, fillWithDemoData } from "./index.ts";
import { DEMO_CARS, PUBLIC_CARS } from "./fleet/fleet.ts";
import { toTripHistory } from "./trip-histories.ts";
import { MAIN_RENTER } from "./people.ts";
import { demoId } from "./seeded-random.ts";
import { demoTrips } from "./trips.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await payOut(app.ctx); // this job may have run before the demo is started
  await fillWithDemoData(app.ctx);
});
afterAll(() => app.close());

/** Every row whose content the demo determines, as one text. */
async function dump(from: TestApp): Promise<string> {
  const tables = [
    "profiles",
    "user_roles",
    "identity_states",
    "car_listings",
    "bookings",
    "car_calendar",
    "calendar_feeds",
    "payments",
    "sandbox_checkouts",
    "audit_events",
    "disputes",
  ];
  const parts = tables.map(async (table) => {
    // Payouts, incidents and cases have random ids.
    const which =
      table === "audit_events"
        ? sql`where subject_type not like 'payout%' and subject_type not in ('incident', 'support_case')`
        : sql``;
    // Ids of audit events continue after those that jobs have already used.
    const row = table === "audit_events" ? sql`(to_jsonb(t) - 'id')::text` : sql`t::text`;
    const { rows } = await sql<{
      all: string;
    }>`select string_agg(${row}, e'\n' order by ${row}) as all from ${sql.table(table)} t ${which}`.execute(
      from.ctx.db,
    );
    return `${table}\n${rows[0]?.all}`;
  });
  const { rows: ledger } =
    await sql`select case when kind like '%payout%' then kind else key end as key, kind, at, account, owner_id, amount_cents
    from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id order by 1, at, account, owner_id, amount_cents`.execute(
      from.ctx.db,
    );
  return [...(await Promise.all(parts)), JSON.stringify(ledger)].join("\n");
}

test("fills only an empty database", async () => {
  const before = await dump(app);
  app.clock.advance(3 * 86_400_000);
  await fillWithDemoData(app.ctx);
  app.clock.set(TEST_NOW);
  expect(await dump(app)).toBe(before);
});

test("has readable car documents with one of each warning", async () => {
  const cars = await app.ctx.db
    .selectFrom("car_listings")
    .innerJoin("accounts", "accounts.id", "car_listings.host_id")
    .select([
      "car_listings.id",
      "host_id",
      "accounts.email",
      "car_listings.is_available",
      "car_listings.title",
    ])
    .execute();
  const documents = await toDocuments(
    app.ctx,
    cars.map((car) => car.id),
  );
  const today = todayInNassau(app.clock.now());
  const troubles = cars.flatMap(({ id, email, is_available }) =>
    documentWarnings(documents.get(id) ?? [], today).map(({ kind, warning }) => ({
      email,
      kind,
      warning,
      is_available,
    })),
  );
  expect(troubles).toHaveLength(3);
  expect(troubles).toEqual(
    expect.arrayContaining([
      {
        email: "host@caydrive.test",
        kind: "insurance",
        warning: "expires_soon",
        is_available: true,
      },
      { email: "host@caydrive.test", kind: "inspection", warning: "missing", is_available: true },
      { email: expect.any(String), kind: "insurance", warning: "expired", is_available: false },
    ]),
  );
  const [first] = cars;
  const user = {
    id: first?.host_id ?? "",
    sessionId: "",
    signedInAt: "",
    roles: ["host"],
  } as const;
  const pdf = await readDocumentFile(app.ctx, user, first?.id ?? "", "insurance");
  expect(pdf.body.toString("latin1")).toMatch(
    /^%PDF-1\.4[^]*Example certificate: insurance[^]*%%EOF\n$/,
  );
});

test("is the same everywhere on the same day", async () => {
  const other = await startTestApp();
  try {
    await fillWithDemoData(other.ctx);
    expect(await dump(other)).toBe(await dump(app));
  } finally {
    await other.close();
  }
});

test("shows 36 public cars on at least eight islands with at least four photos each", async () => {
  const cars = await app.ctx.db.selectFrom("car_listings").selectAll().execute();
  const visible = cars.filter((car) => car.is_approved && car.is_available);
  expect(visible).toHaveLength(36);
  expect(cars).toHaveLength(DEMO_CARS.length);
  expect(new Set(PUBLIC_CARS.map((car) => car.island)).size).toBeGreaterThanOrEqual(8);
  for (const car of cars) expect(new Set(car.images).size).toBeGreaterThanOrEqual(4);
  expect(new Set(cars.flatMap((car) => car.images)).size).toBe(
    cars.reduce((sum, car) => sum + car.images.length, 0),
  );
  expect(new Set(cars.map((car) => car.license_plate)).size).toBe(cars.length);
  expect(new Set(visible.map((car) => car.fuel_type))).toEqual(
    new Set(["gasoline", "diesel", "electric", "hybrid"]),
  );
  expect(new Set(visible.map((car) => car.host_id)).size).toBe(6);
});

test("signs in with the printed accounts", async () => {
  for (const { email } of DEMO_ACCOUNTS) {
    const { status } = await app.call("POST", "/auth/v1/token?grant_type=password", {
      body: { email, password: DEMO_PASSWORD },
    });
    expect(status).toBe(200);
  }
});

test("has a balanced ledger that holds nothing for cancelled bookings and owes hosts their shares of completed ones", async () => {
  const { rows: off } =
    await sql`select transaction_id from ledger_entries group by 1 having sum(amount_cents) <> 0`.execute(
      app.ctx.db,
    );
  expect(off).toEqual([]);
  const { rows: deferred } = await sql<{ payment_status: string; status: string; wrong: number }>`
    select b.status, b.payment_status, count(*) filter (where
      coalesce((select -sum(amount_cents) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.booking_id = b.id and account = 'renter'), 0)
        <> case when b.status = 'approved' then b.amount_due_cents else 0 end) as wrong
    from bookings b group by 1, 2`.execute(app.ctx.db);
  expect(deferred.filter((row) => row.wrong > 0)).toEqual([]);
  const { rows: owed } = await sql<{ wrong: number }>`
    select count(*) as wrong from (select host_id, sum(host_share_cents) as share from bookings where status = 'completed' group by 1) b
    where share <> (select -sum(amount_cents) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where account = 'host_payable' and owner_id = b.host_id and kind not in ('payout', 'payout_failed'))`.execute(
    app.ctx.db,
  );
  expect(owed[0]?.wrong).toBe(0);
});

test("has paid, returned and pending payouts, and a host without bank details", async () => {
  const { rows } = await sql<{ host: string; states: string[] }>`
    select profiles.email as host, array_agg(distinct state order by state) as states
    from payouts join profiles on user_id = host_id group by 1`.execute(app.ctx.db);
  const states = new Map(rows.map((row) => [row.host, row.states]));
  expect(states.get("host@caydrive.test")).toContain("paid");
  expect(states.get("marvin.pinder@caydrive.test")).toContain("failed");
  expect(states.has("leroy.moxey@caydrive.test")).toBe(false);
  expect(new Set(rows.flatMap((row) => row.states))).toEqual(
    new Set(["pending", "paid", "failed"]),
  );
  const session = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email: "host@caydrive.test", password: DEMO_PASSWORD },
  });
  const { body } = await app.call("GET", "/api/host/payouts/upcoming", {
    as: session.body.access_token,
  });
  expect(body).toMatchObject({ carried: null, pays_on: "2026-11-23" });
  expect(body.balance_cents + body.expected_cents).toBeGreaterThan(0);
});

test("has a lost and an open dispute and an incident, and agrees with the provider", async () => {
  const admin = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email: "admin@caydrive.test", password: DEMO_PASSWORD },
  });
  const get = async <const P extends string>(path: P) =>
    (await app.call("GET", path, { as: admin.body.access_token })).body;
  expect(await get("/api/admin/disputes")).toMatchObject({
    disputes: [{ state: "open" }, { state: "lost" }],
  });
  expect(await get("/api/admin/incidents?filter=all")).toMatchObject({
    incidents: [
      { kind: "event_unknown", closed_at: null },
      { kind: "dispute", closed_by: "Andre Sands", details: { state: "lost" } },
    ],
  });
  expect(await get("/api/admin/money")).toMatchObject({
    incidents: 1,
    disputes: { count: 1 },
    refunds: { count: 0 },
    reconciliation: { state: "finished", repaired: 0, reported: 0, unanswered: 0 },
  });
  expect((await checkLedger(app.ctx)).discrepancies).toEqual([]);
});

test("has payments that match the sandbox, and a calendar that matches the bookings", async () => {
  const { rows: differing } = await sql`
    select p.booking_id from payments p join sandbox_checkouts s on s.id = p.session_id join bookings b on b.id = p.booking_id
    where s.client_reference_id <> b.id::text or s.amount_cents <> p.amount_cents or s.refunded_cents <> p.refunded_cents or b.stripe_session_id <> s.id
      or (b.payment_status in ('paid', 'refunded', 'partially_refunded')) <> (s.intent_status = 'succeeded')
      or (b.payment_status = 'authorized') <> (s.intent_status = 'requires_capture')`.execute(
    app.ctx.db,
  );
  expect(differing).toEqual([]);
  const { rows: days } = await sql`
    select b.id from bookings b left join car_calendar c on c.booking_id = b.id
    where (b.status in ('pending', 'approved', 'completed')) <> (c.id is not null) or c.during <> tstzrange(b.pickup_at, b.return_at)`.execute(
    app.ctx.db,
  );
  expect(days).toEqual([]);
});

test("has days blocked by the main host, and an imported calendar with an error", async () => {
  const session = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email: "host@caydrive.test", password: DEMO_PASSWORD },
  });
  const as = session.body.access_token;
  const { body } = await app.call("GET", "/api/host/calendar?from=2026-11-21&to=2027-01-22", {
    as,
  });
  const ranges = body.cars.flatMap((car) => car.ranges);
  expect(new Set(ranges.map((range) => range.kind))).toEqual(
    new Set(["booking", "hold", "block", "import"]),
  );
  expect(ranges.flatMap((range) => range.conflicts)).toEqual([]);
  const [stale, ...others] = body.cars.filter((car) => car.feeds_stale);
  expect(others).toEqual([]);
  const { body: list } = await app.call("GET", `/api/host/cars/${stale?.car_id}/feeds`, { as });
  expect(list.feeds).toMatchObject([
    { state: "stale", days_ahead: 7, error: { code: "feed_unreachable" } },
  ]);
});

test("has reviews, including one sealed for the main renter and one reported", async () => {
  const { db } = app.ctx;
  const cars = await db
    .selectFrom("car_listings")
    .select(["id", "review_count"])
    .where("review_count", ">", 0)
    .execute();
  expect(cars.length).toBeGreaterThanOrEqual(10);
  expect(
    await db.selectFrom("reviews").select("id").where("published_at", "is", null).execute(),
  ).toHaveLength(1);
  expect(await db.selectFrom("review_reports").select("id").execute()).toHaveLength(1);
  const session = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email: "renter@caydrive.test", password: DEMO_PASSWORD },
  });
  const { body } = await app.call("GET", "/api/bookings?filter=past", {
    as: session.body.access_token,
  });
  const open = body.bookings.filter(
    ({ review }: { review: { state: string } }) => review.state === "open",
  );
  expect(open).toMatchObject([
    { car: { make: "Toyota", model: "Camry" }, review: { other_wrote: true } },
  ]);
});

test("has bookings of every kind for the main renter, and nothing left for the jobs", async () => {
  const rows = await app.ctx.db.selectFrom("bookings").selectAll().execute();
  const mine = rows.filter((row) => row.renter_id === demoId("person", MAIN_RENTER));
  const kinds = new Set(mine.map((row) => `${row.status}/${row.payment_status}`));
  expect(kinds).toEqual(
    new Set([
      "completed/paid",
      "completed/partially_refunded",
      "approved/paid",
      "pending/authorized",
      "cancelled/refunded",
      "rejected/voided",
      "cancelled/voided",
    ]),
  );
  const today = TEST_NOW.slice(0, 10);
  expect(mine.filter((row) => row.status === "approved" && row.start_date <= today)).toHaveLength(
    1,
  );
  expect(
    mine.filter((row) => row.status === "approved" && row.start_date > today).length,
  ).toBeGreaterThanOrEqual(2);
  expect(rows.filter((row) => row.status === "approved" && row.end_date < today)).toEqual([]);
  expect(rows.filter((row) => row.status === "pending" && row.lapses_at! <= TEST_NOW)).toEqual([]);
});

test("is consistent on any day and at any hour", () => {
  for (const now of [
    "2026-01-01T04:30:00Z",
    "2026-03-08T06:59:00Z",
    "2026-11-01T05:30:00Z",
    "2028-02-29T23:59:59Z",
  ]) {
    const at = new Date(now);
    for (const trip of demoTrips(todayInNassau(at))) {
      const instants = toTripHistory(trip, at).steps.map((step) => step.at.getTime());
      expect(instants).toEqual(instants.toSorted((a, b) => a - b));
      expect(instants.at(-1)).toBeLessThanOrEqual(at.getTime());
    }
  }
});

test("cancels and refunds a demo booking like any other", async () => {
  const session = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email: "renter@caydrive.test", password: DEMO_PASSWORD },
  });
  const id = demoId("booking", "main duster-deadmans-cay");
  const { status, body } = await app.call("POST", `/api/bookings/${id}/cancel`, {
    body: {},
    as: session.body.access_token,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "cancelled", payment_status: "refunded" });
});

test("has messages, and one case waiting for the admins", async () => {
  const cases = await app.ctx.db
    .selectFrom("support_cases")
    .select("state")
    .orderBy("number")
    .execute();
  expect(cases.map(({ state }) => state)).toEqual(["closed", "waiting", "open"]);
  const kinds = await app.ctx.db
    .selectFrom("conversations")
    .select("kind")
    .where("last_seq", ">", 0)
    .execute();
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
    "booking",
    "listing",
    "support",
    "support",
    "support",
  ]);
});
