// What an admin finds by the numbers that people quote: in the search over everything, in the lists
// and in the audit log.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { receiptNumber } from "../../../domain/money/books/receipt.ts";

let t: Bookings;
let admin: Person;
let driver: Person;
let booking: { id: string; car: string };
let number: string;
const PHONE = "+12425550121";

beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Ada" });
  driver = await t.newRenter({ firstName: "Zebulon" });
  await t.app.ctx.db
    .updateTable("profiles")
    .set({ phone: PHONE })
    .where("user_id", "=", driver.id)
    .execute();
  const opened = await t.checkout(await t.newCar({ license_plate: "NP 9071" }), driver);
  await t.pay(opened.body.session_id, { number: "5555 5555 5555 4444" });
  await t.verify(opened.body.session_id, driver);
  ({ number } = await t.read(opened.body.booking_id, driver));
  const { car } = await t.read(opened.body.booking_id, driver);
  booking = { id: opened.body.booking_id, car: car.id };
  await t.book();
});
afterAll(() => t.app.close());

const call = <const P extends string>(path: P) =>
  t.app.call("GET", `/api/admin/${path}`, { as: admin.token });
const search = async (text: string) => (await call(`search?text=${encodeURIComponent(text)}`)).body;
const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

test("numbers every booking once, with a prefix that no support case has", async () => {
  const rows = await t.app.ctx.db.selectFrom("bookings").select("number").execute();
  expect(new Set(rows.map((row) => row.number)).size).toBe(rows.length);
  expect(number).toMatch(/^BK-\d{4}-\d{4}$/);
});

test("finds a booking by its number, receipt, plate and card, and by its renter", async () => {
  const receipt = receiptNumber(booking.id);
  for (const text of [
    number,
    number.toLowerCase().replaceAll("-", " "),
    number.replaceAll(/\D/g, ""),
    receipt,
    receipt.toLowerCase().replace("-", ""),
    "np 9071",
    "4444",
    "•••• 4444",
    "zebulon rolle",
    driver.email,
    driver.id,
    PHONE,
    "+1 (242) 555-0121",
    "2425550121",
    "555-0121",
  ]) {
    const { bookings } = await search(text);
    expect(idsOf(bookings.items), text).toEqual([booking.id]);
    expect(bookings.more, text).toBe(false);
    const list = (await call(`bookings?search=${encodeURIComponent(text)}`)).body;
    expect(idsOf(list.bookings), text).toEqual([booking.id]);
  }
  for (const text of ["BK-0000-0000", "555-0122", "0121", "9999", "5550121x"])
    expect(idsOf((await search(text)).bookings.items), text).toEqual([]);
});

test("finds people by phone, cars by plate and cases by number, and says if there are more", async () => {
  const { body: sent } = await t.app.call("POST", "/api/support/messages", {
    body: {
      name: "Nadia Moss",
      email: "nadia@example.test",
      message: "Which number is on my receipt?",
    },
  });
  expect(idsOf((await search("242 555 0121")).people.items)).toEqual([driver.id]);
  expect(idsOf((await call("users?search=555-0121")).body.users)).toEqual([driver.id]);
  expect(idsOf((await search("NP 9071")).cars.items)).toEqual([booking.car]);
  const { cases } = await search(sent.case_number);
  expect(cases.items).toMatchObject([{ number: sent.case_number, name: "Nadia Moss" }]);
  for (let n = 0; n < 6; n++) await t.newCar({ title: "Sixfold Jeep" });
  expect((await search("sixfold jeep")).cars).toMatchObject({ more: true });
  expect((await search("sixfold jeep")).cars.items).toHaveLength(5);
});

test("refuses a single letter, and finds nothing for punctuation", async () => {
  expect(await call("search?text=a")).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
  expect(await search("%_")).toMatchObject({
    bookings: { items: [] },
    people: { items: [] },
    cars: { items: [] },
    cases: { items: [] },
  });
});

test("reads the audit log by name, email, phone, plate and number", async () => {
  const about = async (text: string) =>
    (await call(`audit?about=${encodeURIComponent(text)}`)).body;
  for (const text of ["Zebulon Rolle", driver.email, "555-0121"]) {
    const { events, about: subjects } = await about(text);
    expect(subjects, text).toEqual({ names: ["Zebulon Rolle"], count: 1 });
    expect(events.length, text).toBeGreaterThan(0);
    for (const event of events)
      expect([event.actor?.id, event.subject_id], text).toContain(driver.id);
  }
  const byNumber = await about(number);
  expect(byNumber.about?.names).toEqual([`${number}, Quiet RAV4 hybrid, Dec 05, 2026`]);
  expect(new Set(byNumber.events.map((event) => event.subject_id))).toEqual(new Set([booking.id]));
  expect((await about("np 9071")).about).toMatchObject({ count: 1 });
  expect(await about("nobody of this name")).toMatchObject({
    events: [],
    about: { names: [], count: 0 },
  });
  expect((await about(driver.id)).about).toEqual({ names: ["Zebulon Rolle"], count: 1 });
  expect((await about("")).about).toBeNull();
});

test("does not read the audit log about more than a hundred people", async () => {
  for (let n = 0; n < 101; n++) await t.newRenter({ firstName: "Ubiquitous" });
  const { body } = await call("audit?about=ubiquitous");
  expect(body).toMatchObject({ events: [], about: { names: [], count: null } });
});

test("lists a person's bookings with the nearest to now first", async () => {
  const someone = await t.newRenter();
  const dates = [
    ["2026-12-20", "2026-12-23"],
    ["2026-12-05", "2026-12-08"],
    ["2026-12-12", "2026-12-14"],
  ] as const;
  const ids: string[] = [];
  for (const [start_date, end_date] of dates) {
    const rental = { start_date, end_date, total_amount: start_date === "2026-12-12" ? 120 : 180 };
    ids.push((await t.book({ by: someone, dates: rental })).id);
  }
  const [last, first, second] = ids;
  const { body } = await call(`users/${someone.id}/bookings`);
  expect(idsOf(body.bookings)).toEqual([first, second, last]);
  expect(body.more).toBe(false);
  const asHost = (await call(`users/${t.host.id}/bookings`)).body;
  expect(asHost.bookings).toHaveLength(5);
  expect(asHost).toMatchObject({ more: false });
});
