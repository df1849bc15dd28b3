// What /healthz and /readyz report, and that it is true.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { openHealth, type Checks } from "../src/server/platform/observability/health.ts";
import { openPool } from "../src/server/platform/database/database.ts";
import { eventually } from "./eventually.ts";
import { captureLog } from "./log-lines.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { runProgram } from "./postgres.ts";
import { startS3 } from "./s3.ts";

/** The pool's connections that listen for notifications. */
const LISTENING = 2;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ready = (of = app) => of.call("GET", "/readyz");
/** Waits until the one-second cache has expired. */
const becomes = (checks: Checks, of = app): Promise<void> =>
  eventually(async () => expect((await ready(of)).body.checks).toMatchObject(checks));

test("reports an instance as ready, with the checks it made", async () => {
  expect((await app.call("GET", "/healthz")).body).toEqual({ status: "ok" });
  expect(await ready()).toMatchObject({
    status: 200,
    body: {
      status: "ready",
      checks: { running: "ok", database: "ok", migrations: "ok", disk: "ok" },
    },
  });
});

test("is not ready with a missing or different migration, but tolerates one of a newer version", async () => {
  const captured = captureLog();
  const other = await startTestApp({ log: captured.log });
  const { pool } = other;
  await pool.query("insert into schema_migrations (name, checksum) values ('9999_newer.sql', 'x')");
  const { rows } = await pool.query(
    "delete from schema_migrations where name like '0001%' returning *",
  );
  await becomes({ migrations: "failed", database: "ok" }, other);
  expect(await ready(other)).toMatchObject({ status: 503, body: { status: "not_ready" } });
  await pool.query(
    "insert into schema_migrations select * from json_populate_recordset(null::schema_migrations, $1)",
    [JSON.stringify(rows)],
  );
  await becomes({ migrations: "ok" }, other);
  await pool.query("update schema_migrations set checksum = 'x' where name like '0001%'");
  await becomes({ migrations: "failed" }, other);
  expect(captured.lines({ msg: "not ready", check: "migrations" })).toHaveLength(2);
  await other.close();
});

test("is not ready without its database, but keeps running and reveals no secret", async () => {
  const server = inject("databaseServer");
  const captured = captureLog();
  const other = await startTestApp({ log: captured.log });
  const name = new URL(other.databaseUrl).pathname.slice(1);
  await runProgram(server, `alter database ${name} allow_connections false`);
  await runProgram(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await becomes({ database: "failed", migrations: "failed" }, other);
  const { status, body } = await ready(other);
  expect(status).toBe(503);
  expect(Object.keys(body)).toEqual(["status", "checks"]);
  expect((await other.call("GET", "/healthz")).status).toBe(200);
  // After a 500 the client would drop its session, so an outage would sign everyone out.
  const refresh = { body: { refresh_token: "a-token-of-somebody" } };
  const signIn = await other.call("POST", "/auth/v1/token?grant_type=refresh_token", refresh);
  expect(signIn).toMatchObject({ status: 503, body: { code: "busy" } });
  expect(signIn.headers.get("retry-after")).toBe("5");
  // One line a minute, however many queues there are: all are polled within two seconds.
  await delay(2500);
  const [first, ...later] = captured.lines({ msg: "jobs" });
  expect(later.filter(({ time }) => Number(time) - Number(first?.time) < 59_000)).toEqual([]);
  await runProgram(server, `alter database ${name} allow_connections true`);
  await becomes({ database: "ok", migrations: "ok" }, other);
  await other.close();
});

test("stays ready with a busy pool and during a flood of other requests", async () => {
  const free = app.ctx.config.databaseConnections - LISTENING;
  const busy = await Promise.all(Array.from({ length: free }, () => app.pool.connect()));
  const flood = await startTestApp();
  await becomes({ database: "ok" });
  for (const client of busy) client.release();
  const request = (): Promise<{ status: number }> => flood.call("GET", "/api/instance");
  await Promise.all(Array.from({ length: 1000 }, request));
  // The limit recovers while a slow machine answers, so the flood goes on.
  await eventually(async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, request));
    expect(statuses).toContainEqual(expect.objectContaining({ status: 429 }));
  });
  expect((await flood.call("GET", "/healthz")).status).toBe(200);
  expect((await ready(flood)).status).toBe(200);
  await flood.close();
});

test("is not ready with a full disk or a missing folder", async () => {
  const full = openHealth(app.ctx, app.pool, () => false, Number.MAX_SAFE_INTEGER);
  expect(await full.checkHealth()).toMatchObject({ disk: "failed", database: "ok" });
  // Even if the database and photos are elsewhere, uploads are stored here temporarily.
  const s3 = {
    endpoint: "http://127.0.0.1:9",
    region: "x",
    bucket: "x",
    accessKeyId: "x",
    secretAccessKey: "x",
  };
  const elsewhere = { ...app.ctx, config: { ...app.ctx.config, databaseUrl: app.databaseUrl, s3 } };
  expect(
    await openHealth(elsewhere, app.pool, () => false, Number.MAX_SAFE_INTEGER).checkHealth(),
  ).toMatchObject({
    disk: "failed",
  });
  const gone = { ...app.ctx, config: { ...app.ctx.config, dataDir: "/nonexistent/caydrive" } };
  expect(await openHealth(gone, app.pool, () => false).checkHealth()).toMatchObject({
    disk: "failed",
  });
});

test("is not ready while stopping", async () => {
  expect(await openHealth(app.ctx, app.pool, () => true).checkHealth()).toMatchObject({
    running: "failed",
  });
});

test("queries the database once a second, however many requests come", async () => {
  const pool = openPool(app.databaseUrl, () => {}, 1);
  const query = vi.spyOn(pool, "query");
  const { checkHealth: look } = openHealth(app.ctx, pool, () => false);
  await Promise.all(Array.from({ length: 100 }, look));
  expect(query).toHaveBeenCalledTimes(2); // A ping and the migrations.
  await pool.end();
});

test("also checks the bucket, if there is one", async () => {
  const s3 = await startS3();
  const other = await startTestApp({ config: { s3: s3.settings } });
  expect((await ready(other)).body.checks).toEqual({
    running: "ok",
    database: "ok",
    migrations: "ok",
    disk: "ok",
    bucket: "ok",
  });
  const elsewhere = await startTestApp({ config: { s3: { ...s3.settings, bucket: "not-there" } } });
  expect((await ready(elsewhere)).body.checks).toMatchObject({ bucket: "failed" });
  await Promise.all([other.close(), elsewhere.close()]);
  await s3.close();
});
