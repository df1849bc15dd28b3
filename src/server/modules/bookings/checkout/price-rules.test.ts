// A car whose days differ in price, from its page to the receipt, the refund and the ledger.
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import {
  rentalPeriod,
  toPricedDays,
  toWirePeriod,
} from "../../../../domain/booking/rental-period.ts";
import { addDays } from "../../../../domain/calendar/dates.ts";
import { timesBetween } from "../../../../domain/calendar/time-of-day.ts";
import {
  MAX_DISCOUNT_PERCENT,
  readTerms,
  toPriceColumns,
  WEEKDAYS,
} from "../../../../domain/listing/prices.ts";
import { calculateCharge } from "../../../../domain/money/charge.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

/** $60, $80 on Fridays and Saturdays, $95.50 on December 6, and 5 % off from 3 days. */
async function makeCar(): Promise<string> {
  const car = await t.newCar({ weekend_price_cents: 8_000, discount_3_days: 5 });
  await setPrice(car, "2026-12-06", 9_550);
  return car;
}

const setPrice = (car_id: string, day: "2026-12-06", price_cents: number) =>
  t.app.ctx.db
    .insertInto("car_dates")
    .values({ car_id, day, price_cents })
    .onConflict((row) => row.columns(["car_id", "day"]).doUpdateSet({ price_cents }))
    .execute();

const LINES = [
  { code: "rental", label: "3 days: 1 × $80.00, 1 × $95.50, 1 × $60.00", amount_cents: 23_550 },
  { code: "discount", label: "5% off from 3 days", amount_cents: -1_177 },
  { code: "service_fee", label: "Service fee (10%)", amount_cents: 2_237 },
  { code: "processing_fee", label: "Processing fee", amount_cents: 299 },
];
const QUOTED = { total_amount: 223.73, amount_due_cents: 24_909 };

test("the page, the search, the card's checkout, the receipt and the email agree", async () => {
  const car = await makeCar();
  const { body: page } = await t.app.call("GET", `/api/listings/${car}`);
  expect(page).toMatchObject({
    price_per_day: 60,
    weekend_price: 80,
    weekend_days: ["friday", "saturday"],
    discount_3_days: 5,
    custom_prices: { "2026-12-06": 95.5 },
  });
  const shown = calculateCharge(readTerms(page), { start: "2026-12-05", days: 3 });
  expect(shown).toMatchObject({ totalCents: 22_373, amountDueCents: QUOTED.amount_due_cents });
  const found = await t.app.call("GET", "/api/listings?start_date=2026-12-05&end_date=2026-12-08");
  expect(found.body.listings.find(({ id }: { id: string }) => id === car)).toMatchObject({
    price_per_day: 60,
    quote: { days: 3, total_amount: 223.73, amount_due: 249.09 },
  });

  const renter = await t.newRenter();
  const { status, body } = await t.checkout(car, renter, QUOTED);
  expect(status).toBe(200);
  const checkout = await t.app.call("GET", `/api/sandbox/checkout/${body.session_id}`);
  expect(checkout.body.line_items).toEqual([
    {
      name: "3 days: 1 × $80.00, 1 × $95.50, 1 × $60.00, 5% off from 3 days",
      amount_cents: 22_373,
    },
    { name: "Service fee (10%)", amount_cents: 2_237 },
    { name: "Processing fee", amount_cents: 299 },
  ]);
  await t.pay(body.session_id);
  await t.verify(body.session_id, renter);
  const id: string = body.booking_id;
  const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: renter.token });
  expect(receipt.body).toMatchObject({ lines: LINES, charged_cents: 24_909 });
  expect(await t.read(id, t.host)).toMatchObject({
    lines: LINES,
    total_amount: 223.73,
    price_per_day: 60,
    day_prices_cents: [8_000, 9_550, 6_000],
    host_share_cents: 19_017,
  });
  await expect
    .poll(async () => (await t.app.mails(renter.email)).map(({ text }) => text).join("\n"))
    .toContain("5% off from 3 days: -$11.77");
});

test("refuses a price that has changed since the page was read, with the fresh lines", async () => {
  const car = await makeCar();
  await setPrice(car, "2026-12-06", 10_050);
  expect(await t.checkout(car, t.renter, QUOTED)).toMatchObject({
    status: 409,
    body: {
      code: "price_changed",
      details: {
        quote: {
          total_amount: 228.48,
          lines: [
            { label: "3 days: 1 × $80.00, 1 × $100.50, 1 × $60.00", amount_cents: 24_050 },
            { code: "discount", amount_cents: -1_202 },
            {},
            {},
          ],
        },
      },
    },
  });
  expect(await t.occupied(car)).toEqual([]);
});

const cents = fc.integer({ min: 1_000, max: 100_000 });
const percent = fc.integer({ min: 0, max: MAX_DISCOUNT_PERCENT });
const time = fc.constantFrom(...timesBetween("08:00", "20:00"));
const terms = fc.record({
  pricePerDayCents: cents,
  weekendPriceCents: fc.option(cents),
  weekendDays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  discounts: fc.record({ 3: percent, 7: percent, 28: percent }),
});
/** Prices of the first days, null for the usual one. */
const customCents = fc.array(fc.option(cents), { maxLength: 12 });
const times = fc.option(fc.record({ pickupTime: time, returnTime: time }));

test("accepts what the car's page and the search quote, for all prices, lengths and hours", () =>
  fc.assert(
    fc.asyncProperty(
      terms,
      customCents,
      fc.integer({ min: 1, max: 35 }),
      times,
      async (prices, custom, nights, hours) => {
        const car = await t.newCar(toPriceColumns(prices));
        const dates = custom.flatMap((price_cents, n) =>
          price_cents === null ? [] : [{ car_id: car, day: addDays("2026-12-05", n), price_cents }],
        );
        if (dates.length > 0) await t.app.ctx.db.insertInto("car_dates").values(dates).execute();
        const period = rentalPeriod("2026-12-05", addDays("2026-12-05", nights), hours);
        const { body: page } = await t.app.call("GET", `/api/listings/${car}`);
        const quote = calculateCharge(readTerms(page), toPricedDays(period));
        const total_amount = centsToDollars(quote.totalCents);
        const { start_date, end_date, pickup_time, return_time } = toWirePeriod(period);
        const search = new URLSearchParams({
          start_date,
          end_date,
          ...(pickup_time && return_time && { pickup_time, return_time }),
        });
        const found = await t.app.call("GET", `/api/listings?${search}`);
        expect(found.body.listings.find(({ id }: { id: string }) => id === car)).toMatchObject({
          quote: { total_amount, amount_due: centsToDollars(quote.amountDueCents) },
        });
        const { status, body } = await t.checkout(car, await t.newRenter(), {
          ...toWirePeriod(period),
          total_amount,
          amount_due_cents: quote.amountDueCents,
        });
        expect(body).not.toHaveProperty("code");
        expect(status).toBe(200);
      },
    ),
    { numRuns: 30 },
  ));

test("charges a late return the price of its own date, in the search as well", async () => {
  const car = await t.newCar();
  await t.app.ctx.db
    .insertInto("car_dates")
    .values({ car_id: car, day: "2026-12-08", price_cents: 10_000, min_days: 4 })
    .execute();
  const late = { pickup_time: "10:00", return_time: "12:00" };
  const found = await t.app.call(
    "GET",
    "/api/listings?start_date=2026-12-05&end_date=2026-12-08&pickup_time=10:00&return_time=12:00",
  );
  expect(found.body.listings.find(({ id }: { id: string }) => id === car)).toMatchObject({
    quote: { days: 4, total_amount: 280 },
  });
  expect(await t.checkout(car, t.renter, { ...late, total_amount: 240 })).toMatchObject({
    body: { code: "price_changed", details: { quote: { days: 4, total_amount: 280 } } },
  });
  const { status, body } = await t.checkout(car, t.renter, { ...late, total_amount: 280 });
  expect(status).toBe(200);
  await t.pay(body.session_id);
  await t.verify(body.session_id);
  expect(await t.read(body.booking_id, t.host)).toMatchObject({
    day_prices_cents: [6_000, 6_000, 6_000, 10_000],
  });
});

test("a rental below the minimum of its dates is refused with longer ones, and not found by a search", async () => {
  const car = await t.newCar();
  const days = ["2026-12-06", "2026-12-07"] as const;
  await t.app.ctx.db
    .insertInto("car_dates")
    .values(days.map((day) => ({ car_id: car, day, min_days: 4 })))
    .execute();
  expect(await t.checkout(car)).toMatchObject({
    status: 422,
    body: {
      code: "too_short",
      details: {
        min_days: 4,
        nearest_free: [
          { start_date: "2026-12-05", end_date: "2026-12-09" },
          { start_date: "2026-12-06", end_date: "2026-12-10" },
          { start_date: "2026-12-04", end_date: "2026-12-08" },
        ],
      },
    },
  });
  const finds = async (end: string) =>
    (
      await t.app.call("GET", `/api/listings?start_date=2026-12-05&end_date=${end}`)
    ).body.listings.some(({ id }) => id === car);
  expect(await finds("2026-12-08")).toBe(false);
  expect(await finds("2026-12-09")).toBe(true);
  const longer = { end_date: "2026-12-09", total_amount: 240 };
  expect((await t.checkout(car, await t.newRenter(), longer)).status).toBe(200);
});

test("refunds days at their own prices, and the rest when the host cancels", async () => {
  const car = await makeCar();
  const { body } = await t.checkout(car, t.renter, QUOTED);
  await t.pay(body.session_id);
  await t.verify(body.session_id);
  const admin = await t.newRenter({ roles: ["renter", "admin"] });
  const refundDays = async (days: number) =>
    (
      await t.app.call("POST", `/api/admin/bookings/${body.booking_id}/refunds`, {
        as: admin.token,
        body: { id: randomUUID(), days, borne_by: "shared", reason: "Returned early." },
      })
    ).status;
  const refunds = async () =>
    t.app.ctx.db
      .selectFrom("refunds")
      .where("booking_id", "=", body.booking_id)
      .select(["days", "amount_cents", "borne_by_host_cents"])
      .orderBy("created_at")
      .execute();
  expect(await refundDays(1)).toBe(200);
  // The last day, $60.00 of $235.50, of everything that was charged and earned.
  const last = { days: 1, amount_cents: 6_346, borne_by_host_cents: 4_845 };
  expect(await refunds()).toEqual([last]);
  t.app.clock.advance(1000);
  expect(await refundDays(1)).toBe(200);
  const sunday = { days: 1, amount_cents: 10_101, borne_by_host_cents: 7_712 };
  expect(await refunds()).toEqual([last, sunday]);
  await t.decide(body.booking_id, "cancel", t.host, { reason: "The engine broke." });
  const all = await refunds();
  expect(all.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(24_909);
});

test("the database refuses lines that do not agree with the days or the total", async () => {
  const { id } = await t.book();
  const { db } = t.app.ctx;
  const set = (change: object) =>
    db.updateTable("bookings").set(change).where("id", "=", id).execute();
  await expect(set({ day_prices_cents: [6_000, 6_000, 5_999] })).rejects.toThrow("do not add up");
  await expect(set({ day_prices_cents: [9_000, 9_000] })).rejects.toThrow(
    "bookings_day_prices_match_days",
  );
  await expect(set({ price_per_day_cents: 5_999 })).rejects.toThrow("do not add up");
  await expect(set({ total_cents: 17_999 })).rejects.toThrow("do not add up");
  await set({ day_prices_cents: [5_000, 6_000, 7_000] });
  await expect(
    db
      .updateTable("booking_lines")
      .set({ amount_cents: -1 })
      .where("booking_id", "=", id)
      .where("code", "=", "processing_fee")
      .execute(),
  ).rejects.toThrow("booking_lines_only_discounts_negative");
});
