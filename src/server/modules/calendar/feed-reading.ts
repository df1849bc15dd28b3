// Fetches a calendar of another site and reads the days it occupies, without using the database.
import { Worker } from "node:worker_threads";
import { mayBeUnmodified } from "../../../domain/calendar/calendar-feed.ts";
import { todayInNassau, type DateRange } from "../../../domain/calendar/dates.ts";
import { DomainError, type ErrorCode } from "../../../domain/errors.ts";
import { calendarWindow } from "../../../domain/calendar/host-calendar.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Validators } from "../../platform/http/public-fetch.ts";
import type { Reading, WorkerMessage } from "./feed-worker.ts";

const READ_MS = 5000;
const READ_MEGABYTES = 128;

/** The result of the last read. */
export interface Known extends Validators {
  readAt: Date;
}

/** `days` is null when the calendar has not changed since the last read. */
export interface FeedContent extends Validators {
  days: DateRange[] | null;
}

/** @throws DomainError one of FEED_ERROR_CODES */
export async function readFeed(
  ctx: Pick<Ctx, "clock" | "fetchPublic">,
  url: string,
  known?: Known,
): Promise<FeedContent> {
  const now = ctx.clock.now();
  const unmodified = known && mayBeUnmodified(known.readAt, now) ? known : undefined;
  const answer = await ctx.fetchPublic(url, unmodified);
  if (!answer)
    return { days: null, etag: known?.etag ?? null, lastModified: known?.lastModified ?? null };
  const { text, etag, lastModified } = answer;
  return { days: await readCalendar(text, calendarWindow(todayInNassau(now))), etag, lastModified };
}

/**
 * The days within `window` that a calendar occupies, read in a separate thread with limits on time
 * and memory.
 * @throws DomainError feed_not_calendar, feed_too_many_events, feed_too_complex
 */
export async function readCalendar(text: string, window: DateRange): Promise<DateRange[]> {
  const worker = new Worker(new URL("./feed-worker.ts", import.meta.url), {
    workerData: { text, window },
    resourceLimits: { maxOldGenerationSizeMb: READ_MEGABYTES },
  });
  let limit: NodeJS.Timeout | undefined;
  const reading = await new Promise<Reading>((resolve, reject) => {
    worker.once("error", reject).on("message", (report: WorkerMessage) => {
      if (report !== "loaded") return resolve(report);
      // The limit starts after loading, because a busy machine may load a thread slowly.
      limit = setTimeout(() => void worker.terminate(), READ_MS);
    });
    // Terminated without a result.
    worker.once("exit", () => resolve({ code: "feed_too_complex", details: {} }));
  })
    .catch((error: unknown): Reading => {
      if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      return { code: "feed_too_complex", details: {} };
    })
    .finally(() => {
      clearTimeout(limit);
      return worker.terminate();
    });
  if ("days" in reading) return reading.days;
  throw new DomainError(reading.code as ErrorCode, reading.details as never);
}
