// A delayed flight: what the renter can report, who is notified, and what stays as booked.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Output } from "../../../contract/endpoint.ts";
import type { getDaySheet } from "../../../contract/bookings/host-bookings.ts";
import type { Person } from "../../../../test/factories.ts";
import { eventually } from "../../../../test/eventually.ts";
import { PICKUP_AT, startTrips, type Trips } from "../../../../test/trips.ts";

let t: Trips;
let id: string;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(async () => {
  id = await t.book();
  t.app.clock.set("2026-12-05T12:00:00Z");
});
afterAll(() => t.app.close());

const report = (pickup_at: string, more: object = {}, by: Person = t.renter) =>
  t.post(id, "flight-delays", by, { id: randomUUID(), pickup_at, ...more });
const sheet = async (from: string) => {
  const path = `/api/host/day-sheet?from=${from}&days=1`;
  const { body } = await t.app.call("GET", path, { as: t.host.token });
  const { days } = body as unknown as Output<typeof getDaySheet>;
  return days
    .flatMap(({ cars }) => cars.flatMap(({ handovers }) => handovers))
    .filter(({ booking_id, kind }) => booking_id === id && kind === "pickup");
};

test("moves the expected pickup everywhere, notifies the host once, and leaves the booking as it was", async () => {
  const before = await t.read(id);
  const entry = { id: randomUUID(), pickup_at: "2026-12-06T01:00:00.000Z", flight: "AA 1234" };
  for (let sent = 0; sent < 2; sent++) {
    const { status, body } = await t.post(id, "flight-delays", t.renter, entry);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      delay: { reported: { pickup_at: entry.pickup_at, flight: "AA 1234" } },
    });
    t.app.clock.advance(60_000);
  }
  expect((await t.readTrip(id, t.host)).delay).toMatchObject({
    reported: { side: "renter", pickup_at: entry.pickup_at },
    times: [],
  });
  const after = await t.read(id);
  expect(after).toMatchObject({
    start_date: before.start_date,
    pickup_time: before.pickup_time,
    amount_due_cents: before.amount_due_cents,
    delayed_pickup_at: entry.pickup_at,
  });
  expect(await sheet("2026-12-05")).toMatchObject([
    { time: "20:00", delayed_pickup_at: entry.pickup_at, overdue: false },
  ]);
  const mail = await eventually(async () => {
    const mails = await t.app.mails(t.host.email);
    const found = mails.filter(({ subject, text }) => /delayed/.test(subject) && text.includes(id));
    expect(found).toHaveLength(1);
    return found[0];
  });
  expect(mail?.subject).toBe("Tamika's flight is delayed: pickup Sat, Dec 5, 8:00 PM");
  expect(mail?.text).toContain("flight AA 1234");
  const file = await t.app.call("GET", `/api/bookings/${id}/calendar.ics`, { as: t.host.token });
  expect(JSON.stringify(file.body)).toContain("20261206T010000Z");

  // The same report with another id notifies nobody, and counts in every list.
  t.app.clock.set("2026-12-05T17:00:00Z");
  expect((await report(entry.pickup_at, { flight: entry.flight })).status).toBe(200);
  const inList = async (filter: string) => {
    const path = `/api/host/bookings?filter=${filter}`;
    const { body } = await t.app.call("GET", path, { as: t.host.token });
    return (body as unknown as { bookings: { id: string }[] }).bookings.some(
      (booking) => booking.id === id,
    );
  };
  expect([await inList("upcoming"), await inList("in_progress")]).toEqual([true, false]);
  const dashboard = await t.app.call("GET", "/api/host/dashboard", { as: t.host.token });
  expect(dashboard.body.next_pickups.map((booking) => booking.id)).toContain(id);

  // A later report replaces it.
  t.app.clock.set("2026-12-05T20:00:00Z");
  const later = await report("2026-12-06T03:00:00.000Z");
  expect(later.body).toMatchObject({
    delay: { reported: { pickup_at: "2026-12-06T03:00:00.000Z" } },
  });
  expect(await sheet("2026-12-05")).toMatchObject([{ time: "22:00" }]);
});

test.each([
  ["2026-12-06T03:30:00.000Z", 422, "delay_too_long"],
  ["2026-12-05T15:45:00.000Z", 422, "delay_off_grid"],
  [PICKUP_AT, 422, "delay_not_later"],
])("refuses a pickup at %s with %i %s", async (pickup_at, status, code) => {
  expect(await report(pickup_at)).toMatchObject({ status, body: { code } });
  expect((await t.read(id)).delayed_pickup_at).toBeNull();
});

test("refuses a past time, a used id, the host, and a report after the pickup or a cancellation", async () => {
  t.app.clock.set("2026-12-05T18:10:00Z");
  expect((await report("2026-12-05T18:00:00.000Z")).body.code).toBe("delay_in_past");
  const entry = { id: randomUUID() };
  expect((await report("2026-12-05T19:00:00.000Z", entry)).status).toBe(200);
  expect((await report("2026-12-05T20:00:00.000Z", entry)).body.code).toBe("trip_entry_id_taken");
  expect((await report("2026-12-05T20:00:00.000Z", {}, t.host)).status).toBe(403);
  await t.confirm(id, "pickup", 100);
  expect((await report("2026-12-05T20:00:00.000Z")).body.code).toBe("delay_after_pickup");
  const cancelled = await t.book();
  t.app.clock.set("2026-12-05T12:00:00Z");
  expect((await t.decide(cancelled, "cancel", t.host)).status).toBe(200);
  const refused = await t.post(cancelled, "flight-delays", t.renter, {
    id: randomUUID(),
    pickup_at: "2026-12-05T20:00:00.000Z",
  });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "no_trip", details: { status: "cancelled" } },
  });
});
