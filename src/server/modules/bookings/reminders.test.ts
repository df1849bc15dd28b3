// The day before pickup and return: who is reminded and when, and that nobody is reminded twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import type { Person } from "../../../../test/factories.ts";
import { mailsTo } from "../../../../test/people.ts";
import { remindOfTrips } from "./notifications/reminders.service.ts";

let t: Bookings;
/** Winter time: 09:00 in Nassau is 14:00 UTC. */
const at = (instant: string): Promise<void> => {
  t.app.clock.set(instant);
  return remindOfTrips(t.app.ctx);
};
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

/** A booking on the given dates, and a reader of its reminders so far. */
async function booked(start_date: string, end_date: string, madeAt: string) {
  t.app.clock.set(madeAt);
  const { id, verified } = await t.book({
    dates: { start_date, end_date, total_amount: 60 * days(start_date, end_date) },
  });
  expect(verified.status).toBe("approved");
  const reminders = async (person: Person): Promise<string[]> =>
    (
      await t.app.ctx.db
        .selectFrom("notifications")
        .where("user_id", "=", person.id)
        .where("event_key", "like", `booking:${id}:remind%`)
        .where("kind", "=", "reminder")
        .orderBy("created_at")
        .select("title")
        .execute()
    ).map(({ title }) => title);
  return { id, reminders };
}
const days = (start: string, end: string): number =>
  (Date.parse(end) - Date.parse(start)) / 86_400_000;

test("reminds renter and host once from 09:00 in Nassau on the day before, with several nodes running", async () => {
  const { reminders } = await booked("2027-01-11", "2027-01-14", "2027-01-04T15:00:00Z");
  await at("2027-01-10T13:59:59Z");
  expect(await reminders(t.renter)).toEqual([]);
  t.app.clock.set("2027-01-10T14:00:00Z");
  await Promise.all([1, 2, 3].map(() => remindOfTrips(t.app.ctx)));
  await at("2027-01-10T20:00:00Z");
  expect(await reminders(t.renter)).toEqual(["Your trip starts tomorrow"]);
  expect(await reminders(t.host)).toEqual(["A trip with your car begins tomorrow"]);

  await at("2027-01-12T15:00:00Z");
  expect(await reminders(t.renter)).toHaveLength(1);
  await at("2027-01-13T15:00:00Z");
  expect((await reminders(t.renter)).at(-1)).toBe("Your trip ends tomorrow");
  expect((await reminders(t.host)).at(-1)).toBe("Your car comes back tomorrow");
});

test("emails show the year of a date outside the current year", async () => {
  await booked("2026-12-29", "2027-01-02", "2026-12-20T15:00:00Z");
  await at("2027-01-01T15:00:00Z");
  const texts = async () => (await t.app.mails(t.renter.email)).map(({ text }) => text);
  for (const dates of [
    "Tue, Dec 29 – Sat, Jan 2, 2027 (4 days)",
    "Tue, Dec 29, 2026 – Sat, Jan 2 (4 days)",
  ])
    await eventually(async () =>
      expect(await texts()).toContainEqual(expect.stringContaining(`Dates: ${dates}`)),
    );
});

test("makes up for a missed run on the same day, and not later", async () => {
  const { reminders } = await booked("2027-02-03", "2027-02-05", "2027-01-20T15:00:00Z");
  await at("2027-02-03T15:00:00Z");
  expect(await reminders(t.renter)).toEqual([]);
  await at("2027-02-04T23:59:00Z"); // 18:59 in Nassau
  expect(await reminders(t.renter)).toEqual(["Your trip ends tomorrow"]);
});

test("sends no reminder for a booking made after that hour, since the confirmation has the same content", async () => {
  const { reminders } = await booked("2027-02-11", "2027-02-13", "2027-02-10T16:00:00Z");
  await at("2027-02-10T17:00:00Z");
  expect(await reminders(t.renter)).toEqual([]);
  await at("2027-02-12T14:00:00Z");
  expect(await reminders(t.renter)).toEqual(["Your trip ends tomorrow"]);
});

test("reminds nobody of a cancelled trip", async () => {
  const { id, reminders } = await booked("2027-02-21", "2027-02-23", "2027-02-14T15:00:00Z");
  expect((await t.decide(id, "cancel", t.renter)).status).toBe(200);
  await at("2027-02-20T15:00:00Z");
  expect([...(await reminders(t.renter)), ...(await reminders(t.host))]).toEqual([]);
});

test("follows daylight saving time in Nassau", async () => {
  const { reminders } = await booked("2027-03-22", "2027-03-23", "2027-03-10T15:00:00Z");
  await at("2027-03-21T12:59:00Z");
  expect(await reminders(t.renter)).toEqual([]);
  await at("2027-03-21T13:00:00Z");
  expect(await reminders(t.renter)).toHaveLength(1);
});

test("the emails contain what each side needs", async () => {
  const renter = await t.newRenter({ firstName: "Ordelia" });
  t.app.clock.set("2027-03-28T15:00:00Z");
  const car = await t.newCar();
  const { body } = await t.checkout(car, renter, {
    start_date: "2027-04-05",
    end_date: "2027-04-06",
    total_amount: 60,
    special_requests: "A child seat, please.",
  });
  await t.pay(body.session_id);
  await t.verify(body.session_id, renter);
  await at("2027-04-04T14:00:00Z");
  const forRenter = (await mailsTo(t.app, renter.email, 3)).find(({ subject }) =>
    subject.startsWith("Tomorrow"),
  );
  expect(forRenter?.subject).toBe("Tomorrow: pick up the 2020 Toyota RAV4");
  for (const part of [
    "Monday, April 5th, 2027",
    "Cable Beach, Nassau",
    "Key box at the gate",
    t.host.email,
  ])
    expect(forRenter?.text).toContain(part);
  const toHost = await eventually(async () => {
    const mails = await t.app.mails(t.host.email);
    const found = mails.find(
      ({ text }) => text.includes("child seat") && text.includes("tomorrow"),
    );
    expect(found).toBeDefined();
    return found;
  });
  expect(toHost?.text).toContain(`Ordelia Rolle: ${renter.email}`);
  expect(toHost?.text).toContain(`/host/bookings?booking=${body.booking_id}`);
});

test("a suspended renter's reminder is without the pickup instructions; the host's names the plate", async () => {
  t.app.clock.set("2027-05-01T15:00:00Z");
  const by = await t.newRenter();
  const dates = { start_date: "2027-05-09", end_date: "2027-05-12" };
  const { id } = await t.book({ by, dates });
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ suspended_at: t.app.clock.now().toISOString() })
    .where("id", "=", by.id)
    .execute();
  await at("2027-05-08T15:00:00Z");
  await eventually(async () => {
    const find = async (person: Person) =>
      (await t.app.mails(person.email)).filter(
        ({ subject, text }) => subject.startsWith("Tomorrow: pick") && text.includes(id),
      );
    const [[toRenter], [toHost]] = [await find(by), await find(t.host)];
    expect(toRenter?.text).not.toContain("2468");
    expect(toHost?.text).toContain("plate SD 1234");
  });
});
