// Runs work once for several callers that want it at the same time.
import { within } from "../http/deadline.ts";

/**
 * A run whose remote side never answers blocks later callers only this long, not until the broken
 * connection is noticed.
 */
const LONGEST_MS = 10_000;

interface Turn {
  done: Promise<void>;
  next?: Promise<void>;
}

const turns = new WeakMap<object, Map<string, Turn>>();

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
  const keyed = turns.get(owner) ?? new Map<string, Turn>();
  turns.set(owner, keyed);
  const turn = keyed.get(key);
  if (!turn) return begin(keyed, key, work);
  const ended = (): Promise<void> => within(longestMs, turn.done).catch(() => {});
  return (turn.next ??= ended().then(() => begin(keyed, key, work)));
}

function begin(keyed: Map<string, Turn>, key: string, work: () => Promise<void>): Promise<void> {
  const turn: Turn = { done: (async () => work())() };
  keyed.set(key, turn);
  const end = (): void => {
    if (!turn.next) keyed.delete(key);
  };
  void turn.done.then(end, end);
  return turn.done;
}
