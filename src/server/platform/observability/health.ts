// Whether this process can serve, for a load balancer. Each dependency is checked cheaply and
// cached briefly, so that probes cause no load. Details of a failure go to the log, not into the
// response.
import { statfs } from "node:fs/promises";
import type pg from "pg";
import type { Ctx } from "../context.ts";
import { untraced } from "./log.ts";
import { isMigrated } from "../database/migrations.ts";
import { within } from "../http/deadline.ts";

/** With less free disk space, PostgreSQL and uploads may soon fail halfway. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const TIMEOUT_MS = 2000;
const CACHE_MS = 1000;
/** The provider of the bucket charges for each request. */
const BUCKET_CACHE_MS = 15_000;

export type CheckName = "running" | "database" | "migrations" | "disk" | "bucket";
export type Checks = Partial<Record<CheckName, "ok" | "failed">>;

export interface Health {
  /** Runs every check that applies to this instance. */
  checkHealth(): Promise<Checks>;
}

/** Caches the result of `ask` for `ms`, and runs it at most once at a time. */
function cached<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let response: Promise<T> | undefined;
  let until = 0;
  return () => {
    const now = performance.now();
    if (response === undefined || now >= until) {
      until = now + ms + TIMEOUT_MS; // prevents a second call while this one is in flight
      response = untraced(ask);
      void response.then(() => (until = performance.now() + ms));
    }
    return response;
  };
}

/**
 * @param pool connections reserved for health checks, so that a busy instance does not look broken
 * @param isStopping whether the process has stopped taking requests
 */
export function openHealth(
  ctx: Pick<Ctx, "config" | "log" | "objects">,
  pool: pg.Pool,
  isStopping: () => boolean,
  minFreeBytes = MIN_FREE_BYTES,
): Health {
  const { config, log } = ctx;
  const failing = new Set<CheckName>();
  const check = async (
    name: CheckName,
    test: () => Promise<boolean>,
  ): Promise<[CheckName, "ok" | "failed"]> => {
    let problem: unknown;
    const isOk = await within(TIMEOUT_MS, test()).catch((error: unknown) => {
      problem = error;
      return false;
    });
    // Logged when the result changes, not on every probe.
    if (isOk === failing.has(name)) {
      if (isOk) log.info({ check: name }, "ready again");
      else log.error({ check: name, ...(problem !== undefined && { err: problem }) }, "not ready");
    }
    failing[isOk ? "delete" : "add"](name);
    return [name, isOk ? "ok" : "failed"];
  };
  const isAnswering = async (): Promise<boolean> => (await pool.query("select 1")).rowCount === 1;
  const hasRoom = async (): Promise<boolean> => {
    const { bavail, bsize } = await statfs(config.dataDir);
    return bavail * bsize >= minFreeBytes;
  };
  /** A reachable bucket reports that it has no such file. */
  const hasBucket = async (): Promise<boolean> =>
    (await ctx.objects.read("no-such-file")) === undefined;
  const bucket = cached(BUCKET_CACHE_MS, () => check("bucket", hasBucket));
  const checkHealth = cached(CACHE_MS, async () => {
    const all = await Promise.all([
      check("database", isAnswering),
      check("migrations", () => isMigrated(pool)),
      check("disk", hasRoom), // with a bucket too: uploads are written to disk on their way to it
      ...(config.s3 ? [bucket()] : []),
    ]);
    return Object.fromEntries(all) as Checks;
  });
  return {
    checkHealth: async () => ({
      running: isStopping() ? "failed" : "ok",
      ...(await checkHealth()),
    }),
  };
}

/** Probes are served however busy the instance is, and are logged at debug level. */
export const isProbe = (url: string): boolean => /^\/(healthz|readyz|metrics)(\?|$)/.test(url);
