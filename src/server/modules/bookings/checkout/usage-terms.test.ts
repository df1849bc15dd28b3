// The terms by which usage is charged: what a host may set, and what a booking keeps.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCsv } from "../../../../../test/csv.ts";
import { changeCar, setCar } from "../../../../../test/host-form.ts";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import type { Person } from "../../../../../test/factories.ts";
import { mailsAbout } from "../../../../../test/people.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await t.newRenter({ roles: ["renter", "admin"] });
});
afterAll(() => t.close());

const LIMIT = {
  included_miles_per_day: 100,
  price_per_mile_cents: 25,
  tank_gallons: 13,
  deposit_cents: 15_000,
};
const extra = (kind: string) => ({
  kind,
  description: null,
  price_cents: 2_000,
  per: "trip",
  stock: null,
});
const TERMS = {
  tariff_version: 1,
  ceiling_cents: 102_000,
  included_miles_per_day: 100,
  price_per_mile_cents: 25,
  level_charge: "fuel",
  tank_gallons: 13,
  pump_price_cents: 560,
  deposit_cents: 15_000,
};

const setMarket = (body: object) =>
  t.app.call("PATCH", "/api/admin/settings", { as: admin.token, body });
const readTerms = async (car: string) =>
  (await t.app.call("GET", `/api/listings/${car}`)).body.usage_terms;
async function book(car: string, choice: object = {}): Promise<string> {
  const renter = await t.newRenter();
  const opened = await t.checkout(car, renter, choice);
  expect(opened.status).toBe(200);
  return opened.body.booking_id;
}
const readBooked = (id: string) =>
  t.app.ctx.db
    .selectFrom("bookings")
    .select(Object.keys(TERMS) as (keyof typeof TERMS)[])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("a booking keeps its terms when the car, the pump price and the excess change", async () => {
  const car = await t.newCar();
  await setCar(t, car, LIMIT);
  expect(await readTerms(car)).toEqual(TERMS);
  const id = await book(car);
  try {
    await setCar(t, car, {
      included_miles_per_day: 200,
      price_per_mile_cents: 50,
      tank_gallons: 9,
      deposit_cents: 50_000,
    });
    await setMarket({ damage_excess_cents: 100_000, pump_prices: { "new-providence": 600 } });
    expect(await readTerms(car)).toMatchObject({
      ceiling_cents: 152_000,
      included_miles_per_day: 200,
      pump_price_cents: 600,
    });
    expect(await readBooked(id)).toEqual(TERMS);
  } finally {
    await setMarket({ damage_excess_cents: 50_000, pump_prices: { "new-providence": 560 } });
  }
  await expect(
    t.app.ctx.db
      .updateTable("bookings")
      .set({ price_per_mile_cents: 10 })
      .where("id", "=", id)
      .execute(),
  ).rejects.toThrow("are frozen");
});

test("the extras remove the limit of the distance and prepay the fuel", async () => {
  const car = await t.newCar();
  const extras = [extra("unlimited_distance"), extra("prepaid_fuel")];
  await setCar(t, car, { ...LIMIT, extras });
  const chosen = extras.map(({ kind }) => ({ extra_id: kind, quantity: 1 }));
  // $180.00, $40.00 and the fees of $18.00 and $2.99.
  const id = await book(car, { total_amount: 180, amount_due_cents: 24_099, extras: chosen });
  expect(await readBooked(id)).toEqual({
    ...TERMS,
    included_miles_per_day: null,
    price_per_mile_cents: null,
    level_charge: null,
    tank_gallons: null,
    pump_price_cents: null,
  });
});

test("refuses terms that no longer apply, with the current ones", async () => {
  const car = await t.newCar();
  await setCar(t, car, LIMIT);
  const renter = await t.newRenter();
  await setCar(t, car, { price_per_mile_cents: 30 });
  const refused = await t.checkout(car, renter, { usage_terms: TERMS });
  const usage_terms = { ...TERMS, price_per_mile_cents: 30 };
  expect(refused.body).toMatchObject({
    status: 409,
    code: "usage_terms_changed",
    details: { usage_terms },
  });
  expect((await t.checkout(car, renter, { usage_terms })).status).toBe(200);
});

test("a checkout that confirms the amount due must confirm the terms as well", async () => {
  const car = await t.newCar();
  await setCar(t, car, LIMIT);
  const renter = await t.newRenter();
  const confirmed = { amount_due_cents: 20_099, usage_terms: undefined };
  expect((await t.checkout(car, renter, confirmed)).body).toMatchObject({
    code: "usage_terms_changed",
    details: { usage_terms: TERMS },
  });
});

test("the specified request gets the current terms, which the checkout page names", async () => {
  const car = await t.newCar();
  await setCar(t, car, LIMIT);
  const renter = await t.newRenter();
  const opened = await t.checkout(car, renter);
  expect(await readBooked(opened.body.booking_id)).toEqual(TERMS);
  const path = `/api/sandbox/checkout/${opened.body.session_id}` as const;
  const { note } = (await t.app.call("GET", path)).body;
  expect(note).toContain("300 miles included");
  expect(note).toContain("Deposit: $150.00, held on your card from 24 hours before pickup.");
  const { body } = await t.app.call("GET", `/api/listings/${car}/open-checkout`, {
    as: renter.token,
  });
  expect(body.checkout?.usage_terms).toEqual(TERMS);
});

test("the confirmation, the receipt and the export name the distance, its price and the ceiling", async () => {
  const car = await t.newCar({ booking_mode: "instant" });
  await setCar(t, car, LIMIT);
  const renter = await t.newRenter();
  const { booking_id: id, session_id } = (await t.checkout(car, renter)).body;
  await t.pay(session_id);
  await t.verify(session_id, renter);
  const [mail] = await mailsAbout(t.app, renter.email, /^Confirmed/);
  expect(mail?.text).toContain("300 miles included, then $0.25 a mile");
  expect(mail?.text).toContain("Never more than $1,020.00");
  expect(mail?.text).toContain("$150.00, held on your card");
  const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: renter.token });
  expect(receipt.body.usage_terms).toEqual(TERMS);
  const path: string = `/api/admin/bookings.csv?search=${id}`;
  const csv = (await t.app.call("GET", path, { as: admin.token })).body as string;
  expect(parseCsv(csv)).toMatchObject([
    {
      included_miles_per_day: "100",
      price_per_mile: "0.25",
      ceiling: "1020.00",
      deposit: "150.00",
    },
  ]);
});

test("an electric car has no tank, and its charge is charged by the table", async () => {
  const car = await t.newCar();
  await setCar(t, car, { fuel_type: "electric" });
  expect(await readTerms(car)).toMatchObject({ level_charge: "charging", tank_gallons: null });
  expect(await readBooked(await book(car))).toMatchObject({ level_charge: "charging" });
});

test.each([
  [{ included_miles_per_day: 100 }, "distance_incomplete"],
  [{ price_per_mile_cents: 25 }, "distance_incomplete"],
  [{ included_miles_per_day: 99, price_per_mile_cents: 25 }, "included_miles_out_of_range"],
  [{ included_miles_per_day: 100, price_per_mile_cents: 4 }, "mile_price_out_of_range"],
  [{ included_miles_per_day: 100, price_per_mile_cents: 51 }, "mile_price_out_of_range"],
  [{ extras: [extra("unlimited_distance")] }, "unlimited_distance_included"],
  [{ tank_gallons: 61 }, "tank_out_of_range"],
  [{ deposit_cents: 99 }, "deposit_out_of_range"],
  [{ deposit_cents: 50_001 }, "deposit_out_of_range"],
  [{ fuel_type: "electric", tank_gallons: 13 }, "tank_of_electric_car"],
  [
    { extras: [{ ...extra("custom"), description: "unlimited  Distance", stock: 1 }] },
    "extra_is_listed",
  ],
])("refuses %o", async (changes, code) => {
  const car = await t.newCar();
  expect((await changeCar(t, car, changes)).body).toMatchObject({ code });
});

test("refuses a pump price out of range, and records which one has changed", async () => {
  expect((await setMarket({ pump_prices: { exumas: 99 } })).body).toMatchObject({
    status: 422,
    code: "pump_price_out_of_range",
    details: { island: "exumas", min_cents: 100, max_cents: 2_000 },
  });
  expect((await setMarket({ damage_excess_cents: 500_001 })).body).toMatchObject({
    code: "excess_out_of_range",
  });
  const { body: stored } = await setMarket({ pump_prices: { exumas: 630 } });
  expect(stored.pump_prices).toMatchObject({ exumas: 630, "new-providence": 560 });
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_events where action = 'marketplace.settings' order by id desc limit 1`.execute(
    t.app.ctx.db,
  );
  expect(rows).toMatchObject([
    { before: { pump_price_exumas_cents: 620 }, after: { pump_price_exumas_cents: 630 } },
  ]);
});

test("other admins can't change the settings", async () => {
  const support = await t.newRenter({ roles: ["renter", "admin"], adminRole: "support" });
  const body = { pump_prices: { exumas: 640 } };
  const refused = await t.app.call("PATCH", "/api/admin/settings", { as: support.token, body });
  expect(refused.body).toMatchObject({ code: "role_required", details: { roles: ["owner"] } });
});

test("a booking from before the tariff has no terms", async () => {
  const car = await t.newCar();
  const id = await book(car);
  await sql`alter table bookings disable trigger bookings_terms_frozen`.execute(t.app.ctx.db);
  await sql`update bookings set tariff_version = null, ceiling_cents = null, level_charge = null where id = ${id}`.execute(
    t.app.ctx.db,
  );
  await sql`alter table bookings enable trigger bookings_terms_frozen`.execute(t.app.ctx.db);
  const read = await t.app.call("GET", `/api/bookings/${id}`, { as: admin.token });
  expect(read.body.usage_terms).toBeNull();
});
