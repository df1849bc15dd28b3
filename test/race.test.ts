// 500 renters want one car on the same days at the same moment: one gets the hold, and 499 get a
// 409 with the free days. A renter who is told that the server is busy tries again after
// Retry-After.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing, makePerson } from "./factories.ts";
import { startTestApp, type TestApp } from "./harness.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
});
afterAll(() => app.close());

test("500 simultaneous checkouts for one car and dates: exactly one hold, 499 clean 409s", async () => {
  const host = await makePerson(app, { roles: ["host"] });
  const car = await makeListing(app, host);
  const renters = [];
  for (let n = 0; n < 500; n++) renters.push(await makePerson(app));
  const checkOut = async (token: string, n: number): ReturnType<TestApp["call"]> => {
    const response = await app.call("POST", "/functions/v1/create-booking-checkout", {
      as: token,
      // The ranges overlap, and not all are equal.
      body: {
        car_id: car,
        start_date: n % 2 ? "2026-12-05" : "2026-12-06",
        end_date: "2026-12-08",
        total_amount: n % 2 ? 180 : 120,
      },
    });
    if (response.status !== 503) return response;
    await delay(Number(response.headers.get("retry-after")) * 1000);
    return checkOut(token, n);
  };
  const responses = await Promise.all(renters.map(({ token }, n) => checkOut(token, n)));
  const byStatus = Object.groupBy(responses, (response) => String(response.status));
  expect(
    Object.fromEntries(Object.entries(byStatus).map(([status, list]) => [status, list?.length])),
  ).toEqual({
    200: 1,
    409: 499,
  });
  for (const response of byStatus["409"] ?? [])
    expect(response.body).toMatchObject({
      code: "dates_taken",
      details: { nearest_free: expect.any(Array) },
    });
  expect(
    await app.ctx.db.selectFrom("car_calendar").selectAll().where("car_id", "=", car).execute(),
  ).toHaveLength(1);
  expect(
    await app.ctx.db.selectFrom("bookings").selectAll().where("car_id", "=", car).execute(),
  ).toHaveLength(1);
});
