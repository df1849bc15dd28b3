// A host's blocks and month view through the API, on a real database.
import { takenDays } from "../../../../test/taken-days.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Query } from "../../../../test/api-responses.ts";
import { startBookings, DATES, type Bookings } from "../../../../test/booking.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";

let all: Bookings;
let host: Person;
beforeAll(async () => {
  all = await startBookings();
  host = all.host;
});
afterAll(() => all.app.close());

/** Blocks days of one car; the answer's body is the block or the refusal. */
const block = async (
  car_id: string,
  start_date: string,
  end_date: string,
  { note, as = host }: { note?: string; as?: Person } = {},
) => {
  const { status, body } = await all.app.call("POST", "/api/host/calendar/blocks", {
    as: as.token,
    body: { car_ids: [car_id], start_date, end_date, ...(note === undefined ? {} : { note }) },
  });
  const { blocks = [], ...refusal } = body;
  return { status, body: Object.assign(refusal, blocks.at(0)) };
};
const unblock = (id: string, as: Person = host, query: Query = "") =>
  all.app.call("DELETE", `/api/host/calendar/blocks/${id}${query}`, { as: as.token });
const show = (query: string, as: Person = host) =>
  all.app.call("GET", `/api/host/calendar?${query}`, { as: as.token });
const taken = async (car: string): Promise<string[]> =>
  (await all.occupied(car)).map((row) => row.during).toSorted();

test("blocks days, refuses them to renters, shows the note, and frees them", async () => {
  const car = await all.newCar();
  const { status, body } = await block(car, "2026-12-06", "2026-12-10", { note: "  Garage  " });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { car_id: car, start_date: "2026-12-06", end_date: "2026-12-10", note: "Garage" },
  });
  expect((await all.checkout(car)).body.code).toBe("dates_taken");
  const shown = await show(`from=2026-12-01&to=2027-01-01&car_id=${car}`);
  expect(shown.body).toEqual({
    today: "2026-11-21",
    cars: [
      {
        car_id: car,
        ranges: [
          {
            id: body.id,
            kind: "block",
            start_date: "2026-12-06",
            end_date: "2026-12-10",
            booking_id: null,
            note: "Garage",
            outage: null,
            turnaround: null,
            feeds: [],
            conflicts: [],
          },
        ],
        feeds_stale: false,
      },
    ],
  });
  expect((await unblock(body.id)).body).toEqual({ id: body.id });
  expect((await unblock(body.id)).body.code).toBe("PGRST116");
  expect((await all.checkout(car)).status).toBe(200);
  const audit = await all.app.ctx.db
    .selectFrom("audit_events")
    .select(["action", "actor_kind", "actor_id", "before", "after"])
    .where("subject_id", "=", car)
    .where("subject_type", "=", "listing")
    .where("action", "like", "calendar.%")
    .orderBy("id")
    .execute();
  const range = { start_date: "2026-12-06", end_date: "2026-12-10" };
  const actor = { actor_kind: "host", actor_id: host.id };
  expect(audit).toEqual([
    { action: "calendar.block", ...actor, before: { blocks: [] }, after: { blocks: [range] } },
    { action: "calendar.unblock", ...actor, before: { blocks: [range] }, after: { blocks: [] } },
  ]);
});

test("tells a booking's return from the turnaround after it", async () => {
  const car = await all.newCar({ turnaround_hours: 20 });
  const { body } = await all.checkout(car); // December 5 to 8, 10:00
  expect((await show(`from=2026-12-01&to=2027-01-01&car_id=${car}`)).body.cars[0]?.ranges).toEqual([
    expect.objectContaining({
      booking_id: body.booking_id,
      start_date: "2026-12-05",
      end_date: "2026-12-08",
      turnaround: { hours: 20, until: "2026-12-09T11:00:00.000Z" },
    }),
  ]);
});

test("merges blocks that overlap or touch, with the first id and the newest note", async () => {
  const car = await all.newCar();
  const { body: first } = await block(car, "2026-12-01", "2026-12-04", { note: "First" });
  await block(car, "2026-12-08", "2026-12-10");
  await block(car, "2026-12-20", "2026-12-22");
  const { body: joined } = await block(car, "2026-12-04", "2026-12-09");
  expect(joined).toMatchObject({
    id: first.id,
    start_date: "2026-12-01",
    end_date: "2026-12-10",
    note: "First",
  });
  const { body: renamed } = await block(car, "2026-12-02", "2026-12-03", { note: "Second" });
  expect(renamed).toEqual({ ...joined, note: "Second" });
  expect(await taken(car)).toEqual(["[2026-12-01,2026-12-10)", "[2026-12-20,2026-12-22)"]);
});

test("frees part of a block and keeps the note on the rest", async () => {
  const car = await all.newCar();
  const { body: block1 } = await block(car, "2026-12-01", "2026-12-20", { note: "Away" });
  const days = async () =>
    (await show(`from=2026-11-01&to=2027-01-01&car_id=${car}`)).body.cars[0]?.ranges.map(
      ({ id, start_date, end_date, note }) => [id === block1.id, start_date, end_date, note],
    );
  expect((await unblock(block1.id, host, "?from=2026-12-05&to=2026-12-08")).status).toBe(200);
  expect(await days()).toEqual([
    [true, "2026-12-01", "2026-12-05", "Away"],
    [false, "2026-12-08", "2026-12-20", "Away"],
  ]);
  expect((await unblock(block1.id, host, "?from=2026-12-03")).status).toBe(200);
  expect((await unblock(block1.id, host, "?from=2026-12-10&to=2026-12-12")).status).toBe(200);
  expect((await days())?.[0]).toEqual([true, "2026-12-01", "2026-12-03", "Away"]);
  expect((await unblock(block1.id, host, "?from=2026-12-02&to=2026-12-02")).body.code).toBe(
    "dates_reversed",
  );
  expect((await unblock(block1.id, host, "?from=2026-02-30")).status).toBe(400);
  expect(await taken(car)).toEqual(["[2026-12-01,2026-12-03)", "[2026-12-08,2026-12-20)"]);
});

test("extends a block that began before today", async () => {
  const car = await all.newCar();
  await all.app.ctx.db
    .insertInto("car_calendar")
    .values({
      car_id: car,
      kind: "block",
      during: takenDays("2026-11-10", "2026-11-22"),
      created_at: "2026-11-09T12:00:00Z",
    })
    .execute();
  expect((await block(car, "2026-11-21", "2026-11-25")).body).toMatchObject({
    start_date: "2026-11-10",
    end_date: "2026-11-25",
  });
});

test("refuses to block days with a booking or hold, and names them", async () => {
  const { car, id: booked } = await all.book();
  const renter = await all.newRenter();
  const { body: hold } = await all.checkout(car, renter, {
    start_date: "2026-12-10",
    end_date: "2026-12-12",
    total_amount: 120,
  });
  const { status, body } = await block(car, "2026-12-07", "2026-12-11");
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: "dates_booked",
    details: {
      ranges: [
        { car_id: car, booking_id: booked, ...DATES },
        { booking_id: hold.booking_id, start_date: "2026-12-10", end_date: "2026-12-12" },
      ],
    },
  });
  // The car comes back on the 8th at 10:00.
  expect((await block(car, "2026-12-08", "2026-12-10")).status).toBe(409);
  expect((await block(car, "2026-12-09", "2026-12-10")).status).toBe(200);
  expect(await taken(car)).toEqual([
    "[2026-12-05,2026-12-08)",
    "[2026-12-09,2026-12-10)",
    "[2026-12-10,2026-12-12)",
  ]);
  const { body: shown } = await show(`from=2026-12-05&to=2026-12-11&car_id=${car}`);
  expect(shown.cars[0]?.ranges.map((each) => [each.kind, each.booking_id])).toEqual([
    ["booking", booked],
    ["block", null],
    ["hold", hold.booking_id],
  ]);
});

test("blocks several cars at once, all or none, or their free days", async () => {
  const { car: booked, id } = await all.book();
  const [one, two] = [await all.newCar(), await all.newCar()];
  const send = (more: object = {}) =>
    all.app.call("POST", "/api/host/calendar/blocks", {
      as: host.token,
      body: {
        car_ids: [one, booked, two],
        start_date: "2026-12-04",
        end_date: "2026-12-10",
        ...more,
      },
    });
  const range = { car_id: booked, booking_id: id, ...DATES };
  expect(await send()).toMatchObject({
    status: 409,
    body: { code: "dates_booked", details: { ranges: [range] } },
  });
  expect(await taken(one)).toEqual([]);
  const missing = await send({ car_ids: [one, randomUUID()], skip_booked: true });
  expect(missing).toMatchObject({ status: 404, body: { code: "PGRST116" } });
  expect(await taken(one)).toEqual([]);

  const { body } = await send({ skip_booked: true });
  expect(body.booked).toEqual([range]);
  expect(body.blocks).toHaveLength(4);
  expect(await taken(one)).toEqual(["[2026-12-04,2026-12-10)"]);
  expect(await taken(two)).toEqual(["[2026-12-04,2026-12-10)"]);
  expect(await taken(booked)).toEqual([
    "[2026-12-04,2026-12-05)",
    "[2026-12-05,2026-12-08)",
    "[2026-12-09,2026-12-10)",
  ]);
});

test.each([
  ["2026-11-20", "2026-11-25", "dates_past"],
  ["2026-12-05", "2026-12-05", "dates_reversed"],
  ["2026-02-30", "2026-12-05", "dates_invalid"],
  ["2028-11-01", "2028-11-21", "block_too_far"],
])("refuses %s to %s with %s and writes nothing", async (start, end, code) => {
  const car = await all.newCar();
  expect(await block(car, start, end)).toMatchObject({ status: 422, body: { code } });
  expect(await taken(car)).toEqual([]);
});

test.each([
  ["a note of 201 letters", { note: "x".repeat(201) }],
  ["a note with a NUL", { note: "a\u0000b" }],
  ["no car", { car_ids: [] }],
  ["an unknown field", { kind: "booking" }],
])("refuses %s", async (_what, wrong) => {
  const body = {
    car_ids: [await all.newCar()],
    start_date: "2026-12-05",
    end_date: "2026-12-08",
    ...wrong,
  };
  const answer = await all.app.call("POST", "/api/host/calendar/blocks", { as: host.token, body });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
});

test("hides a car from other hosts but not from admins, and a deleted one from everybody", async () => {
  const car = await all.newCar();
  const other = await makePerson(all.app, { roles: ["renter", "host"] });
  const admin = await makePerson(all.app, { roles: ["renter", "admin"] });
  const missing = { status: 404, body: { code: "PGRST116" } };
  expect(await block(car, "2026-12-01", "2026-12-03", { as: other })).toMatchObject(missing);
  expect(await block(randomUUID(), "2026-12-01", "2026-12-03")).toMatchObject(missing);
  const { body } = await block(car, "2026-12-01", "2026-12-03", { as: admin });
  expect(await unblock(body.id, other)).toMatchObject(missing);
  expect(await show(`from=2026-12-01&to=2026-12-31&car_id=${car}`, other)).toMatchObject(missing);
  expect(
    (await show(`from=2026-12-01&to=2026-12-31&car_id=${car}`, admin)).body.cars[0]?.ranges,
  ).toHaveLength(1);
  expect((await unblock(body.id, admin)).status).toBe(200);
  const gone = await makeListing(all.app, host, { deleted_at: all.app.clock.now().toISOString() });
  expect(await block(gone, "2026-12-01", "2026-12-03")).toMatchObject(missing);
});

test("gives contested days to only one of many concurrent requests", async () => {
  const car = await all.newCar();
  const renters = await Promise.all(Array.from({ length: 4 }, () => all.newRenter()));
  const answers = await Promise.all([
    ...renters.map((renter) => all.checkout(car, renter)),
    ...Array.from({ length: 4 }, () => block(car, "2026-12-06", "2026-12-07")),
  ]);
  const hold = answers.slice(0, 4).filter((each) => each.status === 200).length;
  const blocked = answers.slice(4).filter((each) => each.status === 200).length;
  expect([hold, blocked]).toEqual(hold === 1 ? [1, 0] : [0, 4]);
  expect(answers.filter((each) => ![200, 409].includes(each.status))).toEqual([]);
  expect(await taken(car)).toHaveLength(1);
});

test("the fleet calendar has all cars of its host and no others, with every range that touches the days", async () => {
  const owner = await makePerson(all.app, { roles: ["renter", "host"] });
  const [busy, idle] = [await makeListing(all.app, owner), await makeListing(all.app, owner)];
  await makeListing(all.app, owner, { deleted_at: all.app.clock.now().toISOString() });
  for (const [start, end] of [
    ["2026-11-25", "2026-12-01"],
    ["2026-12-30", "2027-01-03"],
    ["2027-01-31", "2027-02-02"],
    ["2027-02-03", "2027-02-04"],
  ])
    await block(busy, start ?? "", end ?? "", { as: owner });
  const { body } = await show("from=2026-12-01&to=2027-02-01", owner);
  expect(body.cars.map((each) => each.car_id).toSorted()).toEqual([busy, idle].toSorted());
  const findRanges = (car: string) => body.cars.find((each) => each.car_id === car)?.ranges;
  expect(findRanges(idle)).toEqual([]);
  expect(findRanges(busy)?.map((each) => each.start_date)).toEqual(["2026-12-30", "2027-01-31"]);
  expect((await show("from=2026-12-01&to=2027-01-01", all.renter)).status).toBe(403);
});

test.each([
  ["from=2026-12-01&to=2028-01-06", 422, "calendar_window_too_long"],
  ["from=2026-12-01&to=2026-12-01", 422, "dates_reversed"],
  ["from=2026-12-01", 400, "invalid_request"],
  ["from=2026-02-30&to=2026-03-03", 400, "invalid_request"],
  ["from=%00&to=2026-03-03", 400, "invalid_request"],
  ["from=2026-12-01&to=2026-12-02&car_id=1", 400, "invalid_request"],
])("refuses the calendar of %s: %i %s", async (query, status, code) => {
  expect(await show(query)).toMatchObject({ status, body: { code } });
});

test("shows at most 400 days", async () => {
  const car = `car_id=${await all.newCar()}`;
  for (const whose of ["", car]) {
    expect((await show(`from=2026-12-01&to=2028-01-05&${whose}`)).status).toBe(200);
    expect((await show(`from=2026-12-01&to=2028-01-06&${whose}`)).body).toMatchObject({
      code: "calendar_window_too_long",
      details: { max_days: 400 },
    });
  }
});
