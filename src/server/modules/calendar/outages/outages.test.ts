// Cars out of service, through the API, on a real database.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Query } from "../../../../../test/api-responses.ts";
import { DATES, startBookings, type Bookings } from "../../../../../test/booking.ts";
import { makePerson } from "../../../../../test/factories.ts";

let all: Bookings;
beforeAll(async () => {
  all = await startBookings();
});
afterAll(() => all.app.close());

const close = (car: string, first: string, end: string, more: object = {}) =>
  all.app.call("POST", "/api/host/calendar/outages", {
    as: all.host.token,
    body: { car_ids: [car], start_date: first, end_date: end, reason: "mechanic", ...more },
  });
const reopen = (id: string, query: Query = "") =>
  all.app.call("DELETE", `/api/host/calendar/outages/${id}${query}`, { as: all.host.token });
const ranges = async (car: string) => {
  const { body } = await all.app.call(
    "GET",
    `/api/host/calendar?from=2026-11-01&to=2027-01-01&car_id=${car}`,
    { as: all.host.token },
  );
  return body.cars[0]?.ranges ?? [];
};
const days = async (car: string) =>
  (await ranges(car)).map(({ kind, start_date, end_date }) => [kind, start_date, end_date]);
const outageOf = async (car: string) =>
  (await ranges(car)).find(({ outage }) => outage)?.outage ?? undefined;

test("takes a car out of service around a booking, and takes its days too once cancelled", async () => {
  const { car, id } = await all.book();
  expect((await close(car, "2026-12-03", "2026-12-12")).body.code).toBe("dates_booked");
  expect(await days(car)).toEqual([["booking", DATES.start_date, DATES.end_date]]);
  const { body } = await close(car, "2026-12-03", "2026-12-12", {
    skip_booked: true,
    note: "Axle",
  });
  expect(body.booked).toEqual([{ car_id: car, booking_id: id, ...DATES }]);
  expect(await days(car)).toEqual([
    ["outage", "2026-12-03", "2026-12-05"],
    ["booking", "2026-12-05", "2026-12-08"],
    ["outage", "2026-12-08", "2026-12-12"],
  ]);
  expect((await ranges(car))[0]).toMatchObject({
    note: "Axle",
    outage: { reason: "mechanic", start_date: "2026-12-03", end_date: "2026-12-12" },
  });
  expect((await all.decide(id, "cancel", all.renter)).status).toBe(200);
  expect(await days(car)).toEqual([["outage", "2026-12-03", "2026-12-12"]]);
  expect((await all.checkout(car)).body.code).toBe("dates_taken");
});

test("is extended by an overlapping one, ends early, and frees the days", async () => {
  const car = await all.newCar();
  await close(car, "2026-12-01", "2026-12-05");
  await close(car, "2026-12-04", "2026-12-09", { reason: "accident" });
  const outage = await outageOf(car);
  expect(outage).toMatchObject({ reason: "accident", end_date: "2026-12-09" });
  const id = outage?.id ?? "";
  expect((await reopen(id, "?from=2026-12-05")).status).toBe(200);
  expect(await days(car)).toEqual([["outage", "2026-12-01", "2026-12-05"]]);
  expect((await all.checkout(car)).status).toBe(200);
  expect((await reopen(id)).status).toBe(200);
  expect((await reopen(id)).body.code).toBe("PGRST116");
  expect((await ranges(car)).map(({ kind }) => kind)).toEqual(["hold"]);
});

test("goes around blocks, and takes their days when they are removed", async () => {
  const car = await all.newCar();
  const blocked = await all.app.call("POST", "/api/host/calendar/blocks", {
    as: all.host.token,
    body: { car_ids: [car], start_date: "2026-12-03", end_date: "2026-12-05" },
  });
  await close(car, "2026-12-01", "2026-12-09");
  expect((await days(car)).map(([kind]) => kind)).toEqual(["outage", "block", "outage"]);
  await all.app.call("DELETE", `/api/host/calendar/blocks/${blocked.body.blocks[0]?.id ?? ""}`, {
    as: all.host.token,
  });
  expect(await days(car)).toEqual([["outage", "2026-12-01", "2026-12-09"]]);
});

test("is shown on the listing until its last day is over", async () => {
  const host = await makePerson(all.app, { roles: ["renter", "host"] });
  const car = await all.newCar();
  await close(car, "2026-11-21", "2026-11-25", { note: "Brakes" });
  const read = async () =>
    (await all.app.call("GET", `/api/host/listings/${car}`, { as: all.host.token })).body
      .out_of_service;
  expect(await read()).toMatchObject({
    reason: "mechanic",
    start_date: "2026-11-21",
    end_date: "2026-11-25",
  });
  const id = (await outageOf(car))?.id ?? "";
  const other = await all.app.call("DELETE", `/api/host/calendar/outages/${id}`, {
    as: host.token,
  });
  expect(other).toMatchObject({ status: 404, body: { code: "PGRST116" } });
  all.app.clock.set(new Date("2026-11-25T12:00:00-05:00"));
  expect(await read()).toBeNull();
});
