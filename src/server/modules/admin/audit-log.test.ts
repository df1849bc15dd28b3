// The record of what happened: its entries, filters and pages.
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPages } from "../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Ada" });
});
afterAll(() => t.app.close());

const get = async <const P extends string>(path: P) =>
  (await t.app.call("GET", `/api/admin/${path}`, { as: admin.token })).body;
const eventsAbout = async (id: string) => (await get(`audit?about=${id}`)).events;

test("the audit log names the car whose days were blocked", async () => {
  const host = await makePerson(t.app, { roles: ["renter", "host"] });
  const carId = await makeListing(t.app, host, { title: "Blocked Fit" });
  const body = { car_ids: [carId], start_date: "2026-12-24", end_date: "2026-12-27" };
  expect(
    (await t.app.call("POST", "/api/host/calendar/blocks", { as: host.token, body })).status,
  ).toBe(200);
  const event = { action: "calendar.block", subject: "Blocked Fit" };
  expect((await eventsAbout(carId))[0]).toMatchObject(event);
  expect((await get("audit?filter=listings")).events[0]).toMatchObject(event);
});

test("the audit log filters by admin actions, by kind of subject and by id, page by page", async () => {
  const of = async (query: string) => (await get(`audit?${query}`)).events;
  const { id } = await t.book();
  expect((await of("filter=bookings"))[0]).toMatchObject({
    action: "booking.capture_succeeded",
    actor_kind: "provider",
    actor: null,
    subject_id: id,
    subject: expect.stringMatching(/^BK-[\d-]{9}, Quiet RAV4 hybrid, Dec 05, 2026$/),
    before: { payment_status: "authorized" },
    after: { payment_status: "paid" },
  });
  for (const each of await of("filter=admins")) expect(each.actor_kind).toBe("admin");
  for (const each of await of("filter=accounts")) expect(each.subject_type).toBe("account");
  for (const each of await of("filter=listings")) expect(each.subject_type).toBe("listing");
  for (const each of await of(`about=${t.renter.id}`))
    expect([each.actor?.id, each.subject_id]).toContain(t.renter.id);
  const all = (await readPages((cursor) => get(`audit?${cursor}`))).flatMap(({ events }) =>
    events.map((each) => each.id),
  );
  const stored = await t.app.ctx.db
    .selectFrom("audit_events")
    .select("id")
    .orderBy("id", "desc")
    .execute();
  expect(all).toEqual(stored.map((row) => row.id));
  const refused = await t.app.call("GET", "/api/admin/audit?cursor=WyJ4Il0", { as: admin.token });
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request" } });
});
