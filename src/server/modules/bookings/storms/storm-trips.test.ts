// What else depends on a trip in a storm: its return, its deposit, the day sheet and runner links.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { makeListing, type Person } from "../../../../../test/factories.ts";
import { startStorms, type Storms } from "../../../../../test/storms.ts";
import { sweepDeposits } from "../../deposits/deposit-settlement.service.ts";
import { sendDueTemplates } from "../../messaging/templates/send-templates.service.ts";
import { remindOfReturns } from "../notifications/reminders.service.ts";
import { notifyOfStorm } from "./storm-notifications.service.ts";

let t: Storms;
beforeAll(async () => {
  t = await startStorms();
});
afterAll(() => t.close());

const post = (path: string, by: Person, body: object) =>
  t.app.call("POST", path, { as: by.token, body });
const onDaySheet = async (id: string, from: string) =>
  (
    await t.app.call("GET", `/api/host/day-sheet?from=${from}&days=2`, { as: t.host.token })
  ).body.days
    .flatMap(({ cars }) => cars)
    .flatMap(({ handovers }) => handovers)
    .filter(({ booking_id }) => booking_id === id);
/** @returns the secret of a runner link */
async function makeLink(id: string, handover: "pickup" | "return"): Promise<string> {
  const made = await t.app.call("POST", `/api/bookings/${id}/trip/runner-links`, {
    as: t.host.token,
    body: { handover, name: "Alma" },
  });
  return made.body.url.split("#")[1] ?? "";
}
const openLink = (secret: string) => t.app.call("POST", "/api/runner/tokens", { body: { secret } });
const deposits = (id: string) =>
  t.app.ctx.db.selectFrom("deposits").select("state").where("booking_id", "=", id).execute();
const countSent = async (id: string): Promise<number> =>
  (
    await t.app.ctx.db
      .selectFrom("template_messages")
      .select("message_id")
      .where("booking_id", "=", id)
      .execute()
  ).length;

test.each(["day_before", "check_in"] as const)(
  "sends no message of %s for a pickup in a storm, and sends it once the storm is over",
  async (moment) => {
    const host = await t.newRenter({ roles: ["renter", "host"] });
    const id = await t.bookOn("ragged-island", { host, renter: await t.newRenter() });
    await post("/api/host/message-templates", host, { name: "Hi", body: "See you.", moment });
    const storm = await t.declare("ragged-island", "2026-12-04", "2026-12-06");
    t.app.clock.set("2026-12-04T15:30:00.000Z");
    await sendDueTemplates(t.app.ctx);
    expect(await countSent(id)).toBe(0);
    await t.endStorm(storm);
    await sendDueTemplates(t.app.ctx);
    expect(await countSent(id)).toBe(1);
  },
);

test("a trip that is due back in a storm extends itself until 24 hours after it, at no cost", async () => {
  const id = await t.bookOn("exumas");
  const template = await post("/api/host/message-templates", t.host, {
    name: "Return",
    body: "See you soon.",
    moment: "before_return",
  });
  expect(template.status).toBe(200);
  t.app.clock.set("2026-12-05T15:00:00.000Z");
  await t.confirm(id, "pickup", 12_000);
  const storm = await t.declare("exumas", "2026-12-07", "2026-12-07");
  // Nobody expects the storm to last until the return.
  expect(await t.readTrip(id)).toMatchObject({
    in_storm: false,
    due_back_at: "2026-12-08T15:00:00.000Z",
  });
  await t.moveLastDay(storm, "2026-12-08");
  expect(await t.readTrip(id)).toMatchObject({ in_storm: true });
  const secret = await makeLink(id, "return");

  t.app.clock.set("2026-12-08T14:00:00.000Z");
  await remindOfReturns(t.app.ctx);
  await sendDueTemplates(t.app.ctx);
  expect(await countSent(id)).toBe(0);
  const mails = await t.app.mails(t.renter.email);
  expect(mails.filter(({ subject }) => subject.startsWith("Today: return"))).toEqual([]);

  // The storm lasts longer than its last day said.
  t.app.clock.set("2026-12-10T15:00:00.000Z");
  expect(await t.readTrip(id)).toMatchObject({ state: "in_progress", in_storm: true });
  expect(await onDaySheet(id, "2026-12-10")).toMatchObject([{ kind: "return", overdue: false }]);
  const early = await t.app.call("POST", `/api/bookings/${id}/trip/return`, {
    as: t.host.token,
    body: { id: randomUUID(), reading_id: null },
  });
  expect(early).toMatchObject({
    status: 409,
    body: { code: "return_not_due", details: { due_at: null } },
  });
  await t.endStorm(storm);
  expect(await t.readTrip(id)).toMatchObject({
    state: "in_progress",
    in_storm: false,
    due_back_at: "2026-12-11T15:00:00.000Z",
  });

  t.app.clock.set("2026-12-11T16:30:00.000Z");
  expect((await openLink(secret)).status).toBe(200);
  expect(await onDaySheet(id, "2026-12-11")).toMatchObject([
    { kind: "return", runner_links: [{ state: "open" }] },
  ]);
  expect((await t.readTrip(id)).state).toBe("overdue");
  await t.confirm(id, "return", 12_100);
  // An hour and a half late, of which one hour is free: an eighth of $60.00.
  expect(await t.readCharges(id)).toMatchObject([{ kind: "late_return", amount_cents: 750 }]);
});

test("late hours don't count while a storm is on, also if the car was late before", async () => {
  const id = await t.bookOn("berry-islands");
  t.app.clock.set("2026-12-05T15:00:00.000Z");
  await t.confirm(id, "pickup", 12_000);
  // Due on December 8 at 10:00; 14 hours late when the storm begins, and 30 minutes after its end.
  const storm = await t.declare("berry-islands", "2026-12-09", "2026-12-10");
  t.app.clock.set("2026-12-11T15:00:00.000Z");
  await t.endStorm(storm);
  t.app.clock.set("2026-12-11T15:30:00.000Z");
  await t.confirm(id, "return", 12_100);
  expect(await t.readCharges(id)).toMatchObject([
    {
      kind: "late_return",
      amount_cents: 6000,
      explanation: expect.stringMatching(/^14 hours .* and the time of the storm/),
    },
  ]);
});

test("a cancelled trip releases its deposit, leaves the day sheet and closes its runner link", async () => {
  const id = await t.bookOn("abacos");
  t.app.clock.set("2026-12-04T16:00:00.000Z");
  await sweepDeposits(t.app.ctx);
  expect(await deposits(id)).toEqual([{ state: "held" }]);
  const secret = await makeLink(id, "pickup");
  expect((await openLink(secret)).status).toBe(200);
  expect(await onDaySheet(id, "2026-12-05")).toHaveLength(1);

  const storm = await t.declare("abacos", "2026-12-05", "2026-12-07");
  await t.startRefunds(storm);
  await eventually(async () =>
    expect(await t.read(id)).toMatchObject({ status: "cancelled", payment_status: "refunded" }),
  );
  await sweepDeposits(t.app.ctx);
  expect(await deposits(id)).toEqual([{ state: "released" }]);
  expect(await onDaySheet(id, "2026-12-05")).toEqual([]);
  expect((await openLink(secret)).body.code).toBe("runner_trip_over");
});

test("offers no cars that a storm closes, whether or not it affects the cancelled trip", async () => {
  const islands = ["bimini", "eleuthera"] as const;
  const ids = [await t.bookOn("bimini"), await t.bookOn("eleuthera")];
  const offersOf = async (id: string) =>
    (await t.app.call("GET", `/api/bookings/${id}/rebook-offers`, { as: t.renter.token })).body;
  for (const island of islands) await makeListing(t.app, t.host, { island });
  const storm = await t.declare("bimini", "2026-12-20", "2026-12-22");
  await t.declare("eleuthera", "2026-12-05", "2026-12-07");
  for (const id of ids) {
    expect((await t.decide(id, "cancel", t.host)).status).toBe(200);
    expect(await offersOf(id)).toMatchObject({ needs_another_car: true, offers: [] });
  }
  // Cars that are inspected after the storm, or were not there, can be booked.
  await t.endStorm(storm);
  expect((await offersOf(ids[0] ?? "")).offers).toEqual([]);
  const listedLater = await makeListing(t.app, t.host, { island: "bimini" });
  expect((await offersOf(ids[0] ?? "")).offers).toMatchObject([{ id: listedLater }]);
});

test("a renter whose return a storm delays after its last day is told of its end", async () => {
  const id = await t.bookOn("mayaguana");
  await makeListing(t.app, t.renter, { island: "mayaguana" });
  const storm = await t.declare("mayaguana", "2026-12-01", "2026-12-03");
  t.app.clock.set("2026-12-05T15:00:00.000Z");
  await t.confirm(id, "pickup", 12_000);
  t.app.clock.set("2026-12-09T15:00:00.000Z");
  await t.endStorm(storm, "Over on Mayaguana.");
  await eventually(async () => {
    const ended = (await t.app.mails(t.renter.email)).filter(({ text }) =>
      text.includes("Over on Mayaguana."),
    );
    // Also as the host of a car there.
    expect(ended.map(({ subject }) => subject).toSorted()).toEqual([
      "Hurricane Imani is over",
      "Hurricane Imani is over: please check your cars",
    ]);
  });
  // The job of the declaration, run late, tells nobody to change plans.
  await notifyOfStorm(t.app.ctx, { stormId: storm, event: "declared" });
  const bookings = (await t.app.mails(t.renter.email)).filter(
    ({ subject, text }) => /change your plans/.test(subject) && text.includes("Mayaguana"),
  );
  expect(bookings).toEqual([]);
});

test("withdrawing a request in a storm does not delay the next one", async () => {
  t.app.clock.set("2026-11-21T17:00:00.000Z");
  const renter = await t.newRenter();
  const car = await makeListing(t.app, t.host, { island: "rum-cay", booking_mode: "approval" });
  const opened = await t.checkout(car, renter);
  await t.pay(opened.body.session_id);
  await t.verify(opened.body.session_id, renter);
  const storm = await t.declare("rum-cay", "2026-12-05", "2026-12-07");
  expect((await t.decide(opened.body.booking_id, "withdraw", renter)).status).toBe(200);
  await t.endStorm(storm);
  await t.app.ctx.db.deleteFrom("storm_cars").where("car_id", "=", car).execute();
  expect((await t.checkout(car, renter)).status).toBe(200);
});

test("the batch leaves requests that nobody answered in time, and does not count them", async () => {
  const id = await t.bookOn("spanish-wells", { booking_mode: "approval" });
  const storm = await t.declare("spanish-wells", "2026-12-05", "2026-12-07");
  const read = async () =>
    (await t.app.call("GET", "/api/admin/storms", { as: t.admin.token })).body.storms.find(
      (each) => each.id === storm,
    );
  expect(await read()).toMatchObject({ remaining: 1 });
  t.app.clock.set("2026-11-22T17:00:00.000Z");
  expect(await read()).toMatchObject({ remaining: 0 });
  await t.startRefunds(storm);
  await eventually(async () =>
    expect(await read()).toMatchObject({ refunds: "done", declined: 0 }),
  );
  expect((await t.read(id)).status).not.toBe("rejected");
});
