// The Prometheus metrics: who may read them, that the figures are true, and that reading them is
// cheap.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { personalTopic } from "../src/domain/live.ts";
import { readConfig } from "../src/server/config.ts";
import { freePort } from "../src/server/platform/database/postgres.ts";
import { CARD, startBookings, type Bookings } from "./booking.ts";
import { eventually } from "./eventually.ts";
import { makePerson } from "./factories.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { listenOn } from "./live.ts";
import { runProgram } from "./postgres.ts";

const TOKEN = "a-token-for-prometheus";
const metrics = { token: TOKEN, port: undefined, host: "127.0.0.1" };
const ask = (app: TestApp, authorization = `Bearer ${TOKEN}`) =>
  app.call("GET", "/metrics", { headers: { authorization } });

/** name{labels} -> value; fails on an invalid format. */
function read(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    if (line === "" || /^# (HELP|TYPE) \w+ \S/.test(line)) continue;
    const match = /^(\w+(?:\{(?:\w+="[^"]*",?)+\})?) (-?[\d.e+-]+|NaN|[+-]Inf)$/i.exec(line);
    if (!match) throw new Error(`not a sample: ${line}`);
    found.set(match[1]!, Number(match[2]));
  }
  return found;
}
const figures = async (app: TestApp) => read(String((await ask(app)).body));

let t: Bookings;
beforeAll(async () => {
  t = await startBookings({ config: { metrics } });
});
afterAll(() => t.close());

test("there is no endpoint without a token and a port", async () => {
  const app = await startTestApp();
  expect(await app.call("GET", "/metrics")).toMatchObject({
    status: 404,
    body: { code: "route_not_found" },
  });
  await app.close();
});

test.each(["", "Bearer", "Bearer a-token-for-prometheuz", TOKEN, `Basic ${TOKEN}`])(
  "%s is refused",
  async (authorization) => {
    expect(await ask(t.app, authorization)).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
  },
);

test("counts booking steps, money and requests by route, without naming anyone", async () => {
  const renter = await t.newRenter();
  const car = await t.newCar();
  const opened = await t.checkout(car, renter);
  await t.pay(opened.body.session_id, CARD);
  await t.verify(opened.body.session_id, renter);
  await t.read(opened.body.booking_id, renter);
  const response = await ask(t.app);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const secret of [
    renter.id,
    renter.email,
    car,
    opened.body.booking_id,
    opened.body.session_id,
    TOKEN,
    "Rolle",
  ])
    expect(response.body).not.toContain(secret);
  const found = read(String(response.body));
  for (const step of ["create", "authorise_for_instant_book", "capture_succeeded"])
    expect(found.get(`caydrive_booking_steps_total{step="${step}"}`)).toBe(1);
  const route = 'method="GET",route="/api/bookings/:id",status="2xx"';
  expect(found.get(`caydrive_http_request_seconds_count{${route}}`)).toBe(1);
  expect(found.get('caydrive_bookings{which="all"}')).toBe(1);
  expect(found.get('caydrive_ledger_cents{kind="captured",account="card_clearing"}')).toBe(20_099);
  expect(found.get('caydrive_cases{which="overdue"}')).toBe(0);
  expect(found.get("caydrive_ledger_imbalance_cents")).toBe(0);
  expect(found.get('caydrive_money_open{what="incidents"}')).toBe(0);
  expect(found.get("caydrive_figures_read")).toBe(1);
  expect(found.get('caydrive_pool_connections{state="waiting"}')).toBe(0);
  expect(found.get('caydrive_jobs_failed{queue="mail"}')).toBe(0);
  expect(found.get("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  // Its figures come with the first collection.
  expect(response.body).toContain("# TYPE nodejs_gc_duration_seconds histogram");
});

test("reports the current sockets, topics and jobs", async () => {
  const person = await makePerson(t.app);
  const before = await figures(t.app);
  const listener = await listenOn(t.app.url, personalTopic(person.id), person.token);
  const during = await figures(t.app);
  for (const name of ["caydrive_live_sockets", "caydrive_live_topics"])
    expect(during.get(name)! - before.get(name)!).toBe(1);
  await listener.close();
  await eventually(async () =>
    expect((await figures(t.app)).get("caydrive_live_sockets")).toBe(
      before.get("caydrive_live_sockets"),
    ),
  );
  const done = 'caydrive_job_seconds_count{queue="mail",outcome="done"}';
  await t.app.ctx.jobs.send(t.app.ctx.db, "mail", {
    to: "a@example.test",
    subject: "A",
    text: "A",
    html: "",
  });
  await eventually(async () =>
    expect((await figures(t.app)).get(done)).toBeGreaterThan(before.get(done) ?? 0),
  );
});

test("counts refused floods, answers them in each client's protocol, and does not limit Prometheus", async () => {
  const app = await startTestApp({ config: { metrics } });
  const flood = (requests: number) =>
    Promise.all(Array.from({ length: requests }, () => app.call("GET", "/api/instance")));
  await flood(1000);
  // The limit recovers while a slow machine answers, so the flood goes on.
  await eventually(async () => {
    await flood(50);
    const auth = await app.call("GET", "/auth/v1/otp");
    expect(auth).toMatchObject({ status: 429, body: { error_code: "over_request_rate_limit" } });
    expect(auth.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(await app.call("GET", "/storage/v1/bucket")).toMatchObject({
      status: 429,
      body: { statusCode: "429", code: "rate_limited" },
    });
  });
  const found = await figures(app);
  expect(found.get('caydrive_http_rate_limited_total{route="/api/instance"}')).toBeGreaterThan(0);
  await app.close();
});

test("reads the database once in ten seconds; during an outage the process still reports on itself", async () => {
  const app = await startTestApp({ config: { metrics } });
  const first = await Promise.all(Array.from({ length: 10 }, () => figures(app)));
  for (const found of first) expect(found.get("caydrive_figures_read")).toBe(1);
  await app.pool.query("insert into booking_totals (bookings, completed_cents) values (7, 0)");
  await Promise.all(Array.from({ length: 50 }, () => figures(app)));
  // From the first read.
  expect((await figures(app)).get('caydrive_bookings{which="all"}')).toBe(0);
  await app.close();

  const server = inject("databaseServer");
  const other = await startTestApp({ config: { metrics } });
  const name = new URL(other.databaseUrl).pathname.slice(1);
  await runProgram(server, `alter database ${name} allow_connections false`);
  await runProgram(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  const found = await figures(other);
  expect(found.get("caydrive_figures_read")).toBe(0);
  // No figure rather than an old one.
  expect(found.has("caydrive_ledger_imbalance_cents")).toBe(false);
  expect(found.get("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  await runProgram(server, `alter database ${name} allow_connections true`);
  await other.close();
});

test("a separate port serves only the metrics, behind the token if there is one", async () => {
  const ports = [await freePort(), await freePort()];
  const open = await startTestApp({
    config: { metrics: { token: undefined, port: ports[0], host: "127.0.0.1" } },
  });
  const closed = await startTestApp({
    config: { metrics: { token: TOKEN, port: ports[1], host: "127.0.0.1" } },
  });
  const fetchAt = async (port: number | undefined, path: string, authorization = "") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
    return { status: response.status, text: await response.text() };
  };
  expect(read((await fetchAt(ports[0], "/metrics")).text).get("caydrive_figures_read")).toBe(1);
  expect((await fetchAt(ports[0], "/api/instance")).status).toBe(404);
  expect((await fetchAt(ports[1], "/metrics")).status).toBe(401);
  expect((await fetchAt(ports[1], "/metrics", `Bearer ${TOKEN}`)).status).toBe(200);
  for (const app of [open, closed]) {
    expect((await ask(app)).status).toBe(404);
    await app.close();
  }
  await expect(fetchAt(ports[0], "/metrics")).rejects.toThrow("fetch failed");
});

test("refuses settings that would expose metrics to strangers", () => {
  const reading = (env: Record<string, string>) => () => readConfig(env);
  expect(reading({ METRICS_TOKEN: "short" })).toThrow(
    "METRICS_TOKEN must have 16 or more ASCII characters",
  );
  expect(reading({ METRICS_PORT: "99999" })).toThrow(
    "METRICS_PORT must be a number from 0 to 65535.",
  );
  expect(reading({ METRICS_PORT: "9100", METRICS_HOST: "0.0.0.0" })).toThrow(
    "METRICS_TOKEN is missing",
  );
  expect(readConfig({ METRICS_PORT: "9100" }).metrics).toEqual({
    token: undefined,
    port: 9100,
    host: "127.0.0.1",
  });
});
