// When another calendar is asked again, and how its state is called.
import type { ErrorCode } from "../errors.ts";

/** A calendar is read so often while it answers. */
export const FEED_MINUTES = 30;
/** The longest wait between two tries of one that fails. */
const MAX_PATIENCE_MINUTES = 24 * 60;
/** One that has failed for so long is no passing trouble. */
const FAILING_AFTER_HOURS = 24;
/** The text is asked for whether it has changed or not after so long, so that recurring events keep reaching two years ahead. */
const FULL_READ_DAYS = 7;

export const MAX_FEEDS = 10;
/** So many of one host's calendars are read in a minute, one after the other: slow ones keep nobody else's waiting. */
export const FEEDS_PER_MINUTE = 8;
export const MAX_FEED_EVENTS = 5000;

/** Why a calendar can't be read, told to its host in the words of problem-sentences.ts. */
export const FEED_FAULTS = [
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
/** What is kept with a calendar that could not be taken over: why it can't be read, or a fault of ours. */
export const FEED_TROUBLES = [...FEED_FAULTS, "internal"] as const;
export type FeedTrouble = (typeof FEED_TROUBLES)[number];

/** ok: the last try was good; stale: tries fail, for less than a day; failing: for longer. In all of them the last good days hold. */
export const FEED_STATES = ["ok", "stale", "failing"] as const;
export type FeedState = (typeof FEED_STATES)[number];

const MINUTE_MS = 60_000;

export function feedState(failingSince: Date | null, now: Date): FeedState {
  if (failingSince === null) return "ok";
  return now.getTime() - failingSince.getTime() < FAILING_AFTER_HOURS * 60 * MINUTE_MS ? "stale" : "failing";
}

/** The next try after so many failures in a row: every half hour, then twice as long after each, up to a day. */
export function nextFetchAt(now: Date, failures: number): Date {
  const minutes = Math.min(FEED_MINUTES * 2 ** Math.max(0, failures - 1), MAX_PATIENCE_MINUTES);
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** Whether an answer of "not modified" will do. */
export const mayBeUnmodified = (readAt: Date, now: Date): boolean =>
  now.getTime() - readAt.getTime() < FULL_READ_DAYS * 24 * 60 * MINUTE_MS;
