// Fetches a calendar of another site and reads the days that it takes, without touching the database.
import { Worker } from "node:worker_threads";
import { mayBeUnmodified } from "../../../domain/calendar/calendar-feed.ts";
import { todayInNassau, type DateRange } from "../../../domain/calendar/dates.ts";
import { DomainError, type ErrorCode } from "../../../domain/errors.ts";
import { calendarWindow } from "../../../domain/calendar/host-calendar.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Validators } from "../../platform/http/public-fetch.ts";
import type { Reading, Report } from "./feed-worker.ts";

const READ_MS = 5000;
const READ_MEGABYTES = 128;

/** What a calendar said when it was read last. */
export interface Known extends Validators {
  readAt: Date;
}

/** days: null when it has not changed since. */
export interface News extends Validators {
  days: DateRange[] | null;
}

/** @throws DomainError one of FEED_FAULTS */
export async function readFeed(ctx: Ctx, url: string, known?: Known): Promise<News> {
  const now = ctx.clock.now();
  const unmodified = known && mayBeUnmodified(known.readAt, now) ? known : undefined;
  const answer = await ctx.fetchPublic(url, unmodified);
  if (!answer) return { days: null, etag: known?.etag ?? null, lastModified: known?.lastModified ?? null };
  const { text, etag, lastModified } = answer;
  return { days: await readCalendar(text, calendarWindow(todayInNassau(now))), etag, lastModified };
}

/**
 * The days within `window` that a calendar takes, read in a thread of its own with bounds on time and memory.
 * @throws DomainError feed_not_calendar, feed_too_many_events, feed_too_complex
 */
export async function readCalendar(text: string, window: DateRange): Promise<DateRange[]> {
  const worker = new Worker(new URL("./feed-worker.ts", import.meta.url), {
    workerData: { text, window },
    resourceLimits: { maxOldGenerationSizeMb: READ_MEGABYTES },
  });
  let limit: NodeJS.Timeout | undefined;
  const reading = await new Promise<Reading>((resolve, reject) => {
    worker.once("error", reject).on("message", (report: Report) => {
      if (report !== "loaded") return resolve(report);
      // A busy machine takes long to load a thread, which is no fault of the calendar.
      limit = setTimeout(() => void worker.terminate(), READ_MS);
    });
    worker.once("exit", () => resolve({ code: "feed_too_complex", details: {} })); // ended before it had anything to say
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
