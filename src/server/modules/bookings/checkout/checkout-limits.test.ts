// The limits on unpaid holds, the pause after a failed request, and refusals by the card provider
// (product.md, Booking and payment 1).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATES, startBookings, type Bookings } from "../../../../../test/booking.ts";
import type { Person } from "../../../../../test/factories.ts";
import { TEST_NOW } from "../../../../../test/harness.ts";
import { toUser } from "../../../../../test/holds.ts";
import { mailsTo } from "../../../../../test/people.ts";
import { PaymentRefused } from "../../../platform/payments/provider.ts";
import { createBookingCheckout } from "./checkout.service.ts";
import { sweep } from "../settlement/sweep.service.ts";

const MINUTE = 60_000;
let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

const pay = async (sessionId: string, by: Person) => {
  await t.pay(sessionId);
  expect((await t.verify(sessionId, by)).body).toMatchObject({ payment_status: "paid" });
};

/** Requests days of a car, with a card that is authorised. */
const request = async (car: string, by: Person, days: object = {}) => {
  const { status, body } = await t.checkout(car, by, days);
  expect(status).toBe(200);
  await t.pay(body.session_id);
  expect((await t.verify(body.session_id, by)).body).toMatchObject({
    payment_status: "authorized",
  });
  return body.booking_id as string;
};

describe("an unpaid hold", () => {
  test("is limited to 62 minutes per car in 24 hours, until the renter pays for that car", async () => {
    const someone = await t.newRenter();
    const car = await t.newCar();
    const began = t.app.clock.now().getTime();
    const goOn = async (minutes: number) => {
      t.app.clock.set(new Date(began + minutes * MINUTE));
      await sweep(t.app.ctx);
    };
    expect((await t.checkout(car, someone)).status).toBe(200);
    await goOn(31.5); // the sweep that ends it is half a minute late
    expect((await t.checkout(car, someone)).status).toBe(200);
    await goOn(50);
    const refused = await t.checkout(car, someone, {
      start_date: "2027-01-05",
      end_date: "2027-01-08",
    });
    expect(refused.status).toBe(429);
    const retryAt = new Date(began + 24 * 60 * MINUTE).toISOString();
    expect(refused.body).toMatchObject({
      code: "hold_limit_reached",
      details: { limit_minutes: 62, retry_at: retryAt },
    });
    expect(refused.headers.get("retry-after")).toBe(String((24 * 60 - 50) * 60));
    // Others may book it, and this renter may hold another car and even pay for it.
    await goOn(63);
    expect(await t.occupied(car)).toEqual([]);
    await pay((await t.checkout(await t.newCar(), someone)).body.session_id, someone);
    await goOn(24 * 60 - 0.1);
    expect((await t.checkout(car, someone)).body).toMatchObject({ code: "hold_limit_reached" });
    await goOn(24 * 60);
    const last = await t.checkout(car, someone);
    await pay(last.body.session_id, someone);
    await goOn(24 * 60 + 1);
    const next = { start_date: "2027-01-05", end_date: "2027-01-08" };
    expect((await t.checkout(car, someone, next)).status).toBe(200);
    t.app.clock.set(TEST_NOW);
  });

  test("is refused after six abandoned checkouts in 24 hours, until a payment clears them", async () => {
    const someone = await t.newRenter();
    const abandon = async () => {
      const car = await t.newCar();
      const opened = await t.checkout(car, someone);
      expect(opened.status).toBe(200);
      // A change of dates abandons nothing.
      expect(
        (await t.checkout(car, someone, { start_date: "2026-12-06", total_amount: 120 })).status,
      ).toBe(200);
      await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: someone.token });
    };
    const next = () => t.newCar().then((car) => t.checkout(car, someone));
    const first = await next();
    for (let more = 0; more < 4; more++) await abandon();
    // A checkout that the provider did not open does not count.
    const failing = {
      ...t.app.ctx.payments,
      openCheckout: () => Promise.reject(new Error("timed out")),
    };
    const input = { car_id: await t.newCar(), ...DATES, total_amount: 180, special_requests: null };
    await expect(
      createBookingCheckout({ ...t.app.ctx, payments: failing }, toUser(someone), input),
    ).rejects.toMatchObject({
      code: "payment_provider_failed",
    });
    await abandon();
    const retry_at = new Date(t.app.clock.now().getTime() + 24 * 60 * MINUTE).toISOString();
    expect(await next()).toMatchObject({
      status: 429,
      body: { code: "too_many_abandoned", details: { limit: 6, retry_at } },
    });
    // The payment clears the checkouts abandoned so far, though they began later, for other cars.
    t.app.clock.advance(MINUTE);
    await pay(first.body.session_id, someone);
    t.app.clock.advance(MINUTE);
    for (let more = 0; more < 6; more++) await abandon();
    expect((await next()).body).toMatchObject({ code: "too_many_abandoned" });
  });

  test("is not cleared by a request that was rejected", async () => {
    const someone = await t.newRenter();
    const abandon = async () => {
      const car = await t.newCar();
      expect((await t.checkout(car, someone)).status).toBe(200);
      await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: someone.token });
    };
    for (let n = 0; n < 5; n++) await abandon();
    const id = await request(await t.newCar({ booking_mode: "approval" }), someone);
    await abandon(); // the pending request clears the earlier holds
    await t.decide(id, "reject", t.host, { reason: "It is in the workshop." });
    const next = await t.checkout(await t.newCar(), someone);
    expect(next.body).toMatchObject({ code: "too_many_abandoned" });
  });

  test("is admitted only up to the limit when many start simultaneously", async () => {
    const someone = await t.newRenter();
    for (let n = 0; n < 4; n++) {
      const car = await t.newCar();
      expect((await t.checkout(car, someone)).status).toBe(200);
      await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: someone.token });
    }
    const cars = await Promise.all(Array.from({ length: 4 }, () => t.newCar()));
    const answers = await Promise.all(cars.map((car) => t.checkout(car, someone)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
  });
});

describe("a rejected, withdrawn or lapsed request", () => {
  const ENDS: [string, (id: string, by: Person) => Promise<unknown>][] = [
    ["withdrawn", (id, by) => t.decide(id, "withdraw", by)],
    ["rejected", (id) => t.decide(id, "reject", t.host, { reason: "It is in the workshop." })],
    [
      "lapsed",
      (): Promise<void> => {
        t.app.clock.advance(24 * 60 * MINUTE);
        return sweep(t.app.ctx);
      },
    ],
  ];
  test.each(ENDS)(
    "%s: leaves its days of the car to other renters for 24 hours",
    async (_, end) => {
      const someone = await t.newRenter();
      const car = await t.newCar({ booking_mode: "approval" });
      await end(await request(car, someone), someone);
      t.app.clock.advance(MINUTE);
      const overlapping = { start_date: "2026-12-07", end_date: "2026-12-10" };
      const refused = await t.checkout(car, someone, overlapping);
      const retry_at = new Date(t.app.clock.now().getTime() + (24 * 60 - 1) * MINUTE).toISOString();
      expect(refused).toMatchObject({
        status: 429,
        body: { code: "request_too_soon", details: { retry_at } },
      });
      expect(refused.headers.get("retry-after")).toBe(String((24 * 60 - 1) * 60));

      const later = { start_date: "2026-12-08", end_date: "2026-12-11" };
      expect((await t.checkout(car, someone, later)).status).toBe(200);
      await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: someone.token });
      expect((await t.checkout(await t.newCar(), someone)).status).toBe(200);
      const other = await t.newRenter();
      expect((await t.checkout(car, other)).status).toBe(200);
      await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: other.token });
      t.app.clock.set(new Date(retry_at));
      expect((await t.checkout(car, someone, overlapping)).status).toBe(200);
      t.app.clock.set(TEST_NOW);
    },
  );
});

describe("withdrawing requests", () => {
  test("is limited by the next checkout after six in 24 hours, which no payment clears", async () => {
    const someone = await t.newRenter();
    const car = await t.newCar({ booking_mode: "approval" });
    const withdraw = async (n: number) => {
      const days = { start_date: `2027-01-${10 + n}`, end_date: `2027-01-${11 + n}` };
      const id = await request(car, someone, { ...days, total_amount: 60 });
      expect((await t.decide(id, "withdraw", someone)).status).toBe(200);
    };
    await withdraw(0);
    t.app.clock.advance(MINUTE);
    for (let n = 1; n < 5; n++) await withdraw(n);
    const pending = await request(await t.newCar({ booking_mode: "approval" }), someone);
    await pay((await t.checkout(await t.newCar(), someone)).body.session_id, someone);
    const paying = await t.checkout(await t.newCar(), someone);
    await t.decide(pending, "withdraw", someone);
    await pay(paying.body.session_id, someone);

    const next = async () => t.checkout(await t.newCar(), someone);
    const retryAt = new Date(t.app.clock.now().getTime() + (24 * 60 - 1) * MINUTE);
    expect(await next()).toMatchObject({
      status: 429,
      body: { code: "too_many_abandoned", details: { limit: 6, retry_at: retryAt.toISOString() } },
    });
    t.app.clock.set(retryAt);
    expect((await next()).status).toBe(200);
    t.app.clock.set(TEST_NOW);
  });

  test("counts together with abandoned checkouts", async () => {
    const someone = await t.newRenter();
    for (let n = 0; n < 3; n++) {
      const id = await request(await t.newCar({ booking_mode: "approval" }), someone);
      await t.decide(id, "withdraw", someone);
      const car = await t.newCar();
      expect((await t.checkout(car, someone)).status).toBe(200);
      await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: someone.token });
    }
    expect((await t.checkout(await t.newCar(), someone)).body).toMatchObject({
      code: "too_many_abandoned",
    });
  });
});

describe("a charge that the provider refuses", () => {
  test("is refused before the dates are held if the amount is too high for any card", async () => {
    const car = await t.newCar({ price_per_day_cents: 10_000_000 });
    const days = (end_date: string, total_amount: number) =>
      t.checkout(car, t.renter, { end_date, total_amount });
    const refused = await days("2026-12-15", 1_000_000);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "dates_too_long", details: { max_days: 9 } },
    });
    expect(await t.occupied(car)).toEqual([]);
    expect((await days("2026-12-14", 900_000)).status).toBe(200);
  });

  test("raises one incident and one email a day for each reason", async () => {
    const admin = await t.newRenter({ roles: ["renter", "admin"] });
    const attempt = async (reason: string) => {
      const payments = {
        ...t.app.ctx.payments,
        openCheckout: () => Promise.reject(new PaymentRefused(reason)),
      };
      const input = {
        car_id: await t.newCar(),
        ...DATES,
        total_amount: 180,
        special_requests: null,
      };
      const renter = toUser(await t.newRenter());
      await expect(
        createBookingCheckout({ ...t.app.ctx, payments }, renter, input),
      ).rejects.toMatchObject({
        code: "checkout_refused",
      });
    };
    for (const reason of ["not for this account", "not for this account", "closed"])
      await attempt(reason);
    t.app.clock.advance(24 * 60 * MINUTE);
    await attempt("closed");
    const incidents = await t.app.ctx.db
      .selectFrom("payment_incidents")
      .selectAll()
      .orderBy("last_at")
      .execute();
    const countTimes = (why: string) =>
      incidents.filter((each) => each.details.why === why).map(({ times }) => times);
    expect([countTimes("not for this account"), countTimes("closed")]).toEqual([[2], [1, 1]]);
    expect(await mailsTo(t.app, admin.email, 3)).toHaveLength(3);
    t.app.clock.set(TEST_NOW);
  });
});
