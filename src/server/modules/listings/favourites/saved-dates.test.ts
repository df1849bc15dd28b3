// Cars saved with dates: what these cost, and the notification when they cost less.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { mailsTo } from "../../../../../test/people.ts";
import { addDays, daysBetween, inUtc, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatShortRange } from "../../../../domain/text/format.ts";
import { priceCalendarJobs } from "../prices/price-calendar.jobs.ts";
import { notifyLowerPrices } from "./favourite-prices.service.ts";

let app: TestApp;
let host: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

const save = (person: Person, id: string, dates: object = {}) =>
  app.call("PUT", `/api/favourites/${id}`, { as: person.token, body: dates });
const list = async (person: Person) =>
  (await app.call("GET", "/api/favourites", { as: person.token })).body;
const setCar = (id: string, values: object) =>
  app.ctx.db.updateTable("car_listings").set(values).where("id", "=", id).execute();
const HOUR = 3_600_000;
/** Monday to Thursday, at least `weeks` weeks ahead. */
const datesIn = (weeks: number) => {
  const soon = addDays(todayInNassau(app.clock.now()), weeks * 7);
  const monday = addDays(soon, (8 - inUtc(soon).getUTCDay()) % 7);
  return { start_date: monday, end_date: addDays(monday, 3) };
};
const bodies = async (person: Person): Promise<string[]> =>
  (await app.call("GET", "/api/notifications", { as: person.token })).body.notifications.map(
    ({ body }) => body,
  );
const runAfterAnHour = async (): Promise<void> => {
  app.clock.advance(HOUR);
  await notifyLowerPrices(app.ctx);
};
const forgetPastDates = async (): Promise<void> => {
  const job = priceCalendarJobs(app.ctx).find(({ name }) => name === "past-dates-cleanup");
  await job?.run({});
};
const setPrices = (car: string, range: object, price: number) =>
  app.call("PUT", "/api/host/prices", {
    as: host.token,
    body: { car_ids: [car], ...range, price },
  });

test("is listed with its dates and what they cost, until they have begun", async () => {
  const ann = await makePerson(app);
  const car = await makeListing(app, host);
  const dates = datesIn(4);
  await save(ann, car, { ...dates, pickup_time: "10:00", return_time: "12:00" });
  await setPrices(car, { ...dates, end_date: addDays(dates.start_date, 1) }, 90);
  await save(ann, car);
  // Four days of $60, one of them $90 now, and the fees: 10 % and $2.99.
  expect((await list(ann)).favourites).toMatchObject([
    {
      saved_dates: {
        ...dates,
        pickup_time: "10:00",
        return_time: "12:00",
        is_bookable: true,
        saved_amount_due: 266.99,
        amount_due: 299.99,
      },
    },
  ]);
  await save(ann, car, datesIn(2));
  expect((await list(ann)).favourites).toMatchObject([{ saved_dates: dates }]);
  expect(
    await save(ann, car, { start_date: dates.end_date, end_date: dates.start_date }),
  ).toMatchObject({ body: { code: "dates_reversed" } });
  expect(await save(ann, car, { start_date: dates.start_date })).toMatchObject({
    body: { code: "dates_missing" },
  });
  app.clock.advance(36 * 24 * HOUR);
  expect((await list(ann)).favourites).toMatchObject([{ saved_dates: null }]);
});

test("is saved without dates that have begun, such as those of an old search", async () => {
  const ann = await makePerson(app);
  const car = await makeListing(app, host);
  const yesterday = addDays(todayInNassau(app.clock.now()), -1);
  const old = { start_date: yesterday, end_date: addDays(yesterday, 4) };
  expect(await save(ann, car, old)).toMatchObject({ status: 200 });
  expect((await list(ann)).favourites).toMatchObject([{ id: car, saved_dates: null }]);
});

test("is compared by its price per day once the dates have begun, from the price of then", async () => {
  const ann = await makePerson(app);
  const car = await makeListing(app, host);
  const dates = datesIn(4);
  await save(ann, car, dates);
  const setDayPrice = (cents: number) =>
    setCar(car, { price_per_day_cents: cents, updated_at: app.clock.now().toISOString() });
  // A lower price per day, while these dates cost more.
  await setPrices(car, dates, 70);
  await setDayPrice(5500);
  app.clock.advance(daysBetween(todayInNassau(app.clock.now()), dates.start_date) * 24 * HOUR);
  await runAfterAnHour();
  app.clock.advance(24 * HOUR);
  await notifyLowerPrices(app.ctx);
  await forgetPastDates();
  await notifyLowerPrices(app.ctx);
  expect(await bodies(ann)).toEqual([]);
  const [stored] = await app.ctx.db
    .selectFrom("favourites")
    .where("user_id", "=", ann.id)
    .select(["start_date", "end_date", "saved_total_cents", "told_total_cents"])
    .select(["told_price_cents"])
    .execute();
  expect(stored).toEqual({
    start_date: null,
    end_date: null,
    saved_total_cents: null,
    told_total_cents: null,
    told_price_cents: 5500,
  });
  await setDayPrice(5000);
  await runAfterAnHour();
  expect(await bodies(ann)).toEqual(["Quiet RAV4 hybrid: $50.00 a day, was $55.00"]);
});

test("sends a notification when these dates cost less, not when only other days do", async () => {
  const [ann, bob] = [await makePerson(app), await makePerson(app)];
  const car = await makeListing(app, host);
  const dates = datesIn(4);
  await save(ann, car, dates);
  await save(bob, car);
  await setPrices(car, dates, 70);
  await setCar(car, {
    price_per_day_cents: 5500,
    updated_at: app.clock.now().toISOString(),
  });
  await runAfterAnHour();
  expect(await bodies(bob)).toHaveLength(1);
  expect(await bodies(ann)).toEqual([]);

  await setPrices(car, dates, 50);
  app.clock.advance(HOUR - 1);
  await notifyLowerPrices(app.ctx);
  expect(await bodies(ann)).toEqual([]);
  app.clock.advance(1);
  await notifyLowerPrices(app.ctx);
  await notifyLowerPrices(app.ctx);
  const today = todayInNassau(app.clock.now());
  const range = formatShortRange({ start: dates.start_date, end: dates.end_date }, today);
  // $150 and $180, with the fees.
  expect(await bodies(ann)).toEqual([`Quiet RAV4 hybrid: $167.99 for ${range}, was $200.99`]);
  const [mail] = await mailsTo(app, ann.email);
  expect(mail?.subject).toBe(`Now $167.99 for ${range}: Quiet RAV4 hybrid`);
  expect(mail?.text).toContain(`/book/${car}?start_date=${dates.start_date}`);
  expect(await bodies(bob)).toHaveLength(1);
});

test("sends nothing while the car is taken on these dates", async () => {
  const ann = await makePerson(app);
  const car = await makeListing(app, host);
  const dates = datesIn(4);
  await save(ann, car, dates);
  const blocked = await app.call("POST", "/api/host/calendar/blocks", {
    as: host.token,
    body: { car_ids: [car], ...dates },
  });
  await setPrices(car, dates, 50);
  await setCar(car, { price_per_day_cents: 5500 });
  await runAfterAnHour();
  expect(await bodies(ann)).toEqual([]);
  expect((await list(ann)).favourites).toMatchObject([{ saved_dates: { is_bookable: false } }]);
  await app.call("DELETE", `/api/host/calendar/blocks/${blocked.body.blocks[0]?.id}`, {
    as: host.token,
  });
  await notifyLowerPrices(app.ctx);
  expect(await bodies(ann)).toHaveLength(1);
});
