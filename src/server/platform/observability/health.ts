// Whether this process can serve, as a load balancer asks it: each thing that it needs, looked at with little and kept for a moment, so that
// asking is no load. What is wrong in detail is in the log, not in the answer.
import { statfs } from "node:fs/promises";
import type pg from "pg";
import type { Ctx } from "../context.ts";
import { untraced } from "./log.ts";
import { isMigrated } from "../database/migrations.ts";
import { within } from "../http/deadline.ts";

/** Less on the disk, and PostgreSQL and uploads may soon stop in the middle of something. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const PATIENCE_MS = 2000;
const KEPT_MS = 1000;
/** A bucket's provider counts each question. */
const BUCKET_KEPT_MS = 15_000;

export type CheckName = "running" | "database" | "migrations" | "disk" | "bucket";
export type Checks = Partial<Record<CheckName, "ok" | "failed">>;

export interface Health {
  /** Every check that applies to this instance. */
  look(): Promise<Checks>;
}

/** The answer of `ask`, asked anew after so long, by one at a time. */
function kept<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let until = 0;
  return () => {
    const now = performance.now();
    if (answer === undefined || now >= until) {
      until = now + ms + PATIENCE_MS; // nobody asks a second time while the first is under way
      answer = untraced(ask);
      void answer.then(() => (until = performance.now() + ms));
    }
    return answer;
  };
}

/**
 * @param pool connections that serve nobody else, so that a busy instance is no broken one
 * @param isStopping whether the process takes no more requests
 */
export function openHealth(ctx: Ctx, pool: pg.Pool, isStopping: () => boolean, minFreeBytes = MIN_FREE_BYTES): Health {
  const { config, log } = ctx;
  const failing = new Set<CheckName>();
  const check = async (name: CheckName, test: () => Promise<boolean>): Promise<[CheckName, "ok" | "failed"]> => {
    let fault: unknown;
    const isOk = await within(PATIENCE_MS, test()).catch((error: unknown) => {
      fault = error;
      return false;
    });
    // Told when it changes, not as often as somebody asks.
    if (isOk === failing.has(name)) {
      if (isOk) log.info({ check: name }, "ready again");
      else log.error({ check: name, ...(fault !== undefined && { err: fault }) }, "not ready");
    }
    failing[isOk ? "delete" : "add"](name);
    return [name, isOk ? "ok" : "failed"];
  };
  const isAnswering = async (): Promise<boolean> => (await pool.query("select 1")).rowCount === 1;
  const hasRoom = async (): Promise<boolean> => {
    const { bavail, bsize } = await statfs(config.dataDir);
    return bavail * bsize >= minFreeBytes;
  };
  /** A bucket that is there says that it has no such file. */
  const hasBucket = async (): Promise<boolean> => (await ctx.objects.read("no-such-file")) === undefined;
  const bucket = kept(BUCKET_KEPT_MS, () => check("bucket", hasBucket));
  const look = kept(KEPT_MS, async () => {
    const all = await Promise.all([
      check("database", isAnswering),
      check("migrations", () => isMigrated(pool)),
      check("disk", hasRoom), // with a bucket too: what is on its way to it lies there
      ...(config.s3 ? [bucket()] : []),
    ]);
    return Object.fromEntries(all) as Checks;
  });
  return { look: async () => ({ running: isStopping() ? "failed" : "ok", ...(await look()) }) };
}

/** Answered however busy the instance is, and told apart in the log. */
export const isProbe = (url: string): boolean => /^\/(healthz|readyz|metrics)(\?|$)/.test(url);
