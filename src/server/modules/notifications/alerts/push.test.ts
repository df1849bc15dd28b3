// Push services that people choose themselves: slow, broken, on other ports or inside our network,
// with keys that encrypt nothing. They cost only their owner.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { addSession, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../../test/harness.ts";
import { startPushService, type PushService } from "../../../../../test/push-service.ts";
import { siteNetwork } from "../../../../../test/sites.ts";
import { MAX_ALERT_DEVICES } from "../../../../domain/message/alert.ts";
import type { User } from "../../../platform/context.ts";
import { addDevice } from "./alert-settings.service.ts";
import { alertPerson } from "./alerts.service.ts";

let app: TestApp;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  // A call waits for the test, not for its time limit.
  app = await startTestApp({
    config: { unlimited: true },
    network: { ...siteNetwork(), limitMs: 300_000 },
  });
});
afterAll(async () => {
  await app.close();
  service.close();
});
beforeEach(() => app.clock.set(TEST_NOW));

const subscribe = (person: Person, body: unknown) =>
  app.call("PUT", "/api/push-subscription", { as: person.token, body });
async function addBrowser(person: Person) {
  const device = service.subscribe();
  expect((await subscribe(person, device.subscription)).status).toBe(200);
  return device;
}
const endpointOf = async ({ token }: Person): Promise<string | null> =>
  (await app.call("GET", "/api/alert-settings", { as: token })).body.push_endpoint;
const alert = ({ id }: Person) =>
  alertPerson(app.ctx, {
    to: id,
    kind: "request",
    key: `test:${Math.random()}`,
    title: "You have a booking request",
    body: "2022 Honda Fit, BK-4821-7390",
    path: "/host/bookings",
  });
/** The pushes that wait to be tried again. */
const waiting = async ({ id }: Person) =>
  (
    await app.pool.query<{ priority: number; attempt: string; wait: number }>(
      `select priority, data ->> 'attempt' as attempt,
         round(extract(epoch from start_after - created_on))::int as wait
       from pgboss.job where name = 'alert-push' and state = 'created' and group_id = $1`,
      [id],
    )
  ).rows;
const failedJobs = async (): Promise<number> =>
  (await app.pool.query("select from pgboss.job where name = 'failed-jobs'")).rows.length;

test("a service that never answers delays nobody else's alerts", async () => {
  const [slow, other] = [await makePerson(app), await makePerson(app)];
  const release: (() => void)[] = [];
  for (let added = 0; added < MAX_ALERT_DEVICES; added++) {
    const device = await addBrowser(await addSession(app, slow));
    release.push(device.hold());
  }
  const device = await addBrowser(other);
  const before = service.calls.length;
  await alert(slow);
  await eventually(() => expect(service.calls.length).toBeGreaterThan(before));
  await alert(other);
  await eventually(() => expect(device.received).toHaveLength(1));
  expect(service.calls.length - before).toBeLessThan(MAX_ALERT_DEVICES);
  for (const go of release) go();
  await eventually(() => expect(service.calls.length - before).toBe(MAX_ALERT_DEVICES + 1));
});

test("a service that fails is tried again, after everybody else's, and given up after a day", async () => {
  const host = await makePerson(app);
  const device = await addBrowser(host);
  service.statuses.push(503, 503);
  await alert(host);
  await eventually(async () =>
    expect(await waiting(host)).toEqual([{ priority: -1, attempt: "2", wait: 30 }]),
  );
  expect(service.calls.filter((path) => path === device.path)).toHaveLength(2);
  app.clock.advance(24 * 3_600_000 - 1000);
  service.statuses.push(429);
  await alert(host);
  await eventually(async () => expect(await waiting(host)).toHaveLength(2));
  expect(await endpointOf(host)).toBe(device.subscription.endpoint);
  app.clock.advance(1000);
  service.statuses.push(500);
  await alert(host);
  await eventually(async () => expect(await endpointOf(host)).toBeNull());
  expect(await failedJobs()).toBe(0);
});

test("a service that works again starts anew", async () => {
  const host = await makePerson(app);
  const device = await addBrowser(host);
  service.statuses.push(503);
  await alert(host);
  await eventually(() => expect(device.received).toHaveLength(1));
  app.clock.advance(48 * 3_600_000);
  service.statuses.push(503);
  await alert(host);
  await eventually(() => expect(device.received).toHaveLength(2));
  expect(await endpointOf(host)).toBe(device.subscription.endpoint);
});

test.each([
  "http://inside.test:1/push",
  "http://metadata.test/latest",
  "http://127.0.0.1:1/push",
  "https://[::1]/push",
])("a service at %s is never called, and is removed", async (endpoint) => {
  const host = await makePerson(app);
  const { keys } = service.subscribe().subscription;
  expect((await subscribe(host, { endpoint, keys })).status).toBe(200);
  await alert(host);
  await eventually(async () => expect(await endpointOf(host)).toBeNull());
});

const NO_POINT = Buffer.alloc(65, 4).toString("base64url");

test.each([
  ["ftp://push.test/x", undefined, 422, "push_endpoint_invalid"],
  ["https://user:secret@push.test/x", undefined, 422, "push_endpoint_invalid"],
  ["https://push.test:8443/x", undefined, 422, "push_endpoint_invalid"],
  ["push", undefined, 400, "invalid_request"],
  ["https://push.test/x", { p256dh: "short", auth: "short" }, 400, "invalid_request"],
  ["https://push.test/x", { p256dh: NO_POINT }, 400, "invalid_request"],
])("a service at %s with the keys %j is refused", async (endpoint, keys, status, code) => {
  const good = service.subscribe().subscription.keys;
  const answer = await subscribe(await makePerson(app), { endpoint, keys: { ...good, ...keys } });
  expect(answer).toMatchObject({ status, body: { code } });
});

test("a live instance refuses plain HTTP", async () => {
  const ctx = { ...app.ctx, config: { ...app.ctx.config, standInsAllowed: false } };
  const nobody = { id: "", sessionId: "" } as User;
  const { subscription } = service.subscribe();
  await expect(addDevice(ctx, nobody, subscription)).rejects.toMatchObject({
    code: "push_endpoint_invalid",
  });
});

test.each([{ p256dh: NO_POINT }, { endpoint: "https://feeds.test:8443/x" }])(
  "a stored subscription with %j is removed, and no job fails",
  async (changed) => {
    const host = await makePerson(app);
    await addBrowser(host);
    await app.ctx.db
      .updateTable("push_subscriptions")
      .set(changed)
      .where("user_id", "=", host.id)
      .execute();
    await alert(host);
    await eventually(async () => expect(await endpointOf(host)).toBeNull());
    expect(await failedJobs()).toBe(0);
  },
);
