// Runs work once for several callers that want it at the same time.
import { within } from "../http/deadline.ts";

/**
 * A run whose remote side never answers blocks later callers only this long, not until the broken
 * connection is noticed.
 */
const LONGEST_MS = 10_000;

interface Run {
  done: Promise<void>;
  next?: Promise<void>;
}

const runs = new WeakMap<object, Map<string, Run>>();

/**
 * Runs `work` at most once at a time per key of an owner. A caller that arrives during a run cannot
 * rely on that run having seen its change, so it waits (up to `longestMs`) and shares the next run
 * with everyone else who is waiting.
 * @throws what the caller's run throws
 */
export function singleFlight(
  owner: object,
  key: string,
  work: () => Promise<void>,
  longestMs = LONGEST_MS,
): Promise<void> {
  const keyed = runs.get(owner) ?? new Map<string, Run>();
  runs.set(owner, keyed);
  const run = keyed.get(key);
  if (!run) return begin(keyed, key, work);
  const ended = (): Promise<void> => within(longestMs, run.done).catch(() => {});
  return (run.next ??= ended().then(() => begin(keyed, key, work)));
}

function begin(keyed: Map<string, Run>, key: string, work: () => Promise<void>): Promise<void> {
  const run: Run = { done: (async () => work())() };
  keyed.set(key, run);
  const end = (): void => {
    if (!run.next) keyed.delete(key);
  };
  void run.done.then(end, end);
  return run.done;
}
