// When an imported calendar is fetched again, and the names of its states.
import type { ErrorCode } from "../errors.ts";

/** How often a working calendar is fetched. */
export const FEED_MINUTES = 30;
/** The longest wait between two tries of a failing calendar. */
const MAX_RETRY_MINUTES = 24 * 60;
/** A calendar that has failed for this long counts as failing rather than stale. */
const FAILING_AFTER_HOURS = 24;
/**
 * After this many days the full text is fetched even if unmodified, so that recurring events keep
 * reaching two years ahead.
 */
const FULL_READ_DAYS = 7;

export const MAX_FEEDS = 10;
/** In characters. */
export const MAX_FEED_NAME_LENGTH = 60;
export const MAX_FEED_URL_LENGTH = 2000;
/**
 * How many calendars of one host are fetched per minute, one after the other, so that slow ones do
 * not delay other hosts'.
 */
export const FEEDS_PER_MINUTE = 8;
export const MAX_FEED_EVENTS = 5000;

/** Why a calendar cannot be imported. Hosts see the texts in problem-sentences.ts. */
export const FEED_ERROR_CODES = [
  "feed_url_invalid",
  "feed_address_refused",
  "feed_unreachable",
  "feed_too_slow",
  "feed_too_many_redirects",
  "feed_answer_refused",
  "feed_too_large",
  "feed_not_calendar",
  "feed_too_many_events",
  "feed_too_complex",
] as const satisfies ErrorCode[];
/**
 * The reason stored with a calendar that failed to import: one of the above, or an internal error.
 */
export const FEED_FAILURES = [...FEED_ERROR_CODES, "internal"] as const;
export type FeedFailure = (typeof FEED_FAILURES)[number];

/**
 * ok: the last try succeeded; stale: tries have failed for less than a day; failing: for longer.
 * The last good import applies in all states.
 */
export const FEED_STATES = ["ok", "stale", "failing"] as const;
export type FeedState = (typeof FEED_STATES)[number];

const MINUTE_MS = 60_000;

export function feedState(failingSince: Date | null, now: Date): FeedState {
  if (failingSince === null) return "ok";
  return now.getTime() - failingSince.getTime() < FAILING_AFTER_HOURS * 60 * MINUTE_MS
    ? "stale"
    : "failing";
}

/**
 * The next try after this many consecutive failures: every half hour at first, then twice as long
 * after each, up to a day.
 */
export function nextFetchAt(now: Date, failures: number): Date {
  const minutes = Math.min(FEED_MINUTES * 2 ** Math.max(0, failures - 1), MAX_RETRY_MINUTES);
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** Whether a "not modified" response is sufficient. */
export const mayBeUnmodified = (readAt: Date, now: Date): boolean =>
  now.getTime() - readAt.getTime() < FULL_READ_DAYS * 24 * 60 * MINUTE_MS;
