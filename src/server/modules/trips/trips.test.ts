// Trips through the API: recorded by both sides, confirmed with a code, and every refusal.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import {
  FULL,
  makeReading,
  PICKUP_AT,
  RETURN_AT,
  startTrips,
  type Trips,
} from "../../../../test/trips.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";

let t: Trips;
let id: string;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(async () => {
  id = await t.book();
});
afterAll(() => t.app.close());

const MARK = { kind: "mark", part: "left_rear_door", damage: "scratch", words: "Below the handle" };
const status = async () => (await t.read(id)).status;

describe("a trip", () => {
  test("goes from check-in through pickup and return to closed, and completes after its last day", async () => {
    expect(await t.readTrip(id)).toMatchObject({
      state: "check_in_open",
      side: "renter",
      pickup_at: PICKUP_AT,
      due_back_at: RETURN_AT,
      check_in_at: "2026-12-04T15:00:00.000Z",
      pickup: { reading: null, confirmation: null, may_record: true, may_mark: true },
      return: { opens_at: null, may_record: false, may_mark: false },
    });
    await t.add(id, t.host, { kind: "licence_check" });
    await t.add(id, t.renter, MARK);
    t.app.clock.set("2026-12-05T15:12:40.000Z");
    await t.confirm(id, "pickup", 41_286);
    expect(await t.readTrip(id, t.host)).toMatchObject({
      state: "in_progress",
      side: "host",
      pickup: {
        reading: { miles: 41_286, level: FULL, side: "host" },
        marks: [{ part: "left_rear_door", damage: "scratch", words: "Below the handle" }],
        licence_check: { side: "host" },
        confirmation: { side: "renter", by: "code", at: "2026-12-05T15:12:00.000Z" },
        may_mark: false,
      },
      return: { may_record: true },
    });
    expect((await t.readTrip(id)).pickup.may_mark_until).toBe("2026-12-05T17:12:00.000Z");

    t.app.clock.set("2026-12-08T20:35:00.000Z");
    expect((await t.readTrip(id)).state).toBe("overdue");
    await t.confirm(id, "return", 41_414);
    expect((await t.add(id, t.host, { ...MARK, handover: "return" })).status).toBe(200);
    expect(await t.readTrip(id)).toMatchObject({
      state: "returned",
      closes_at: "2026-12-09T20:35:00.000Z",
      return: { reading: { miles: 41_414 }, marks: [{ side: "host" }] },
    });
    await completeDue(t.app.ctx);
    expect(await status()).toBe("approved");
    t.app.clock.set("2026-12-09T20:35:00.000Z");
    await completeDue(t.app.ctx);
    expect(await status()).toBe("completed");
    expect((await t.readTrip(id)).state).toBe("closed");
  });

  test("does not complete while the car is out; the host alone can confirm a late return", async () => {
    const other = id;
    const unrecorded = await t.book();
    await t.confirm(other, "pickup", 100);
    const early = await t.post(other, "return", t.host, { id: randomUUID(), reading_id: null });
    expect(early.body).toMatchObject({ code: "return_not_due", details: { due_at: RETURN_AT } });
    t.app.clock.set("2026-12-20T15:00:00.000Z");
    await completeDue(t.app.ctx);
    expect((await t.read(other)).status).toBe("approved");
    // Nobody recorded this one.
    expect(await t.read(unrecorded)).toMatchObject({ status: "completed", has_trip: false });
    expect((await t.readTrip(unrecorded)).state).toBe("closed");

    const confirmation = { id: randomUUID(), reading_id: null };
    for (let sent = 0; sent < 2; sent++) {
      const done = await t.post(other, "return", t.host, confirmation);
      expect(done.body).toMatchObject({
        state: "returned",
        return: { reading: null, confirmation: { id: confirmation.id, side: "host", by: "host" } },
      });
    }
    t.app.clock.set("2026-12-21T05:00:00.000Z");
    await completeDue(t.app.ctx);
    expect((await t.read(other)).status).toBe("completed");
  });

  test("is only for its two sides and admins, and only for approved bookings", async () => {
    const stranger = await makePerson(t.app);
    const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
    const notFound = { status: 404, body: { code: "PGRST116" } };
    const get = (as: string, of = id) => t.app.call("GET", `/api/bookings/${of}/trip`, { as });
    expect(await get(stranger.token)).toMatchObject(notFound);
    expect(await get(admin.token)).toMatchObject({
      status: 200,
      body: { side: "admin", pickup: { may_record: false, may_mark: false } },
    });
    for (const person of [stranger, admin])
      expect(await t.add(id, person, MARK)).toMatchObject(notFound);
    expect(await t.add(id, t.renter, { kind: "licence_check" })).toMatchObject({ status: 403 });
    t.app.clock.set("2026-11-21T17:00:00.000Z");
    const { body } = await t.checkout((await t.bookCar()).car, t.renter, {
      start_date: "2027-01-05",
      end_date: "2027-01-08",
    });
    expect(await get(t.renter.token, body.booking_id)).toMatchObject({
      status: 409,
      body: { code: "no_trip", details: { status: "pending" } },
    });
  });
});

test("the record of a cancelled booking can be read but not added to", async () => {
  await t.add(id, t.host, MARK);
  expect((await t.decide(id, "cancel", t.host)).status).toBe(200);
  expect(await t.readTrip(id)).toMatchObject({
    state: "closed",
    pickup: { marks: [{ part: MARK.part }], may_mark: false, may_record: false },
  });
  expect((await t.read(id)).has_trip).toBe(true);
  expect((await t.add(id, t.host, MARK)).body).toMatchObject({
    code: "no_trip",
    details: { status: "cancelled" },
  });
});

describe("while the car is out", () => {
  beforeEach(() => t.confirm(id, "pickup", 100));

  test("the host can't cancel", async () => {
    const { may } = (await t.app.call("GET", `/api/bookings/${id}`, { as: t.host.token })).body;
    expect(may).not.toContain("cancel");
    expect(await t.decide(id, "cancel", t.host)).toMatchObject({
      status: 409,
      body: { code: "car_is_out" },
    });
    expect(await status()).toBe("approved");
  });

  test("an admin can, and the return can still be recorded", async () => {
    const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
    expect((await t.decide(id, "cancel", admin, { reason: "Accident" })).status).toBe(200);
    expect(await t.readTrip(id)).toMatchObject({ state: "in_progress", closes_at: null });
    await t.confirm(id, "return", 200);
    expect((await t.readTrip(id)).state).toBe("returned");
  });

  test("a hold doesn't keep the car from being returned", async () => {
    await t.hold(id);
    await t.confirm(id, "return", 200);
    expect((await t.readTrip(id)).state).toBe("returned");
  });

  test("the host confirms alone only the reading that the host has seen", async () => {
    t.app.clock.set("2026-12-08T15:00:00.000Z");
    const seen = randomUUID();
    await t.add(id, t.host, makeReading(200, { id: seen, handover: "return" }));
    t.app.clock.set("2026-12-08T15:01:00.000Z");
    await t.add(id, t.renter, makeReading(201, { handover: "return" }));
    const confirmed = (reading_id: string | null) =>
      t.post(id, "return", t.host, { id: randomUUID(), reading_id });
    for (const stale of [seen, null])
      expect((await confirmed(stale)).body.code).toBe("handover_reading_changed");
    const latest = (await t.readTrip(id)).return.reading?.id ?? null;
    expect((await confirmed(latest)).body).toMatchObject({ return: { reading: { miles: 201 } } });
    expect((await t.add(id, t.renter, { ...MARK, handover: "return" })).status).toBe(200);
  });
});

test("either a pickup or the host's simultaneous cancellation succeeds", async () => {
  const readingId = randomUUID();
  await t.add(id, t.host, makeReading(100, { id: readingId }));
  const code = await t.showCode(id, "pickup", 100);
  const [entered, cancelled] = await Promise.all([
    t.enterCode(id, { reading_id: readingId, code }),
    t.decide(id, "cancel", t.host),
  ]);
  expect([entered.status, cancelled.status].toSorted()).toEqual([200, 409]);
  expect(await status()).toBe(cancelled.status === 200 ? "cancelled" : "approved");
});

describe("entries", () => {
  test("are stored once when sent again, and refused if their id has other content or another trip", async () => {
    const entry = { id: randomUUID(), ...makeReading(100) };
    const first = await t.add(id, t.renter, entry);
    expect(await t.add(id, t.renter, entry)).toMatchObject({ status: 200, body: first.body });
    const other = await t.book();
    const taken = { status: 409, body: { code: "trip_entry_id_taken" } };
    expect(await t.add(id, t.renter, { ...entry, miles: 101 })).toMatchObject(taken);
    expect(await t.add(id, t.host, entry)).toMatchObject(taken);
    expect(await t.add(other, t.renter, entry)).toMatchObject(taken);
    const contested = { id: randomUUID(), ...makeReading(100) };
    const both = await Promise.all([id, other].map((trip) => t.add(trip, t.renter, contested)));
    expect(both.map((each) => each.status).toSorted()).toEqual([200, 409]);
  });

  test("form one chain even if both phones send at the same time", async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, n) => t.add(id, n % 2 ? t.host : t.renter, MARK)),
    );
    expect(sent.map((each) => each.status)).toEqual(Array(8).fill(200));
    expect((await t.readTrip(id)).pickup.marks).toHaveLength(8);
  });

  test.each([
    ["2026-12-04T14:00:00Z", {}, 409, "trip_entry_too_early"],
    ["2026-12-09T05:00:00Z", {}, 409, "trip_entry_too_late"],
    [PICKUP_AT, { at: "2026-12-05T16:00:00Z" }, 422, "trip_entry_in_future"],
    [PICKUP_AT, { at: "2026-11-05T16:00:00Z" }, 409, "trip_entry_too_early"],
    [PICKUP_AT, { handover: "return" }, 409, "pickup_not_confirmed"],
    [PICKUP_AT, { part: "wing" }, 400, "invalid_request"],
    [PICKUP_AT, { words: "x".repeat(501) }, 400, "invalid_request"],
  ])("at %s with %j: %i %s", async (now, more, expected, code) => {
    t.app.clock.set(now);
    const refused = await t.add(id, t.host, { ...MARK, ...more });
    expect(refused).toMatchObject({ status: expected, body: { code } });
    expect((await t.readTrip(id)).pickup.marks).toEqual([]);
  });

  test.each([
    [{ miles: 1.5 }],
    [{ miles: -1 }],
    [{ miles: 1_000_000 }],
    [{ level: { unit: "eighths", value: 9 } }],
    [{ level: { unit: "percent", value: 101 } }],
  ])("refuses the reading %j", async (more) => {
    const refused = await t.add(id, t.host, { ...makeReading(100), ...more });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  test("an odometer only increases, by at most 600 miles a day", async () => {
    await t.confirm(id, "pickup", 41_286);
    const back = (miles: number) => t.add(id, t.renter, makeReading(miles, { handover: "return" }));
    expect((await back(41_285)).body).toMatchObject({
      code: "odometer_backwards",
      details: { pickup_miles: 41_286 },
    });
    expect((await back(41_887)).body).toMatchObject({
      code: "odometer_too_far",
      details: { max_miles: 41_886, miles_per_day: 600 },
    });
    expect((await back(41_886)).status).toBe(200);
  });

  test("the 201st mark of a side is refused", async () => {
    await t.add(id, t.host, MARK);
    await sql`
      insert into trip_entries
      select booking_id, position + n, gen_random_uuid(), handover, kind, side, author_id, content, made_at,
        received_at, hash, key_id, hash from trip_entries, generate_series(1, 199) as n where booking_id = ${id}`.execute(
      t.app.ctx.db,
    );
    expect((await t.add(id, t.renter, MARK)).status).toBe(200);
    expect((await t.add(id, t.host, MARK)).body).toMatchObject({
      code: "too_many_trip_entries",
      details: { kind: "mark", limit: 200 },
    });
  });
});
