// A car's calendar for other programs: its secret address, and what it does and does not publish.
import { takenDays } from "../../../../test/taken-days.ts";
import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertDefined } from "../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";

let all: Bookings;
beforeAll(async () => {
  all = await startBookings();
});
afterAll(() => all.app.close());

const link = (method: "GET" | "POST", car: string) =>
  all.app.call(method, `/api/host/cars/${car}/calendar-link`, { as: all.host.token });
const open = (url: string | null) => all.app.call("GET", new URL(assertDefined(url)).pathname);

test("makes an address on request, returns it again, and invalidates it on renewal", async () => {
  const car = await all.newCar();
  expect((await link("GET", car)).body).toEqual({ url: null });
  const { body: first } = await link("POST", car);
  expect(first.url).toMatch(new RegExp(`^${all.app.url}/calendar/[\\w-]{43}\\.ics$`));
  expect((await link("GET", car)).body).toEqual(first);
  expect((await open(first.url)).status).toBe(200);
  const { body: second } = await link("POST", car);
  expect(second.url).not.toBe(first.url);
  expect(await open(first.url)).toMatchObject({ status: 404, body: { code: "PGRST116" } });
  expect((await open(second.url)).status).toBe(200);
  const record = await all.app.ctx.db
    .selectFrom("audit_events")
    .select("action")
    .where("subject_id", "=", car)
    .execute();
  expect(record).toEqual([{ action: "calendar.link_renew" }, { action: "calendar.link_renew" }]);
  await all.app.ctx.db
    .updateTable("car_listings")
    .set({ deleted_at: all.app.clock.now().toISOString() })
    .where("id", "=", car)
    .execute();
  expect((await open(second.url)).status).toBe(404);
});

test("exports bookings and holds with their hours and blocks as whole days, with stable ids and no personal data", async () => {
  const { car } = await all.book();
  const renter = await all.newRenter({ firstName: "Ezekiel" });
  await all.checkout(car, renter, {
    start_date: "2026-12-10",
    end_date: "2026-12-12",
    total_amount: 120,
    special_requests: "Child seat",
  });
  await all.app.call("POST", "/api/host/calendar/blocks", {
    as: all.host.token,
    body: {
      car_ids: [car],
      start_date: "2027-01-04",
      end_date: "2027-01-06",
      note: "For cousin Delroy",
    },
  });
  const day = { car_id: car, created_at: all.app.clock.now().toISOString() };
  await all.app.ctx.db
    .insertInto("car_calendar")
    .values([
      { ...day, kind: "import", during: takenDays("2027-02-01", "2027-02-03") },
      { ...day, kind: "block", during: takenDays("2026-11-01", "2026-11-21") },
    ])
    .execute();
  const { body } = await link("POST", car);
  const answer = await open(body.url);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = answer.body as string;
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
  expect(text).not.toMatch(/Ezekiel|Tamika|Rolle|Delroy|Child|@example|SD 1234/i);
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const facts = events.map((each) =>
    ["dtstart", "dtend", "summary"].map((name) => String(each.getFirstPropertyValue(name))),
  );
  expect(facts).toEqual([
    ["2026-12-05T15:00:00Z", "2026-12-08T15:00:00Z", "Caydrive: booked"],
    ["2026-12-10T15:00:00Z", "2026-12-12T15:00:00Z", "Caydrive: booked"],
    ["2027-01-04", "2027-01-06", "Caydrive: not available"],
  ]);
  expect(text).toContain("DTSTART:20261205T150000Z\r\nDTEND:20261208T150000Z\r\n");
  expect(text).toContain("DTSTART;VALUE=DATE:20270104\r\n");
  const uids = (from: string): string[] => from.match(/^UID:.*$/gm) ?? [];
  expect(new Set(uids(text)).size).toBe(3);
  for (const uid of uids(text)) expect(uid).toMatch(/^UID:[\da-f-]{36}@calendar\.caydrive\r?$/);
  expect(uids((await open(body.url)).body as string)).toEqual(uids(text));
});

test.each(["nothing", "a".repeat(43)])("finds nothing at the address %s", async (token) => {
  expect(await all.app.call("GET", `/calendar/${token}.ics`)).toMatchObject({
    status: 404,
    body: { code: "PGRST116" },
  });
});

test.each(["%00", "a".repeat(101), "a%20b"])("refuses the malformed address %s", async (token) => {
  expect((await all.app.call("GET", `/calendar/${token}.ics`)).status).toBe(400);
});
