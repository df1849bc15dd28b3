// What people are told of a storm, and no longer told because of it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { mailsAbout } from "../../../../../test/people.ts";
import { startStorms, type Storms } from "../../../../../test/storms.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import { FULL } from "../../../../../test/trips.ts";
import { remindOfTrips } from "../notifications/reminders.service.ts";
import { alertOfToday } from "../notifications/today-alerts.service.ts";
import { notifyOfStorm } from "./storm-notifications.service.ts";

let t: Storms;
beforeAll(async () => {
  t = await startStorms();
});
afterAll(() => t.close());

/** A booking from December 5 to 8 at 10:00 of a host and a renter who have no other. */
async function book(island: IslandId) {
  const people = {
    host: await makePerson(t.app, { roles: ["renter", "host"] }),
    renter: await t.newRenter(),
  };
  return { id: await t.bookOn(island, people), ...people };
}
async function pickUp({ id, ...people }: Awaited<ReturnType<typeof book>>): Promise<void> {
  t.app.clock.set("2026-12-05T15:00:00.000Z");
  await t.confirm(id, "pickup", 12_000, FULL, people);
}
/** The titles of today's alerts, oldest first. */
const readAlerts = async ({ id }: Person, kind: "today" | "cancellation") =>
  (
    await t.app.ctx.db
      .selectFrom("alerts")
      .select("title")
      .where("user_id", "=", id)
      .where("kind", "=", kind)
      .orderBy("created_at")
      .execute()
  ).map(({ title }) => title);
const alertAt = (instant: string): Promise<void> => {
  t.app.clock.set(instant);
  return alertOfToday(t.app.ctx);
};

test("nobody is told to be at a pickup that falls in the storm", async () => {
  const { host, renter } = await book("exumas");
  await t.declare("exumas", "2026-12-05", "2026-12-07");
  t.app.clock.set("2026-12-04T15:00:00.000Z");
  await remindOfTrips(t.app.ctx);
  for (const person of [host, renter]) {
    const [reminder] = await mailsAbout(t.app, person.email, /^Hurricane Imani: .* tomorrow$/);
    expect(reminder?.text).toContain("Please stay indoors.");
    const others = (await t.app.mails(person.email)).filter(({ subject }) =>
      subject.startsWith("Tomorrow:"),
    );
    expect(others).toEqual([]);
  }
  await alertAt("2026-12-05T12:00:00.000Z");
  expect(await readAlerts(host, "today")).toEqual([]);
  expect(await readAlerts(renter, "today")).toEqual([
    "Hurricane Imani: check with your host before you go",
  ]);
});

test("the reminder of a pickup before the storm stays as it is", async () => {
  const { host, renter } = await book("abacos");
  await t.declare("abacos", "2026-12-07", "2026-12-08");
  t.app.clock.set("2026-12-04T15:00:00.000Z");
  await remindOfTrips(t.app.ctx);
  await mailsAbout(t.app, renter.email, /^Tomorrow: pick up/);
  await alertAt("2026-12-05T12:00:00.000Z");
  expect(await readAlerts(host, "today")).toEqual(["Today: 1 pickup"]);
  expect(await readAlerts(renter, "today")).toEqual(["Your trip starts today at 10:00 AM"]);
});

test("a return that the storm delays is neither due nor overdue until 24 hours after it", async () => {
  const booking = await book("bimini");
  await pickUp(booking);
  const storm = await t.declare("bimini", "2026-12-08", "2026-12-10");
  await alertAt("2026-12-08T12:00:00.000Z");
  await alertAt("2026-12-10T12:00:00.000Z");
  t.app.clock.set("2026-12-10T16:30:00.000Z");
  await t.endStorm(storm);
  expect(await readAlerts(booking.host, "today")).toEqual([]);
  await alertAt("2026-12-11T12:00:00.000Z");
  await alertAt("2026-12-12T12:00:00.000Z");
  expect(await readAlerts(booking.host, "today")).toEqual([
    "Today: 1 return",
    "Today: 1 overdue car",
  ]);
  const ofTrip = (await readAlerts(booking.renter, "today")).filter((title) =>
    title.startsWith("Your trip"),
  );
  expect(ofTrip).toEqual(["Your trip ends today at 11:30 AM"]);
});

test("a renter who has the car is told that the trip extends itself, and alerted", async () => {
  const booking = await book("andros");
  await pickUp(booking);
  const { host, renter } = booking;
  const storm = await t.declare("andros", "2026-12-06", "2026-12-08");
  await t.moveLastDay(storm, "2026-12-09");
  const [mail, ...more] = await mailsAbout(t.app, renter.email, /^Hurricane Imani/);
  expect(mail?.subject).toMatch(/keep the .* somewhere safe/);
  for (const said of [
    "Please stay indoors.",
    "due back on Tuesday, December 8th, 2026 at 10:00 AM",
    "you can keep the car until 24 hours after the storm",
    "The extra time is free, and no late fee applies until then.",
    host.email,
    t.app.ctx.config.contacts.phone.text,
  ])
    expect(mail?.text.replaceAll("\n", " ")).toContain(said);
  expect(mail?.text).not.toContain("cancel");
  await mailsAbout(t.app, host.email, /^Hurricane Imani: please keep/);
  const alerts = await readAlerts(renter, "cancellation");
  expect(alerts).toEqual(["Hurricane Imani: keep the car somewhere safe"]);
  expect(await readAlerts(host, "cancellation")).toEqual(["Hurricane Imani is expected"]);
  expect(more).toEqual([]);

  t.app.clock.set("2026-12-09T15:00:00.000Z");
  await t.endStorm(storm);
  await mailsAbout(t.app, renter.email, /is over$/);
  expect(await readAlerts(renter, "today")).toEqual(["Hurricane Imani is over"]);
});

test("a renter whose trip lies ahead is alerted of the storm", async () => {
  const { renter } = await book("acklins");
  await t.declare("acklins", "2026-12-05", "2026-12-07");
  await mailsAbout(t.app, renter.email, /change your plans/);
  const alerts = await t.app.ctx.db
    .selectFrom("alerts")
    .select(["title", "is_urgent"])
    .where("user_id", "=", renter.id)
    .where("kind", "=", "cancellation")
    .execute();
  expect(alerts).toEqual([
    { title: "Hurricane Imani: change your plans for free", is_urgent: false },
  ]);
});

test("a last day that moves tells those whose trips are affected no longer, and again", async () => {
  const { renter } = await book("cat-island");
  const subjects = async () =>
    (await t.app.mails(renter.email))
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith("Hurricane"))
      .toSorted();
  const told = (expected: string[]) =>
    eventually(async () => expect(await subjects()).toEqual(expected.toSorted()));
  const affected = "Hurricane Imani: change your plans for free";
  const over = "Hurricane Imani no longer affects your trip";
  const storm = await t.declare("cat-island", "2026-12-02", "2026-12-05");
  await told([affected]);
  await t.moveLastDay(storm, "2026-12-04");
  await told([affected, over]);
  await t.moveLastDay(storm, "2026-12-03");
  await t.moveLastDay(storm, "2026-12-06");
  await told([affected, over, affected]);
  await t.moveLastDay(storm, "2026-12-04");
  await told([affected, over, affected, over]);
});

test("nobody who was never affected is told of a shorter storm", async () => {
  const { renter } = await book("ragged-island");
  const storm = await t.declare("ragged-island", "2026-12-02", "2026-12-04");
  await t.moveLastDay(storm, "2026-12-03");
  await notifyOfStorm(t.app.ctx, { stormId: storm, event: "shortened", lastDay: "2026-12-05" });
  const told = await t.app.ctx.db
    .selectFrom("notifications")
    .select("title")
    .where("user_id", "=", renter.id)
    .where("event_key", "like", `storm:${storm}:%`)
    .execute();
  expect(told).toEqual([]);
});
