// How long, and how often, somebody may hold cars without
// paying (product.md, Booking and payment 1).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATES, startBookings, type Bookings } from "../../../../test/booking.ts";
import { TEST_NOW } from "../../../../test/harness.ts";
import { asUser } from "../../../../test/holders.ts";
import { createBookingCheckout } from "./checkout.service.ts";
import { sweep } from "./settlement.service.ts";

const MINUTE = 60_000;
let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

describe("an unpaid hold", () => {
  test("is limited to 62 minutes of one car in 24 hours, until somebody pays", async () => {
    const someone = await t.newRenter();
    const car = await t.newCar();
    const began = t.app.clock.now().getTime();
    const goOn = async (minutes: number) => {
      t.app.clock.set(new Date(began + minutes * MINUTE));
      await sweep(t.app.ctx);
    };
    expect((await t.checkout(car, someone)).status).toBe(200);
    await goOn(31.5); // the sweep that ends it comes half a minute late
    expect((await t.checkout(car, someone)).status).toBe(200);
    await goOn(50);
    const refused = await t.checkout(car, someone, { start_date: "2027-01-05", end_date: "2027-01-08" });
    expect(refused.status).toBe(429);
    const retryAt = new Date(began + 24 * 60 * MINUTE).toISOString();
    expect(refused.body).toMatchObject({
      code: "hold_limit_reached",
      details: { limit_minutes: 62, retry_at: retryAt },
    });
    expect(refused.headers.get("retry-after")).toBe(String((24 * 60 - 50) * 60));
    // Others may have it, and so may this renter another car.
    await goOn(63);
    expect(await t.occupied(car)).toEqual([]);
    expect((await t.checkout(await t.newCar(), someone)).status).toBe(200);
    await goOn(24 * 60 - 0.1);
    expect((await t.checkout(car, someone)).body).toMatchObject({ code: "hold_limit_reached" });
    await goOn(24 * 60);
    const last = await t.checkout(car, someone);
    await t.pay(last.body.session_id);
    await t.verify(last.body.session_id, someone);
    await goOn(24 * 60 + 1);
    const next = { start_date: "2027-01-05", end_date: "2027-01-08" };
    expect((await t.checkout(car, someone, next)).status).toBe(200);
    t.app.clock.set(TEST_NOW);
  });

  test("allows at most six abandoned checkouts in 24 hours", async () => {
    const someone = await t.newRenter();
    const abandon = async () => {
      const car = await t.newCar();
      const opened = await t.checkout(car, someone);
      expect(opened.status).toBe(200);
      // To change the dates abandons nothing.
      expect((await t.checkout(car, someone, { start_date: "2026-12-06", total_amount: 120 })).status).toBe(200);
      await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: someone.token });
      return car;
    };
    const first = await abandon();
    for (let more = 0; more < 4; more++) await abandon();
    // One that the provider did not open, and one that is paid, are none.
    const failing = { ...t.app.ctx.payments, openCheckout: () => Promise.reject(new Error("timed out")) };
    const input = { car_id: await t.newCar(), ...DATES, total_amount: 180, special_requests: null };
    await expect(
      createBookingCheckout({ ...t.app.ctx, payments: failing }, asUser(someone), input),
    ).rejects.toMatchObject({
      code: "payment_provider_failed",
    });
    const sixth = await t.checkout(await t.newCar(), someone, { start_date: "2026-12-06", total_amount: 120 });
    const retry_at = new Date(t.app.clock.now().getTime() + 24 * 60 * MINUTE).toISOString();
    const seventh = () => t.newCar().then((car) => t.checkout(car, someone));
    expect(await seventh()).toMatchObject({
      status: 429,
      body: { code: "too_many_abandoned", details: { limit: 6, retry_at } },
    });
    await t.pay(sixth.body.session_id);
    await t.verify(sixth.body.session_id, someone);
    const opened = await seventh();
    expect(opened.status).toBe(200);
    expect((await seventh()).body).toMatchObject({ code: "too_many_abandoned" });
    await t.pay(opened.body.session_id);
    await t.verify(opened.body.session_id, someone);
    // A payment makes the abandoned checkouts of that car forgotten.
    const paid = await t.checkout(first, someone);
    await t.pay(paid.body.session_id);
    await t.verify(paid.body.session_id, someone);
    for (let more = 0; more < 2; more++) expect((await seventh()).status).toBe(200);
    expect((await seventh()).body).toMatchObject({ code: "too_many_abandoned" });
  });

  test("of many at once, only as many are admitted as the limit allows", async () => {
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
