// The price calendar through the API: what a host sets for dates, and who may set it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertDefined } from "../../../../../test/api-responses.ts";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { priceCalendarJobs } from "./price-calendar.jobs.ts";
import { toListingForm } from "../../../../../test/listing-form.ts";

let app: TestApp;
let host: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

const CHRISTMAS = { start_date: "2026-12-24", end_date: "2027-01-03" };
const set = (car_ids: string[], body: object, by: Person = host) =>
  app.call("PUT", "/api/host/prices", { as: by.token, body: { car_ids, ...CHRISTMAS, ...body } });
const read = async (car: string) => {
  const { body } = await app.call(
    "GET",
    `/api/host/prices?from=2026-12-01&to=2027-12-01&car_id=${car}`,
    { as: host.token },
  );
  const [found] = body.cars;
  if (!found) throw new Error("the car is not in the calendar");
  return found;
};
const newCar = () => makeListing(app, host);
/** Saves the listing form. */
async function save(car: string, change: object) {
  const path = `/api/host/listings/${car}` as const;
  const { body: listing } = await app.call("GET", path, { as: host.token });
  return app.call("PUT", path, { as: host.token, body: { ...toListingForm(listing), ...change } });
}

test("sets prices and shortest rentals, each without the other, and removes them", async () => {
  const car = await newCar();
  expect(await read(car)).toMatchObject({ car_id: car, price_per_day: 60, dates: [] });
  expect((await set([car], { price: 95.5 })).status).toBe(200);
  await set([car], { start_date: "2026-12-26", end_date: "2026-12-28", min_days: 4 });
  await set([car], { start_date: "2026-12-27", end_date: "2026-12-29", price: 120 });
  const range = (
    start_date: string,
    end_date: string,
    price: number | null,
    min_days?: number,
  ) => ({
    start_date,
    end_date,
    price,
    min_days: min_days ?? null,
  });
  expect((await read(car)).dates).toEqual([
    range("2026-12-24", "2026-12-26", 95.5),
    range("2026-12-26", "2026-12-27", 95.5, 4),
    range("2026-12-27", "2026-12-28", 120, 4),
    range("2026-12-28", "2026-12-29", 120),
    range("2026-12-29", "2027-01-03", 95.5),
  ]);
  const { body: page } = await app.call("GET", `/api/listings/${car}`);
  expect(page.custom_prices).toMatchObject({ "2026-12-26": 95.5, "2026-12-28": 120 });
  await set([car], { price: null });
  expect((await read(car)).dates).toEqual([range("2026-12-26", "2026-12-28", null, 4)]);
  await set([car], { min_days: null });
  expect((await read(car)).dates).toEqual([]);
});

test("prices several cars together, or none of them", async () => {
  const [one, other] = [await newCar(), await newCar()];
  const strangers = await makeListing(app, await makePerson(app, { roles: ["renter", "host"] }));
  expect(await set([one, strangers], { price: 95 })).toMatchObject({ status: 404 });
  expect((await read(one)).dates).toEqual([]);
  expect((await set([one, other, one], { price: 95 })).status).toBe(200);
  for (const car of [one, other]) expect((await read(car)).dates).toMatchObject([{ price: 95 }]);
});

test("lets an admin read and correct a car's dates, and records what was set before", async () => {
  const car = await newCar();
  await set([car], { price: 95 });
  const admin = await makePerson(app, { roles: ["renter", "admin"] });
  const path = `/api/host/prices?from=2026-12-01&to=2027-01-10&car_id=${car}` as const;
  const { body } = await app.call("GET", path, { as: admin.token });
  expect(body.cars).toMatchObject([{ car_id: car, dates: [{ price: 95 }] }]);
  expect(await set([car], { price: 90 }, admin)).toMatchObject({
    status: 400,
    body: { code: "invalid_request", errors: [{ field: "reason" }] },
  });
  expect((await set([car], { price: 90, reason: "A typo." }, admin)).status).toBe(200);
  const audited = () =>
    app.ctx.db
      .selectFrom("audit_events")
      .where("subject_id", "=", car)
      .where("action", "=", "calendar.price")
      .select(["actor_kind", "before", "after"])
      .orderBy("id", "desc")
      .execute();
  const [last] = await audited();
  expect(last).toMatchObject({
    actor_kind: "admin",
    before: { dates: [{ ...CHRISTMAS, price_cents: 9_500, min_days: null }] },
    after: { ...CHRISTMAS, price_cents: 9_000 },
  });
  expect((await set([car], {})).status).toBe(200); // changes nothing
  expect(await audited()).toHaveLength(2);
});

test("sends each host one email about what an admin has changed", async () => {
  const hosts = await Promise.all([1, 2].map(() => makePerson(app, { roles: ["renter", "host"] })));
  const [two, one] = [assertDefined(hosts[0]), assertDefined(hosts[1])];
  const first = await makeListing(app, two, { title: "A Fit" });
  const cars = [first, await makeListing(app, two, { title: "B Fit" })];
  const admin = await makePerson(app, { roles: ["renter", "admin"] });
  const all = [...cars, await makeListing(app, one)];
  await set(all, { price: 90, min_days: 3, reason: "A typo." }, admin);
  const received = async ({ email }: Person) =>
    (await app.mails(email)).filter(({ subject }) => subject.includes("changed"));
  await expect.poll(() => received(one)).toHaveLength(1);
  await expect.poll(() => received(two)).toHaveLength(1);
  const mails = await received(two);
  expect(mails).toMatchObject([{ subject: "Your prices were changed: 2 cars" }]);
  for (const text of [
    "Reason: A typo.",
    "A Fit and B Fit",
    "$90.00",
    "3 days",
    `/host/calendar/${first}?view=prices&month=2026-12`,
  ])
    expect(mails[0]?.text).toContain(text);
});

test("deletes past dates daily, and all dates of a deleted car", async () => {
  const [car, deleted] = [await newCar(), await newCar()];
  await set([car, deleted], { price: 95 });
  const past = { car_id: car, day: "2026-11-20", price_cents: 9_000 } as const;
  await app.ctx.db
    .insertInto("car_dates")
    .values([past, { ...past, day: "2026-11-21" }])
    .execute();
  const cleanup = priceCalendarJobs(app.ctx).find(({ name }) => name === "past-dates-cleanup");
  await cleanup?.run({});
  const days = async (id: string) =>
    (
      await app.ctx.db
        .selectFrom("car_dates")
        .where("car_id", "=", id)
        .select("day")
        .orderBy("day")
        .execute()
    ).map(({ day }) => day);
  expect((await days(car)).slice(0, 2)).toEqual(["2026-11-21", "2026-12-24"]); // today, and later
  const path = `/api/host/listings/${deleted}` as const;
  expect((await app.call("DELETE", path, { as: host.token })).status).toBe(200);
  expect(await days(deleted)).toEqual([]);
});

test("a price that changes during a checkout is either charged or refused", async () => {
  const dates = { start_date: "2026-12-05", end_date: "2026-12-08" };
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const car = await newCar();
      const renter = await makePerson(app);
      const [checkout, change] = await Promise.all([
        app.call("POST", "/functions/v1/create-booking-checkout", {
          as: renter.token,
          body: { car_id: car, ...dates, total_amount: 180, special_requests: null },
        }),
        set([car], { ...dates, price: 95 }),
      ]);
      expect(change.status).toBe(200);
      const booked = await app.ctx.db
        .selectFrom("bookings")
        .where("car_id", "=", car)
        .select("total_cents")
        .execute();
      if (checkout.status === 200) expect(booked).toEqual([{ total_cents: 18_000 }]);
      else {
        expect(checkout).toMatchObject({ status: 409, body: { code: "price_changed" } });
        expect(booked).toEqual([]);
      }
    }),
  );
});

describe("refuses", () => {
  test.each([
    [{ price: 0.99 }, 422, "custom_price_out_of_range"],
    [{ price: 10_000.01 }, 422, "custom_price_out_of_range"],
    [{ price: 10.001 }, 400, "invalid_request"],
    [{ min_days: 0 }, 400, "invalid_request"],
    [{ min_days: 91 }, 400, "invalid_request"],
    [{ end_date: "2026-12-24", price: 95 }, 422, "dates_reversed"],
    [{ start_date: "2026-11-20", price: 95 }, 422, "dates_past"],
    [{ start_date: "2027-12-01", end_date: "2028-03-01", price: 95 }, 422, "price_dates_too_far"],
    [{ end_date: "2300-10-09", price: 95 }, 422, "price_dates_too_many"],
  ])("%o with %i %s", async (body, status, code) => {
    const car = await newCar();
    expect(await set([car], body)).toMatchObject({ status, body: { code } });
    expect((await read(car)).dates).toEqual([]);
  });

  test("100,000 days of a calendar", async () => {
    const path = "/api/host/prices?from=2026-12-01&to=2300-09-15";
    expect(await app.call("GET", path, { as: host.token })).toMatchObject({
      status: 422,
      body: { code: "calendar_window_too_long", details: { max_days: 400 } },
    });
  });

  test("dates that require more days than the car's longest rental, whichever is set last", async () => {
    const [car, other] = [await makeListing(app, host, { max_days: 5 }), await newCar()];
    const refused = (min_days: number, max_days: number) => ({
      status: 422,
      body: { code: "date_min_days_too_high", details: { min_days, max_days } },
    });
    expect(await set([other, car], { min_days: 6 })).toMatchObject(refused(6, 5));
    expect((await read(other)).dates).toEqual([]);
    expect((await set([car], { min_days: 5 })).status).toBe(200);
    expect(await read(car)).toMatchObject({ max_days: 5, dates: [{ min_days: 5 }] });
    expect(await save(car, { max_days: 4 })).toMatchObject(refused(5, 4));
    expect(await save(car, { max_days: 6 })).toMatchObject({ status: 200 });
  });

  test("discounts above 60 %", async () => {
    const car = await newCar();
    expect(await save(car, { discount_7_days: 61 })).toMatchObject({
      status: 422,
      body: { code: "discount_too_high", details: { max_percent: 60 } },
    });
    expect(await save(car, { weekend_days: [] })).toMatchObject({ status: 400 });
    const rules = {
      weekend_price: 80,
      weekend_days: ["saturday", "sunday"],
      discount_3_days: 5,
      discount_7_days: 20,
      discount_28_days: 60,
    };
    expect(await save(car, rules)).toMatchObject({
      status: 200,
      body: { ...rules, weekend_days: ["sunday", "saturday"] },
    });
  });
});
