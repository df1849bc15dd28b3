// A complete instance for a test file: fresh database, real jobs, a clock that the test moves, a
// free port. With TEST_NODES=3 it is three nodes behind a proxy, each in its own process, with
// photos in S3 and public reads on a replica.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { inject } from "vitest";
import { readConfig, type Config } from "../src/server/config.ts";
import { startInstance, type Instance, type InstanceOptions } from "../src/server/instance.ts";
import { openPool } from "../src/server/platform/database/database.ts";
import { fixedClock } from "../src/server/platform/clock.ts";
import { openLog } from "../src/server/platform/observability/log.ts";
import type { Network } from "../src/server/platform/http/public-fetch.ts";
import type { DevMailsTable } from "../src/server/platform/database/schema.ts";
import type { ApiResponse } from "./api-responses.ts";
import { sharedClock, type TestClock } from "./clock.ts";
import { startElsewhere } from "./node-processes.ts";
import { runProgram, withDatabase } from "./postgres.ts";
import { startProxy } from "./proxy.ts";
import { makeBucket } from "./s3.ts";

/** With several nodes, `ctx` and `pool` belong to the first. */
export interface TestApp extends Instance {
  clock: TestClock;
  databaseUrl: string;
  /** Calls the API. A body is sent as JSON; `as` is an access token. */
  call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    options?: { body?: unknown; as?: string | undefined; headers?: Record<string, string> },
  ): Promise<{ status: number; headers: Headers; body: ApiResponse<Method, Path> }>;
  /** The emails so far, newest first. */
  mails(to?: string): Promise<Selectable<DevMailsTable>[]>;
  close(): Promise<void>;
}

/** For tests of what a process keeps in memory: `it.skipIf(onSeveralNodes)`. */
export const onSeveralNodes = process.env["TEST_NODES"] !== undefined;

/** Noon in Nassau on a Saturday; a test may set another time. */
export const TEST_NOW = "2026-11-21T17:00:00.000Z";

export async function startTestApp(
  options: {
    now?: string;
    /** An empty database that the test has created; by default a new one. */
    databaseUrl?: string;
    config?: Partial<Config>;
    network?: Network;
    photoSource?: InstanceOptions["photoSource"];
    log?: InstanceOptions["log"];
    requestMs?: number;
  } = {},
): Promise<TestApp> {
  const server = inject("databaseServer");
  const database = `caydrive_${randomUUID().replaceAll("-", "")}`;
  // Copies files: writing each page to the log as well takes four times as long.
  if (!options.databaseUrl)
    await runProgram(
      server,
      `create database ${database} template ${inject("template")} strategy file_copy`,
    );
  const dataDir = mkdtempSync(join(tmpdir(), "caydrive-data-"));
  const several = options.databaseUrl ? undefined : await prepareSeveral(database);
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, PORT: "0", DEMO: "0", LOG_LEVEL: "silent" }),
    ...several?.config,
    ...options.config,
    ...(several && { trustedProxies: (options.config?.trustedProxies ?? 0) + 1 }),
  };
  const clockFile = join(dataDir, "clock");
  const clock = several
    ? sharedClock(options.now ?? TEST_NOW, clockFile)
    : fixedClock(options.now ?? TEST_NOW);
  const databaseUrl = options.databaseUrl ?? withDatabase(server, database);
  const { network, photoSource, requestMs } = options;
  const logLevel = process.env["TEST_LOG"] ?? "silent";
  const settings: InstanceOptions = {
    config,
    databaseUrl,
    clock,
    schedulesCronJobs: false,
    apiOnly: true,
    network,
    requestMs,
    ...(photoSource ? { photoSource } : {}),
    log: options.log ?? openLog(logLevel),
  };
  const first = await startInstance(settings);
  // Objects that a test supplies cannot be passed to another process.
  const staysHere = options.log !== undefined || network !== undefined || photoSource !== undefined;
  const startOther = (place: number) =>
    staysHere
      ? startInstance({ ...settings, keys: first.ctx.keys })
      : startElsewhere(place, { config, databaseUrl, requestMs, clock: clockFile, logLevel });
  const instance = several ? await several.behindProxy(first, startOther) : first;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= instance.stop());
  return {
    ...instance,
    stop,
    clock,
    databaseUrl,
    async call(method, path, { body, as, headers } = {}) {
      if (!as) await several?.settle(instance);
      const response = await fetch(instance.url + path, {
        method,
        redirect: "manual",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(as ? { authorization: `Bearer ${as}` } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = response.headers.get("content-type")?.includes("json");
      return {
        status: response.status,
        headers: response.headers,
        body: json && text ? JSON.parse(text) : text,
      };
    },
    async mails(to) {
      const query = instance.ctx.db
        .selectFrom("dev_mails")
        .selectAll()
        .orderBy("created_at", "desc")
        .orderBy("id");
      return (to ? query.where("recipient", "=", to) : query).execute();
    },
    async close() {
      await stop();
      if (!options.databaseUrl) await runProgram(server, `drop database ${database} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the nodes of one app share; undefined if the tests run on one node. */
async function prepareSeveral(database: string) {
  const { nodes, s3, replicaServer } = inject("several") ?? {};
  if (!nodes || !s3) return undefined;
  const proxy = await startProxy();
  const config: Partial<Config> = {
    publicUrl: proxy.url,
    s3: await makeBucket(s3, database.replaceAll("_", "-")),
    ...(replicaServer ? { databaseReplicaUrl: withDatabase(replicaServer, database) } : {}),
  };
  const replica = replicaServer && openPool(replicaServer, () => {}, 1);
  type Node = Pick<Instance, "url" | "stop">;
  const behindProxy = async (
    first: Instance,
    startOther: (place: number) => Promise<Node>,
  ): Promise<Instance> => {
    const all: Node[] = [first];
    while (all.length < nodes) all.push(await startOther(all.length));
    for (const { url } of all) proxy.add(url);
    const stop = async (): Promise<void> => {
      await Promise.all(all.map((each) => each.stop()));
      await proxy.close();
      if (replica) await replica.end();
    };
    return { ...first, url: proxy.url, stop };
  };
  // Tests write to the database without notifying the nodes, so wait until the replica has it.
  const settle = async ({ pool }: Instance): Promise<void> => {
    if (!replica) return;
    const { rows } = await pool.query<{ lsn: string }>(
      "select pg_current_wal_insert_lsn()::text as lsn",
    );
    const look = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as has";
    while (!(await replica.query<{ has: boolean }>(look, [rows[0]?.lsn])).rows[0]?.has)
      await delay(5);
  };
  return { config, behindProxy, settle };
}
