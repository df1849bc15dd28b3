// Pickup and return times at the checkout: suggested ones, a car's rules, and two trips on one day.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings(); // noon in Nassau on November 21, 2026
});
afterAll(() => t.close());

const times = (pickup_time: string, return_time: string) => ({ pickup_time, return_time });
const offer = {
  start_date: expect.any(String),
  end_date: expect.any(String),
  pickup_time: expect.any(String),
  return_time: expect.any(String),
};

async function book(car: string, more: object) {
  const { status, body } = await t.checkout(car, await t.newRenter(), more);
  return { status, body, id: String(body.booking_id) };
}
const stored = (id: string) =>
  t.app.ctx.db
    .selectFrom("bookings")
    .select(["pickup_time", "return_time", "days", "pickup_at", "return_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("a request with dates only gets 10:00, within the car's hours, at the specified price", async () => {
  const usual = await book(await t.newCar(), {});
  expect(await stored(usual.id)).toEqual({
    ...times("10:00", "10:00"),
    days: 3,
    pickup_at: "2026-12-05T15:00:00.000Z",
    return_at: "2026-12-08T15:00:00.000Z",
  });
  const late = await book(await t.newCar({ pickup_from: "11:30", pickup_until: "24:00" }), {});
  expect(await stored(late.id)).toMatchObject({ ...times("11:30", "11:30"), days: 3 });
});

test("a request for today gets the next half hour, until the hours are over", async () => {
  const today = { start_date: "2026-11-21", end_date: "2026-11-22", total_amount: 60 };
  const next = await book(await t.newCar(), today);
  expect(await stored(next.id)).toMatchObject(times("12:00", "12:00"));
  const closed = await book(await t.newCar({ pickup_until: "11:00" }), today);
  expect(closed).toMatchObject({
    status: 422,
    body: { code: "too_soon", details: { notice_hours: 0, nearest_free: [offer, offer, offer] } },
  });
});

test("a request leaves its host the time of a checkout, and an instant booking does not", async () => {
  const soon = { ...times("12:30", "12:30"), end_date: "2026-11-22", total_amount: 60 };
  const request = { start_date: "2026-11-21", ...soon };
  const earliest_pickup = "2026-11-21T17:31:00.000Z"; // 31 minutes from now
  const refused = { status: 422, body: { code: "too_soon", details: { earliest_pickup } } };
  expect(await book(await t.newCar({ booking_mode: "approval" }), request)).toMatchObject(refused);
  const verifiedOnly = await t.newCar({ booking_mode: "instant", instant_for_verified: true });
  expect(await book(verifiedOnly, request)).toMatchObject(refused);
  const instant = await t.newCar({ booking_mode: "instant" });
  expect((await book(instant, request)).status).toBe(200);
});

test("an hour after the pickup's time of day adds no day, and half an hour more does", async () => {
  const car = await t.newCar();
  const within = await book(car, times("09:00", "10:00"));
  expect(await stored(within.id)).toMatchObject({ ...times("09:00", "10:00"), days: 3 });
  const other = await t.newCar();
  const late = await book(other, times("09:00", "10:30"));
  expect(late).toMatchObject({ status: 409, body: { code: "price_changed" } });
  const paid = await book(other, { ...times("09:00", "10:30"), total_amount: 240 });
  expect(await stored(paid.id)).toMatchObject({ days: 4 });
});

test.each<[string, object, object, object]>([
  ["times_off_grid", {}, times("10:15", "10:00"), { field: "pickup_time", step_minutes: 30 }],
  ["times_off_grid", {}, { return_time: "10:00" }, { field: "pickup_time" }],
  ["times_off_grid", {}, times("10:00", "24:00"), { field: "return_time" }],
  [
    "outside_handover_hours",
    {},
    times("07:30", "10:00"),
    { field: "pickup_time", from: "08:00", until: "20:00" },
  ],
  ["outside_handover_hours", {}, times("10:00", "20:30"), { field: "return_time" }],
  ["too_soon", { advance_notice_hours: 72 }, { start_date: "2026-11-23" }, { notice_hours: 72 }],
  ["too_short", { min_days: 5 }, {}, { min_days: 5 }],
  ["too_long", { max_days: 2 }, {}, { max_days: 2 }],
])("refuses %s: a car with %j, %j", async (code, rules, request, details) => {
  const { status, body } = await book(await t.newCar(rules), request);
  expect([status, body.code]).toEqual([422, code]);
  expect(body.details).toMatchObject(details);
  if (code !== "times_off_grid")
    expect(body.details).toMatchObject({ nearest_free: [offer, offer, offer] });
});

test("offers the nearest periods that can really be booked", async () => {
  const car = await t.newCar({ min_days: 5, turnaround_hours: 2 });
  await book(car, { end_date: "2026-12-12", total_amount: 420, ...times("10:00", "10:00") });
  const { body } = await book(car, times("11:00", "11:00"));
  const offers = body.details?.["nearest_free"] as object[];
  // Another trip may end on December 4 or begin on the 13th: on the 12th, the car is ready at noon.
  expect(offers).toEqual(
    [
      ["2026-11-29", "2026-12-04"],
      ["2026-11-28", "2026-12-03"],
      ["2026-12-13", "2026-12-18"],
    ].map(([start_date, end_date]) => ({ start_date, end_date, ...times("11:00", "11:00") })),
  );
  expect((await book(car, { ...offers[0], total_amount: 300 })).status).toBe(200);
});

test("two trips share a day if the hours and the turnaround allow it", async () => {
  const first = { end_date: "2026-12-08", ...times("10:00", "09:30") };
  const second = { start_date: "2026-12-08", end_date: "2026-12-10", total_amount: 120 };
  const car = await t.newCar();
  expect((await book(car, first)).status).toBe(200);
  const early = await book(car, { ...second, ...times("09:00", "09:00") });
  expect(early).toMatchObject({ status: 409, body: { code: "dates_taken" } });
  expect((await book(car, { ...second, ...times("09:30", "09:30") })).status).toBe(200);

  const cleaned = await t.newCar({ turnaround_hours: 3 });
  expect((await book(cleaned, first)).status).toBe(200);
  expect((await book(cleaned, { ...second, ...times("12:00", "12:00") })).status).toBe(409);
  expect((await book(cleaned, { ...second, ...times("12:30", "12:30") })).status).toBe(200);
});

test("a block of the day of a return conflicts with the trip", async () => {
  const car = await t.newCar();
  await book(car, {});
  const block = (start_date: string) =>
    t.app.call("POST", "/api/host/calendar/blocks", {
      as: t.host.token,
      body: { car_ids: [car], start_date, end_date: "2026-12-12" },
    });
  expect(await block("2026-12-08")).toMatchObject({ status: 409, body: { code: "dates_booked" } });
  expect((await block("2026-12-09")).status).toBe(200);
  const ends = { start_date: "2026-12-08", end_date: "2026-12-09", total_amount: 60 };
  expect((await book(car, ends)).body.code).toBe("dates_taken");
});

test("the availability shows instants, the days of suggested times, and the rules", async () => {
  const car = await t.newCar({ turnaround_hours: 1 });
  await book(car, {});
  const { body } = await t.app.call("GET", `/api/listings/${car}/availability`);
  expect(body).toEqual({
    today: "2026-11-21",
    taken: [{ start_date: "2026-12-04", end_date: "2026-12-09" }],
    taken_times: [{ from: "2026-12-05T15:00:00.000Z", until: "2026-12-08T16:00:00.000Z" }],
    extras_taken: [],
    rules: {
      pickup_from: "08:00",
      pickup_until: "20:00",
      turnaround_hours: 1,
      advance_notice_hours: 0,
      min_days: 1,
      max_days: 90,
    },
    date_min_days: {},
    storm: null,
  });
});

test("an open checkout ends with the turnaround that it was made with", async () => {
  const car = await t.newCar({ turnaround_hours: 3 });
  const renter = await t.newRenter();
  const { body } = await t.checkout(car, renter, {});
  await t.app.ctx.db
    .updateTable("car_listings")
    .set({ turnaround_hours: 0 })
    .where("id", "=", car)
    .execute();
  const open = await t.app.call("GET", `/api/listings/${car}/open-checkout`, { as: renter.token });
  expect(body.held_until).toBe("2026-12-08T18:00:00.000Z");
  expect(open.body.checkout).toMatchObject({ held_until: body.held_until });
});
