// Bookings for admins: the list, one booking in full, decisions, and every list as CSV.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCsv } from "../../../../test/csv.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { setCar } from "../../../../test/host-form.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Ada" });
});
afterAll(() => t.app.close());

const call = <const P extends string>(path: P) =>
  t.app.call("GET", `/api/admin/${path}`, { as: admin.token });
const ids = async (query: string): Promise<string[]> =>
  (await call(`bookings?${query}`)).body.bookings.map((each) => each.id);

test("lists bookings by status and search, without abandoned checkouts", async () => {
  const { id, car, session } = await t.book({ mode: "approval" });
  const confirmed = await t.book();
  const open = await t.checkout(await t.newCar({ title: "Unpaid" }));
  expect(await ids("")).toEqual(expect.arrayContaining([id, confirmed.id]));
  expect(await ids("")).not.toContain(open.body.booking_id);
  expect(await ids("filter=pending")).toEqual([id]);
  expect(await ids("filter=approved")).toEqual([confirmed.id]);
  expect(await ids("filter=rejected")).toEqual([]);
  for (const text of [id, car, session]) expect(await ids(`search=${text}`), text).toEqual([id]);
  for (const text of [
    "quiet rav4",
    "SD 1234",
    "tamika rolle",
    t.renter.email,
    t.host.email,
    t.renter.id,
    "ta",
  ])
    expect(await ids(`search=${encodeURIComponent(text)}`), text).toEqual(
      expect.arrayContaining([id, confirmed.id]),
    );
  for (const text of ["amik", "nobody at all", "100%"].slice(1))
    expect(await ids(`search=${encodeURIComponent(text)}`), text).toEqual([]);
  expect(await call("bookings?cursor=bm9uc2Vuc2U")).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
});

test("shows a booking with its payment, ledger and steps, including the admin's decision", async () => {
  const { id, session } = await t.book({ mode: "approval" });
  await t.decide(id, "reject", admin, { reason: "The renter asked us to." });
  const { body } = await call(`bookings/${id}`);
  expect(body).toMatchObject({
    booking: {
      id,
      status: "rejected",
      payment_status: "voided",
      decision_reason: "The renter asked us to.",
      renter_id: t.renter.id,
      host_id: t.host.id,
      stripe_session_id: session,
      renter: { email: t.renter.email },
    },
    payment: {
      provider: "sandbox",
      session_id: session,
      state: "voided",
      amount_cents: 20_099,
      refunded_cents: 0,
      wanted: null,
    },
    movements: [
      { kind: "authorized", entries: [] },
      { kind: "authorization_released", entries: [] },
    ],
  });
  expect(body.steps).toMatchObject([
    { action: "booking.create", actor_kind: "renter", actor_name: "Tamika Rolle" },
    { action: "booking.authorise_for_request", actor_kind: "provider", actor_name: null },
    {
      action: "booking.reject",
      actor_kind: "admin",
      actor_name: "Ada Rolle",
      reason: "The renter asked us to.",
    },
  ]);
  const late = await t.decide(id, "approve", admin);
  expect(late).toMatchObject({
    status: 409,
    body: { code: "transition_refused", details: { status: "rejected" } },
  });
  expect(await call(`bookings/${t.renter.id}`)).toMatchObject({
    status: 404,
    body: { code: "PGRST116" },
  });

  const paid = await t.book();
  const { movements } = (await call(`bookings/${paid.id}`)).body;
  expect(movements.map((each) => each.kind)).toEqual(["authorized", "captured", "provider_fee"]);
  expect(movements[1]?.entries.reduce((sum, each) => sum + each.amount_cents, 0)).toBe(0);
});

test("searches in batches when over a thousand match, and finds everything", async () => {
  const { id, car } = await t.book();
  const { db } = t.app.ctx;
  // Over a thousand cars of that name without a booking, one old booking of such a car, and 5,000
  // newer bookings of another car.
  await sql`
    insert into car_listings (host_id, title, make, model, year, location, price_per_day_cents, transmission, fuel_type, seats, created_at, updated_at)
    select host_id, 'Zanzibar ' || number, make, model, year, location, price_per_day_cents, transmission, fuel_type, seats, created_at, updated_at
    from car_listings, generate_series(1, 1001) number where id = ${car}`.execute(db);
  await db
    .updateTable("car_listings")
    .set({ title: "Zanzibar itself" })
    .where("id", "=", car)
    .execute();
  const other = await t.newCar({ title: "Elsewhere" });
  await sql`
    with copies as (
      insert into bookings (car_id, renter_id, host_id, start_date, end_date, days, status, payment_status, total_cents, booking_mode,
        price_per_day_cents, service_fee_basis_points, host_share_basis_points, amount_due_cents, host_share_cents, created_at, updated_at)
      select ${other}::uuid, renter_id, host_id, start_date, end_date, days, 'completed', 'paid', total_cents, booking_mode,
        price_per_day_cents, service_fee_basis_points, host_share_basis_points, amount_due_cents, host_share_cents,
        created_at + make_interval(secs => nth), updated_at
      from bookings, generate_series(1, 5000) nth where id = ${id} returning id)
    insert into booking_lines (booking_id, position, code, label, quantity, unit, amount_cents, earner)
    select copies.id, position, code, label, quantity, unit, amount_cents, earner
    from copies, booking_lines where booking_id = ${id}`.execute(db);
  const first = (await call("bookings?search=zanzibar")).body;
  expect(first.bookings).toEqual([]);
  const second = (await call(`bookings?search=zanzibar&cursor=${first.next_cursor}`)).body;
  expect(second).toMatchObject({ bookings: [{ id }], next_cursor: null });
});

test("exports every list completely as CSV, without anything a spreadsheet would execute", async () => {
  const { id } = await t.book({ mode: "approval" });
  await t.decide(id, "reject", admin, {
    reason: '=HYPERLINK("http://evil.example","x"), said\nso',
  });
  const lines = async (path: string) => {
    const { status, headers, body } = await call(path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    return body as string;
  };
  const bookings = await lines("bookings.csv");
  expect(bookings).toMatch(/^id,number,status,payment_status,.*created_at\r\n/);
  const { total_bookings } = (await call("figures")).body;
  const counts = bookings.match(
    /^[\da-f-]{36},BK-[\d-]{9},(pending|approved|rejected|completed|cancelled),/gm,
  );
  expect(counts).toHaveLength(total_bookings);
  expect(new Set(counts).size).toBeGreaterThan(1);
  expect(bookings).toContain(`"'=HYPERLINK(""http://evil.example"",""x""), said\nso"`);
  // Three days of $60.00 without a tariff or a discount and with both fees, in dollars.
  expect(bookings).toContain(
    ",60.00,180.00,,,,,,,,,0.00,0.00,0.00,18.00,2.99,0.00,200.99,153.00,0.00,0.00,0.00,0.00,",
  );
  expect(bookings.split("\r\n")[0]).not.toContain("cents");
  expect(await lines(`bookings.csv?search=${id}`)).toMatch(
    new RegExp(`^id,.*\\r\\n${id},BK-[\\d-]{9},rejected,voided,`),
  );

  const { total_cars, total_users } = (await call("figures")).body;
  expect((await lines("listings.csv")).match(/^[\da-f-]{36},/gm)).toHaveLength(total_cars);
  expect((await lines("users.csv")).match(/^[\da-f-]{36},/gm)).toHaveLength(total_users);
  expect(await lines(`users.csv?search=${t.renter.email}`)).toContain(
    `,${t.renter.email},,renter,,true,`,
  );
  const audit = await lines(`audit.csv?about=${id}`);
  expect(audit.match(/^\d+,/gm)).toHaveLength(3);
  expect(audit).toContain(`,admin,${admin.id},Ada Rolle,booking.reject,booking,${id},`);
  const { events } = (await call(`audit?about=${admin.id}`)).body;
  expect(events[0]).toMatchObject({
    action: "export.audit",
    actor: { id: admin.id },
    after: { about: id },
  });
});

test("exports the meeting place, the extras and what each of them cost", async () => {
  const car = await t.newCar();
  const airport = "lynden-pindling-international-airport";
  const extra = { description: null, price_cents: 300, per: "day", stock: 2 };
  await setCar(t, car, {
    meeting_places: [{ place_id: airport, fee_cents: 2_000 }],
    extras: [
      { ...extra, kind: "cooler", price_cents: 1_000, per: "trip" },
      { ...extra, kind: "booster_seat" },
    ],
  });
  const { body } = await t.checkout(car, t.renter, {
    pickup_time: "10:00",
    return_time: "09:00",
    meeting_place_id: airport,
    extras: [
      { extra_id: "cooler", quantity: 1 },
      { extra_id: "booster_seat", quantity: 2 },
    ],
    amount_due_cents: 24_899,
  });
  await t.pay(body.session_id);
  await t.verify(body.session_id);
  const path: string = `bookings.csv?search=${body.booking_id}`;
  const csv = (await call(path)).body as string;
  expect(parseCsv(csv)).toMatchObject([
    {
      meeting_place: "Lynden Pindling International Airport",
      extra_labels: "Cooler; 2 × Booster seat, over 40 lb: 3 days × $3.00",
      start_date: "2026-12-05",
      pickup_time: "10:00",
      return_time: "09:00",
      days: "3",
      total_amount: "180.00",
      meeting_place_fee: "20.00",
      extras: "28.00",
      amount_due: "248.99",
    },
  ]);
});
