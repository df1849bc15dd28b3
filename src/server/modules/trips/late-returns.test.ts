// Returns that the host does not confirm: by the renter's notice, or by an admin.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { RETURN_AT, startTrips, type Trips } from "../../../../test/trips.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { confirmUnansweredReturns } from "./late-returns.service.ts";
import { careForTrips } from "./trips.routes.ts";

let t: Trips;
let id: string;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(async () => {
  id = await t.book();
  await t.confirm(id, "pickup", 100);
  t.app.clock.set(RETURN_AT);
});
afterAll(() => t.app.close());

const NOTICE = { kind: "return_notice", handover: "return" };
test("the renter's notice confirms the return if the host does not answer for 24 hours", async () => {
  expect((await t.add(id, t.host, NOTICE)).status).toBe(403);
  expect((await t.add(id, t.renter, NOTICE)).status).toBe(200);
  expect((await t.add(id, t.renter, NOTICE)).body.code).toBe("too_many_trip_entries");
  const notified = t.app.ctx.db
    .selectFrom("notifications")
    .select(["user_id", "event_key"])
    .where("event_key", "=", `booking:${id}:return_notice`);
  expect(await notified.execute()).toMatchObject([{ user_id: t.host.id }]);

  t.app.clock.set("2026-12-09T14:59:00.000Z");
  await confirmUnansweredReturns(t.app.ctx);
  expect(await t.readTrip(id)).toMatchObject({
    state: "in_progress",
    return: { confirmation: null },
  });
  t.app.clock.set("2026-12-09T15:00:00.000Z");
  for (let run = 0; run < 2; run++) await confirmUnansweredReturns(t.app.ctx);
  expect(await t.readTrip(id)).toMatchObject({
    state: "returned",
    return: { confirmation: { side: "renter", by: "renter", at: "2026-12-09T15:00:00.000Z" } },
  });
  // The trip ended with the notice.
  await completeDue(t.app.ctx);
  expect(await t.read(id)).toMatchObject({
    status: "completed",
    returned_at: RETURN_AT,
    return_noticed_at: RETURN_AT,
  });
});

test("an admin closes a trip with a reason, once", async () => {
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  const close = (by = admin) => t.post(id, "close", by, { reason: "The host has moved away." });
  for (const side of [t.renter, t.host]) expect((await close(side)).status).toBe(403);
  expect((await close()).body).toMatchObject({
    state: "returned",
    return: { confirmation: { side: "admin", by: "admin" } },
  });
  expect((await close()).body.code).toBe("handover_already_confirmed");
  const audited = t.app.ctx.db
    .selectFrom("audit_events")
    .select(["actor_id", "reason"])
    .where("action", "=", "trip.close")
    .where("subject_id", "=", id);
  expect(await audited.execute()).toEqual([
    { actor_id: admin.id, reason: "The host has moved away." },
  ]);
});

test("reports a car that is still out three days after its return time", async () => {
  const incidents = () =>
    t.app.ctx.db
      .selectFrom("payment_incidents")
      .select(["kind", "times"])
      .where("booking_id", "=", id)
      .execute();
  t.app.clock.set("2026-12-11T14:59:00.000Z");
  await careForTrips(t.app.ctx);
  expect(await incidents()).toEqual([]);
  t.app.clock.set("2026-12-11T15:00:00.000Z");
  await careForTrips(t.app.ctx);
  expect(await incidents()).toMatchObject([{ kind: "car_overdue" }]);
});
