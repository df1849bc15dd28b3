// Alerts by text message and web push: who is alerted of what, quiet hours, failures and limits.
// The push service is the test's own; texts go to the mailbox.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DATES, startBookings, type Bookings } from "../../../../../test/booking.ts";
import { conversationCalls } from "../../../../../test/conversations.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { addSession, makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { TEST_NOW } from "../../../../../test/harness.ts";
import { startPushService, type PushService } from "../../../../../test/push-service.ts";
import { siteNetwork } from "../../../../../test/sites.ts";
import { MAX_ALERT_DEVICES, MAX_ALERT_TEXTS_A_DAY } from "../../../../domain/message/alert.ts";
import { alertOfToday } from "../../bookings/notifications/today-alerts.service.ts";
import { alertUnread } from "../../messaging/unread-mails.service.ts";
import { planAlert, pushAlert, textAlert } from "./alert-delivery.service.ts";
import { alertsJobs } from "./alerts.routes.ts";
import { alertPerson } from "./alerts.service.ts";

let t: Bookings;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  t = await startBookings({ network: siteNetwork() });
});
afterAll(async () => {
  await t.close();
  service.close();
});
beforeEach(() => t.app.clock.set(TEST_NOW));

let phones = 0;
const newPhone = (): string => `+1242555${String(2000 + ++phones)}`;
async function verifyPhone({ id }: Person, phone = newPhone()): Promise<string> {
  await t.app.ctx.db
    .updateTable("profiles")
    .set({ phone, phone_verified_at: TEST_NOW })
    .where("user_id", "=", id)
    .execute();
  return phone;
}
const subscribe = (person: Person, body: unknown) =>
  t.app.call("PUT", "/api/push-subscription", { as: person.token, body });
async function addDevice(person: Person) {
  const device = service.subscribe();
  expect((await subscribe(person, device.subscription)).body).toEqual({ added: true });
  return device;
}
const settings = async (person: Person) =>
  (await t.app.call("GET", "/api/alert-settings", { as: person.token })).body;
const change = (person: Person, body: object) =>
  t.app.call("PUT", "/api/alert-settings", { as: person.token, body });
const texts = async (phone: string): Promise<string[]> =>
  (await t.app.mails(phone)).map(({ text }) => text);
/** Waits until no alert is being sent; those of quiet hours are left. */
const settle = () =>
  eventually(async () => {
    const { rows } = await t.app.pool.query(
      "select from pgboss.job where name like 'alert%' and state in ('created', 'active', 'retry') and start_after < now() + interval '1 hour'",
    );
    expect(rows).toHaveLength(0);
  });
const alertsOf = (person: Person) =>
  t.app.ctx.db.selectFrom("alerts").selectAll().where("user_id", "=", person.id).execute();
async function planAll(person: Person): Promise<void> {
  for (const { id } of await alertsOf(person)) await planAlert(t.app.ctx, { id });
  await settle();
}
const notified = (person: Person, more: object = {}, ctx = t.app.ctx) =>
  alertPerson(ctx, {
    to: person.id,
    kind: "request",
    key: `test:${Math.random()}`,
    title: "You have a booking request",
    body: "2022 Honda Fit, BK-4821-7390",
    path: "/host/bookings?booking=1",
    ...more,
  });
const makeHost = () => makePerson(t.app, { roles: ["renter", "host"] });

/** A host with a verified phone and a device, and a request for their car. */
async function requested(dates: object = {}) {
  const host = await makeHost();
  const [phone, device] = [await verifyPhone(host), await addDevice(host)];
  const renter = await makePerson(t.app);
  const car = await makeListing(t.app, host, { booking_mode: "approval" });
  const opened = await t.checkout(car, renter, dates);
  expect(opened.status).toBe(200);
  const { booking_id: id, session_id: session } = opened.body;
  await t.pay(session);
  expect((await t.verify(session, renter)).status).toBe(200);
  return { host, phone, device, renter, id };
}
const titles = ({ received }: { received: { alert: { title: string } }[] }): string[] =>
  received.map(({ alert }) => alert.title);

describe("a request", () => {
  test("reaches the host's phone and device at once, signed, encrypted and without private data", async () => {
    const { host, phone, device, id } = await requested();
    const { number } = await t.app.ctx.db
      .selectFrom("bookings")
      .where("id", "=", id)
      .select("number")
      .executeTakeFirstOrThrow();
    const shown = `BK-${String(number).slice(0, 4)}-${String(number).slice(4)}`;
    await eventually(() => expect(device.received).toHaveLength(1));
    const [pushed] = device.received;
    expect(pushed?.alert).toEqual({
      id: expect.any(String),
      title: "You have a booking request",
      body: expect.stringMatching(
        new RegExp(`, Sat, Dec 5, 10:00 AM – Tue, Dec 8, 10:00 AM \\(3 days\\), ${shown}$`),
      ),
      path: `/host/bookings?booking=${id}`,
    });
    expect(pushed?.sender).toBe((await settings(host)).push_key);
    expect(pushed?.headers).toMatchObject({
      ttl: "86400",
      urgency: "high",
      topic: pushed?.alert.id.replaceAll("-", ""),
    });
    await settle();
    const [text = "", ...more] = await texts(phone);
    expect(more).toEqual([]);
    expect(text).toMatch(/^Caydrive: You have a booking request\. .*Dec 5, 10:00 AM - Tue, Dec 8/);
    expect(text).toContain(`${shown}\n${t.app.url}/host/bookings?booking=${id}\nSTOP ends texts`);
  });

  test("whose answer reaches the renter, unless the renter wants none", async () => {
    const { host, renter, id } = await requested();
    const device = await addDevice(renter);
    await change(renter, { push: { request: true } });
    expect((await t.decide(id, "approve", host)).status).toBe(200);
    await eventually(() => expect(titles(device)).toEqual(["Booking confirmed"]));
    await change(renter, { push: { cancellation: false } });
    expect(
      (await t.decide(id, "cancel", host, { reason: "The car is in the garage." })).status,
    ).toBe(200);
    await settle();
    expect(titles(device)).toEqual(["Booking confirmed"]);
  });
});

describe("quiet hours", () => {
  const NIGHT = "2026-11-22T04:00:00Z"; // 23:00 on November 21 in Nassau
  const MORNING = "2026-11-22T12:00:00Z";

  test("hold an alert back until they end, and drop it once the request is answered", async () => {
    t.app.clock.set(NIGHT);
    const { host, phone, device } = await requested();
    const answered = await requested();
    await t.decide(answered.id, "reject", answered.host, { reason: "Already promised." });
    await settle();
    expect([await texts(phone), titles(device)]).toEqual([[], []]);
    t.app.clock.set(MORNING);
    await Promise.all([planAll(host), planAll(host)]);
    await planAll(answered.host);
    expect(titles(device)).toEqual(["You have a booking request"]);
    expect(await texts(phone)).toHaveLength(1);
    expect([await texts(answered.phone), titles(answered.device)]).toEqual([[], []]);
  });

  test("are broken by a booking for the same day, unless the host wants none of it", async () => {
    t.app.clock.set("2026-11-22T03:00:00Z"); // 22:00 on November 21
    const host = await makeHost();
    const device = await addDevice(host);
    const dates = { start_date: "2026-11-21", end_date: "2026-11-24" };
    const anyTime = { pickup_from: "00:00", pickup_until: "24:00" } as const;
    const book = async () => {
      const renter = await makePerson(t.app);
      const opened = await t.checkout(await makeListing(t.app, host, anyTime), renter, dates);
      expect(opened.status).toBe(200);
      await t.pay(opened.body.session_id);
      expect((await t.verify(opened.body.session_id, renter)).body.status).toBe("approved");
      await settle();
    };
    await book();
    expect(titles(device)).toEqual(["Your car is booked for today"]);
    const { quiet } = await settings(host);
    await change(host, { quiet: { ...quiet, urgent_anyway: false } });
    await book();
    expect(titles(device)).toHaveLength(1);
    await change(host, { quiet: { ...quiet, is_quiet: false, urgent_anyway: false } });
    await book();
    expect(titles(device)).toHaveLength(2);
  });

  test("are dropped for an alert that is a day old", async () => {
    t.app.clock.set(NIGHT);
    const { host, device } = await requested();
    await settle();
    t.app.clock.set("2026-11-23T12:00:00Z");
    await planAll(host);
    expect(titles(device)).toEqual([]);
  });
});

test("a cancellation reaches the other side alone", async () => {
  const { host, device, renter, id, phone } = await requested();
  const renters = await addDevice(renter);
  await t.decide(id, "approve", host);
  await eventually(() => expect(titles(renters)).toHaveLength(1));
  await settle();
  expect(await texts(phone)).toHaveLength(1);
  await t.decide(id, "cancel", renter);
  await eventually(() => expect(titles(device)).toHaveLength(2));
  await settle();
  expect(await texts(phone)).toHaveLength(2);
  expect(titles(renters)).toHaveLength(1);
});

test("a message alerts its reader once, without a link, unless it was read within a minute", async () => {
  const calls = conversationCalls(t.app);
  const { renter, host, id } = await calls.question();
  await t.app.call("PATCH", "/api/profile", {
    as: renter.token,
    body: { first_name: "Refund.de" },
  });
  const device = await addDevice(host);
  const sent = (seq: number) => alertUnread(t.app.ctx, { conversation_id: id, side: "host", seq });
  await calls.send(renter, id, "My passport number is 123. Is the car free?");
  await calls.send(renter, id, "Hello?");
  await Promise.all([sent(1), sent(1), sent(2)]);
  await eventually(() => expect(device.received).toHaveLength(1));
  const alert = device.received[0]?.alert;
  expect(alert).toMatchObject({ title: "Refund de wrote to you", path: `/host/messages?c=${id}` });
  expect(JSON.stringify(alert)).not.toContain("passport");
  await calls.read(host, id, 2);
  await calls.send(renter, id, "Thanks");
  t.app.clock.set("2026-11-22T04:00:00Z");
  await sent(3); // waits for the morning
  await calls.read(host, id, 3);
  t.app.clock.set("2026-11-22T12:00:00Z");
  await planAll(host);
  expect(device.received).toHaveLength(1);
});

test("the morning tells hosts and renters of the day's trips, once", async () => {
  const { host, device, renter, id } = await requested();
  const renters = await addDevice(renter);
  await t.decide(id, "approve", host);
  await eventually(() => expect(titles(renters)).toHaveLength(1));
  t.app.clock.set(`${DATES.start_date}T11:59:00Z`); // 06:59 in Nassau
  await alertOfToday(t.app.ctx);
  t.app.clock.set(`${DATES.start_date}T12:00:00Z`);
  await Promise.all([alertOfToday(t.app.ctx), alertOfToday(t.app.ctx)]);
  await settle();
  expect(titles(device)).toEqual(["You have a booking request", "Today: 1 pickup"]);
  expect(device.received[1]?.alert.path).toBe("/host/day");
  t.app.clock.set(`${DATES.end_date}T13:00:00Z`);
  await alertOfToday(t.app.ctx);
  await settle();
  expect(titles(device).at(-1)).toBe("Today: 1 return");
  expect(titles(renters)).toEqual([
    "Booking confirmed",
    "Your trip starts today at 10:00 AM",
    "Your trip ends today at 10:00 AM",
  ]);
});

describe("a text message", () => {
  test("goes by default to hosts with a verified phone, about what can't wait", async () => {
    const [host, renter] = [await makeHost(), await makePerson(t.app)];
    expect(await settings(host)).toMatchObject({
      text: { request: true, today: true, cancellation: true, case: false, message: false },
      push: { request: true, today: true, cancellation: true, case: true, message: true },
      text_state: "not_verified",
      push_endpoint: null,
    });
    const phone = await verifyPhone(renter);
    expect(await settings(renter)).toMatchObject({
      text: { request: false, today: false, cancellation: false, case: false, message: false },
      text_state: "ready",
    });
    await notified(renter);
    await settle();
    await change(renter, { text: { request: true } });
    await notified(renter);
    await settle();
    expect(await texts(phone)).toHaveLength(1);
    // A new number has to be verified again.
    await t.app.call("PATCH", "/api/profile", {
      as: renter.token,
      body: { phone: "+12425557777" },
    });
    await notified(renter);
    await settle();
    expect(await texts("+12425557777")).toEqual([]);
  });

  test("is sent once, however often its job runs, and at most twenty times a day to a number", async () => {
    const host = await makeHost();
    const phone = await verifyPhone(host);
    const ctx = { ...t.app.ctx, config: { ...t.app.ctx.config, unlimited: false } };
    await notified(host);
    await settle();
    const [alert] = await alertsOf(host);
    await textAlert(ctx, { id: alert?.id ?? "" });
    expect(await texts(phone)).toHaveLength(1);
    const [one, same] = [await makeHost(), await makeHost()];
    const number = await verifyPhone(one);
    await verifyPhone(same, number);
    const unsent = { ...ctx, jobs: { ...ctx.jobs, send: async () => {} } };
    for (let sent = 0; sent < MAX_ALERT_TEXTS_A_DAY + 2; sent++)
      await notified(sent % 2 === 0 ? one : same, {}, unsent);
    for (const { id } of [...(await alertsOf(one)), ...(await alertsOf(same))])
      await planAlert(ctx, { id });
    await settle();
    expect(await texts(number)).toHaveLength(MAX_ALERT_TEXTS_A_DAY);
  });
});

describe("a device", () => {
  test("is removed when its push service has forgotten it", async () => {
    const host = await makeHost();
    const device = await addDevice(host);
    expect((await settings(host)).push_endpoint).toBe(device.subscription.endpoint);
    device.forget();
    await notified(host);
    await eventually(async () => expect((await settings(host)).push_endpoint).toBeNull());
  });

  test("gets the alert after a temporary failure", async () => {
    const host = await makeHost();
    const device = await addDevice(host);
    service.statuses.push(503);
    await notified(host);
    await eventually(() => expect(device.received).toHaveLength(1));
    await settle();
    expect(service.calls.filter((path) => path === device.path)).toHaveLength(2);
  });

  test("gets nothing after it has signed out, or as soon as its owner turns it off", async () => {
    const host = await makeHost();
    const device = await addDevice(host);
    const other = await addSession(t.app, host);
    const second = await addDevice(other);
    await notified(host);
    await settle();
    expect([device.received.length, second.received.length]).toEqual([1, 1]);
    await t.app.call("POST", "/auth/v1/logout?scope=local", { as: host.token });
    await t.app.call("DELETE", "/api/push-subscription", { as: other.token });
    await notified(host);
    await settle();
    expect([device.received.length, second.received.length]).toEqual([1, 1]);
    await alertsJobs(t.app.ctx)
      .find(({ name }) => name === "alerts-cleanup")!
      .run({});
    const stored = await t.app.ctx.db
      .selectFrom("push_subscriptions")
      .where("user_id", "=", host.id)
      .select("session_id")
      .execute();
    expect(stored).toEqual([]);
  });

  test("belongs to whoever signed in last, and a person has at most ten", async () => {
    const [ann, bob] = [await makeHost(), await makeHost()];
    const device = await addDevice(ann);
    await subscribe(bob, device.subscription);
    await notified(ann);
    await settle();
    expect(device.received).toEqual([]);
    await notified(bob);
    await eventually(() => expect(device.received).toHaveLength(1));
    for (let more = 0; more < MAX_ALERT_DEVICES; more++) {
      t.app.clock.advance(1000);
      await addDevice(await addSession(t.app, bob));
    }
    await notified(bob);
    await settle();
    expect(device.received).toHaveLength(1);
  });
});

test("another person's subscription gets no alert of this one", async () => {
  const [ann, bob] = [await makeHost(), await makeHost()];
  const device = await addDevice(bob);
  await notified(ann);
  const [alert] = await alertsOf(ann);
  const { session_id } = await t.app.ctx.db
    .selectFrom("push_subscriptions")
    .where("user_id", "=", bob.id)
    .select("session_id")
    .executeTakeFirstOrThrow();
  await pushAlert(t.app.ctx, { id: alert?.id ?? "", session_id });
  expect(device.received).toEqual([]);
});
