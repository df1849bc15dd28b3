// 500 renters want one car at the same moment. On the same days one gets the hold, and 499 get a
// 409 with the free days. At random hours nothing overlaps, no day has two renters with the only
// child seat, and nothing that was free is refused.
// A renter who is told that the server is busy tries again after Retry-After.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  rentalDays,
  rentalPeriod,
  type RentalPeriod,
  takenTime,
  toWirePeriod,
} from "../src/domain/booking/rental-period.ts";
import { addDays } from "../src/domain/calendar/dates.ts";
import { overlapInTime } from "../src/domain/calendar/taken-time.ts";
import { timesBetween } from "../src/domain/calendar/time-of-day.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import { UNLIMITED_TERMS } from "./priced-cars.ts";
import { startTestApp, type TestApp } from "./harness.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
});
afterAll(() => app.close());

/** Whoever is told that the server is busy tries again, as Retry-After says. */
async function checkOut(renter: Person, body: object): ReturnType<TestApp["call"]> {
  const path = "/functions/v1/create-booking-checkout";
  const response = await app.call("POST", path, { as: renter.token, body });
  if (response.status !== 503) return response;
  await delay(Number(response.headers.get("retry-after")) * 1000);
  return checkOut(renter, body);
}

test("500 simultaneous checkouts for one car and dates: exactly one hold, 499 clean 409s", async () => {
  const host = await makePerson(app, { roles: ["host"] });
  const car = await makeListing(app, host);
  const renters = [];
  for (let n = 0; n < 500; n++) renters.push(await makePerson(app));
  // The ranges overlap, and not all are equal.
  const bodies = [
    { start_date: "2026-12-06", end_date: "2026-12-08", total_amount: 120 },
    { start_date: "2026-12-05", end_date: "2026-12-08", total_amount: 180 },
  ];
  const responses = await Promise.all(
    renters.map((renter, n) => checkOut(renter, { car_id: car, ...bodies[n % 2] })),
  );
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

test("500 simultaneous checkouts with random hours refuse only taken cars and seats", async () => {
  const host = await makePerson(app, { roles: ["host"] });
  const car = await makeListing(app, host);
  const turnaroundHours = 1;
  await app.ctx.db
    .updateTable("car_listings")
    .set({ turnaround_hours: turnaroundHours })
    .where("id", "=", car)
    .execute();
  await app.ctx.db
    .insertInto("car_extras")
    .values({
      car_id: car,
      extra_id: "booster_seat",
      position: 1,
      kind: "booster_seat",
      price_cents: 500,
      per: "trip",
      stock: 1,
    })
    .execute();
  const times = timesBetween("08:00", "20:00");
  const random = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;
  const requests: { renter: Person; period: RentalPeriod; wantsSeat: boolean }[] = [];
  for (let n = 0; n < 500; n++) {
    const start = addDays("2026-12-05", Math.floor(Math.random() * 60));
    const end = addDays(start, 1 + Math.floor(Math.random() * 3));
    const period = rentalPeriod(start, end, {
      pickupTime: random(times),
      returnTime: random(times),
    });
    requests.push({
      renter: await makePerson(app),
      period,
      wantsSeat: random([true, true, true, false]),
    });
  }
  const responses = await Promise.all(
    requests.map(({ renter, period, wantsSeat }) =>
      checkOut(renter, {
        car_id: car,
        ...toWirePeriod(period),
        total_amount: 60 * rentalDays(period),
        amount_due_cents: 66_00 * rentalDays(period) + 2_99 + (wantsSeat ? 500 : 0),
        usage_terms: UNLIMITED_TERMS,
        extras: wantsSeat ? [{ extra_id: "booster_seat", quantity: 1 }] : [],
      }),
    ),
  );
  const taken = (index: number) => takenTime(requests[index]!.period, turnaroundHours);
  const accepted = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  const meets = (index: number) =>
    accepted.some((other) => other !== index && overlapInTime(taken(index), taken(other)));
  const sharesSeat = (index: number) => {
    const { period, wantsSeat } = requests[index]!;
    return accepted.some((other) => {
      const { period: others, wantsSeat: otherHas } = requests[other]!;
      const isShared = period.start <= others.end && others.start <= period.end;
      return other !== index && wantsSeat && otherHas && isShared;
    });
  };
  expect(accepted.length).toBeGreaterThan(10);
  expect(accepted.filter(meets)).toEqual([]);
  expect(accepted.filter(sharesSeat)).toEqual([]);
  const refused = (code: string) =>
    responses.flatMap(({ body }, index) => (body.code === code ? [index] : []));
  const [cars, seats] = [refused("dates_taken"), refused("extra_out_of_stock")];
  expect(accepted.length + cars.length + seats.length).toBe(500);
  expect(seats.length).toBeGreaterThan(0);
  expect(cars.filter((index) => !meets(index))).toEqual([]);
  expect(seats.filter((index) => !sharesSeat(index))).toEqual([]);
});
