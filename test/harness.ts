// A whole instance of its own for a test file: fresh database, real jobs, a clock that the test moves, listening on a free port.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { inject } from "vitest";
import { pino } from "pino";
import { readConfig, type Config } from "../src/server/config.ts";
import { startInstance, type Instance, type InstanceOptions } from "../src/server/instance.ts";
import { fixedClock } from "../src/server/platform/clock.ts";
import type { Network } from "../src/server/platform/public-fetch.ts";
import type { DevMailsTable } from "../src/server/platform/schema.ts";
import { run, withDatabase } from "./postgres.ts";

export interface TestApp extends Instance {
  clock: ReturnType<typeof fixedClock>;
  databaseUrl: string;
  /** Calls the API. A body is sent as JSON; `as` is an access token. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; as?: string | undefined; headers?: Record<string, string> },
  ): Promise<{ status: number; headers: Headers; body: any }>; // oxlint-disable-line typescript/no-explicit-any -- tests look into answers of every shape
  /** Mails so far, newest first. */
  mails(to?: string): Promise<Selectable<DevMailsTable>[]>;
  close(): Promise<void>;
}

/** Noon in Nassau on a Saturday; every test may set its own. */
export const TEST_NOW = "2026-11-21T17:00:00.000Z";

export async function startTestApp(
  options: {
    now?: string;
    /** An empty database that the test has made; one of its own where there is none. */
    databaseUrl?: string;
    config?: Partial<Config>;
    network?: Network;
    photoSource?: InstanceOptions["photoSource"];
  } = {},
): Promise<TestApp> {
  const server = inject("databaseServer");
  const database = `caydrive_${randomUUID().replaceAll("-", "")}`;
  if (!options.databaseUrl) await run(server, `create database ${database} template ${inject("template")}`);
  const dataDir = mkdtempSync(join(tmpdir(), "caydrive-data-"));
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, PORT: "0", DEMO: "0", LOG_LEVEL: "silent" }),
    ...options.config,
  };
  const clock = fixedClock(options.now ?? TEST_NOW);
  const databaseUrl = options.databaseUrl ?? withDatabase(server, database);
  const instance = await startInstance({
    config,
    databaseUrl,
    clock,
    apiOnly: true,
    network: options.network,
    ...(options.photoSource ? { photoSource: options.photoSource } : {}),
    log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
  });
  return {
    ...instance,
    clock,
    databaseUrl,
    async call(method, path, { body, as, headers } = {}) {
      const response = await fetch(instance.url + path, {
        method,
        redirect: "manual",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(as ? { authorization: `Bearer ${as}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = response.headers.get("content-type")?.includes("json");
      return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text };
    },
    async mails(to) {
      const query = instance.ctx.db.selectFrom("dev_mails").selectAll().orderBy("created_at", "desc").orderBy("id");
      return (to ? query.where("recipient", "=", to) : query).execute();
    },
    async close() {
      await instance.stop();
      if (!options.databaseUrl) await run(server, `drop database ${database} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
