// Starting and stopping: a refusal gives one clear sentence and exit code 1, and leaves nothing
// behind.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { eventually } from "./eventually.ts";
import { programFolder } from "./program-folder.ts";
import {
  endLeftovers,
  processesNaming,
  startProgram,
  startRefused,
  startSignalled,
} from "./process.ts";
import { runProgram, withDatabase } from "./postgres.ts";

const folder = programFolder("start");

const own = (name: string): Record<string, string> => ({
  DATA_DIR: join(folder, name),
  PORT: "0",
  DEMO: "0",
});

test.each([
  ["an invalid port", { PORT: "99999" }, ["PORT must be a number from 0 to 65535."]],
  [
    "several wrong settings at once",
    { PORT: "x", DEMO: "yes", HOST: "0.0.0.0" },
    ["PORT must be a number", "DEMO must be 0 or 1.", "SMTP_URL is missing"],
  ],
  [
    "an address that is not an origin",
    { PUBLIC_URL: "foo" },
    ["PUBLIC_URL must be an origin like https://caydrive.example"],
  ],
  [
    "an origin with a query",
    { PUBLIC_URL: "http://127.0.0.1/?x" },
    ["PUBLIC_URL must be an origin"],
  ],
  [
    "an invalid Google key",
    { GOOGLE_MAPS_API_KEY: "two words" },
    ["GOOGLE_MAPS_API_KEY must be a key"],
  ],
  [
    "a Google URL that is not an origin",
    { GOOGLE_MAPS_URL: "https://example.test/maps" },
    ["GOOGLE_MAPS_URL must be an origin"],
  ],
  ["a bad support address", { SUPPORT_EMAIL: "us" }, ["SUPPORT_EMAIL must be an email address."]],
  [
    "an invalid support phone",
    { SUPPORT_PHONE: "242 300" },
    ["SUPPORT_PHONE must be a phone number with its country code"],
  ],
  ["a bad proxy count", { TRUST_PROXY: "yes" }, ["TRUST_PROXY must be the number of proxies"]],
  [
    "a database of another kind",
    { DATABASE_URL: "mysql://x/y" },
    ["DATABASE_URL must be a URL that begins with postgres://"],
  ],
  [
    "a public host without a card provider and mail",
    { HOST: "0.0.0.0" },
    [
      "ALLOW_SANDBOX=1",
      "SMTP_URL is missing",
      "SUPPORT_EMAIL is missing",
      "EMERGENCY_PHONE is missing",
    ],
  ],
  [
    "a public address without a card provider and mail",
    { PUBLIC_URL: "https://caydrive.example" },
    ["ALLOW_SANDBOX=1", "SMTP_URL is missing"],
  ],
  [
    "a public address with a test key",
    {
      PUBLIC_URL: "https://caydrive.example",
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_API_URL: "http://127.0.0.1:1",
    },
    [
      "A live STRIPE_SECRET_KEY is missing",
      "STRIPE_API_URL may only be set on a test instance",
      "STRIPE_WEBHOOK_SECRET is missing: set all of",
    ],
  ],
  [
    "keys that are not Stripe's",
    {
      STRIPE_SECRET_KEY: "pk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      STRIPE_API_URL: "https://x.example/v1",
    },
    [
      "STRIPE_SECRET_KEY must be",
      "whsec_ and 16 or more letters and digits.",
      "STRIPE_API_URL must be an origin",
    ],
  ],
  [
    "an incomplete bucket",
    { S3_BUCKET: "photos", S3_ENDPOINT: "photos.example" },
    [
      "S3_ENDPOINT must be a URL that begins with https:// or http://.",
      "S3_REGION is missing",
      "S3_ACCESS_KEY_ID is missing",
      "S3_SECRET_ACCESS_KEY is missing: set all of S3_ENDPOINT, S3_REGION,",
    ],
  ],
  [
    "a database that does not respond",
    { DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none" },
    ["The database of DATABASE_URL can't be reached: connect ECONNREFUSED 127.0.0.1:1."],
  ],
  [
    "an address of another machine",
    { HOST: "203.0.113.7", ALLOW_SANDBOX: "1" },
    ["203.0.113.7:0 can't be listened on"],
  ],
])("%s is refused", async (_name, env, sentences) => {
  const { code, output } = await startRefused({ ...own("refused"), ...env });
  expect(code).toBe(1);
  // Each sentence appears once.
  for (const sentence of sentences) expect(output.split(sentence), sentence).toHaveLength(2);
  expect(output).not.toMatch(/\n\s+at |secret/); // A sentence, not a stack trace.
  expect(await processesNaming(join(folder, "refused"))).toEqual([]);
});

test("refuses a port or a DATA_DIR in use; SIGTERM exits with 0 and leaves no process", async () => {
  const first = await startProgram(own("shared"));
  const again = await startRefused(own("shared"));
  expect(again).toMatchObject({ code: 1 });
  expect(again.output).toContain("DATA_DIR is in use by another instance");

  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as { port: number };
  const inUse = await startRefused({ ...own("other"), PORT: String(port) });
  expect(inUse).toMatchObject({ code: 1 });
  expect(inUse.output).toContain(`Port ${port} is in use`);
  expect(await processesNaming(join(folder, "other"))).toEqual([]);
  holder.close();

  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await first.end("SIGTERM")).toBe(0);
  expect(await processesNaming(join(folder, "shared"))).toEqual([]);
});

test("takes over the data after kill -9, although PostgreSQL is still running", async () => {
  const first = await startProgram(own("killed"));
  await first.end("SIGKILL");
  const second = await startProgram(own("killed"));
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(await second.end("SIGINT")).toBe(0);
  expect(await processesNaming(join(folder, "killed"))).toEqual([]);
});

test("ends without leaving a process after a signal during the start, or after losing PostgreSQL", async () => {
  const early = await startSignalled(own("early"), "SIGTERM");
  expect(early).toMatchObject({ code: 0 });
  expect(await processesNaming(join(folder, "early"))).toEqual([]);

  const bereft = await startProgram(own("bereft"));
  const ended = once(bereft.process, "exit");
  const [postmaster = ""] = readFileSync(
    join(folder, "bereft/postgres/postmaster.pid"),
    "utf8",
  ).split("\n");
  process.kill(Number(postmaster), "SIGKILL");
  expect(await ended).toEqual([1, null]);
  expect(bereft.output()).toContain("PostgreSQL stopped unexpectedly");
  await eventually(async () => expect(await processesNaming(join(folder, "bereft"))).toEqual([]));
});

describe("a server with an external database", () => {
  let url = "";
  let database = "";
  beforeEach(async () => {
    database = `caydrive_${randomUUID().replaceAll("-", "")}`;
    url = withDatabase(inject("databaseServer"), database);
    await runProgram(
      inject("databaseServer"),
      `create database ${database} template ${inject("template")}`,
    );
  });
  afterEach(async () => {
    await endLeftovers();
    await runProgram(inject("databaseServer"), `drop database ${database} with (force)`);
  });

  /** Blocks every reader of car_listings until it is released. */
  async function holdListings(): Promise<{ waiting(): Promise<number>; release(): Promise<void> }> {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    await client.query("begin; lock table car_listings in access exclusive mode");
    return {
      async waiting() {
        const { rows } = await client.query("select from pg_locks where not granted");
        return rows.length;
      },
      release: () => client.end(),
    };
  }

  test("on SIGTERM it stops accepting and finishes the running request", async () => {
    const program = await startProgram({ ...own("finishing"), DATABASE_URL: url });
    const hold = await holdListings();
    const running = fetch(`${program.url}/api/listings`);
    await eventually(async () => expect(await hold.waiting()).toBeGreaterThan(0));
    const ended = program.end("SIGTERM");
    await eventually(() => expect(fetch(`${program.url}/healthz`)).rejects.toThrow("fetch failed"));
    await hold.release();
    const released = performance.now();
    expect(await (await running).json()).toMatchObject({ count: 0 });
    expect(await ended).toBe(0);
    expect(performance.now() - released).toBeLessThan(8000); // It does not use up its ten seconds.
  });

  test("on SIGTERM it waits at most ten seconds for a hanging request", async () => {
    const program = await startProgram({ ...own("hanging"), DATABASE_URL: url });
    const hold = await holdListings();
    const running = fetch(`${program.url}/api/listings`).catch((error: Error) => error.message);
    await eventually(async () => expect(await hold.waiting()).toBeGreaterThan(0));
    const begun = performance.now();
    expect(await program.end("SIGTERM")).toBe(0);
    // A limit of the product, with room for a busy machine.
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(await running).toBe("fetch failed");
    await hold.release();
  });

  test("answers 503 while the database is away, and serves again when it is back", async () => {
    const program = await startProgram({
      ...own("outage"),
      DATABASE_URL: url,
      LOG_LEVEL: "silent",
    });
    const admit = (connections: boolean): Promise<void> =>
      runProgram(
        inject("databaseServer"),
        `alter database ${database} allow_connections ${connections}`,
      );
    await admit(false);
    await runProgram(
      inject("databaseServer"),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    );
    const response = await fetch(`${program.url}/api/listings`);
    expect({ status: response.status, retry: response.headers.get("retry-after") }).toEqual({
      status: 503,
      retry: "5",
    });
    for (const page of ["/browse", `/book/${randomUUID()}`]) {
      const { status, headers } = await fetch(program.url + page);
      expect({ page, status, retry: headers.get("retry-after") }).toEqual({
        page,
        status: 503,
        retry: "5",
      });
    }
    expect(await response.json()).toMatchObject({ code: "busy" });
    expect((await fetch(`${program.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
    await admit(true);
    await eventually(async () =>
      expect((await fetch(`${program.url}/api/listings`)).status).toBe(200),
    );
    expect(await program.end("SIGTERM")).toBe(0);
  });
});

test("serves or refuses whole pages to an address over its limit, never broken ones", async () => {
  const program = await startProgram({ ...own("flooded"), LOG_LEVEL: "silent" });
  const open = async (): Promise<number> =>
    (await fetch(`${program.url}/book/${randomUUID()}`)).status;
  const pages: number[] = [];
  while (!pages.includes(429)) pages.push(...(await Promise.all(Array.from({ length: 20 }, open))));
  expect(new Set(pages)).toEqual(new Set([404, 429]));
  await program.end("SIGTERM");
});

test("exits with 1 after an uncaught error, and stops its PostgreSQL", async () => {
  const program = await startProgram(own("slipped"), [], "test/program-with-rejection.ts");
  const [postmaster = ""] = readFileSync(
    join(folder, "slipped/postgres/postmaster.pid"),
    "utf8",
  ).split("\n");
  expect(await program.end("SIGUSR2")).toBe(1);
  expect(program.output()).toContain("a slip");
  expect(() => process.kill(Number(postmaster), 0)).toThrow("ESRCH");
});

test("refuses data of a newer version", async () => {
  const database = `caydrive_${randomUUID().replaceAll("-", "")}`;
  const url = withDatabase(inject("databaseServer"), database);
  await runProgram(
    inject("databaseServer"),
    `create database ${database} template ${inject("template")}`,
  );
  await runProgram(
    url,
    "insert into schema_migrations (name, checksum) values ('9999_from_the_future.sql', 'x')",
  );
  const { code, output } = await startRefused({ ...own("newer"), DATABASE_URL: url });
  expect(code).toBe(1);
  expect(output).toContain("newer version");
  await runProgram(inject("databaseServer"), `drop database ${database} with (force)`);
});
