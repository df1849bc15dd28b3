// Work that several want done at the same time, where once is enough for all of them.
import { within } from "../http/deadline.ts";

/** Work whose other side gives no answer holds up those who come after it so long, not for as long as the line takes to be found broken. */
const LONGEST_MS = 10_000;

interface Turn {
  done: Promise<void>;
  next?: Promise<void>;
}

const turns = new WeakMap<object, Map<string, Turn>>();

/**
 * Does `work`, one at a time for each key of an owner. Who comes while it is under way can't know whether it has seen what they come for: they
 * wait for its end, `longestMs` at most, and share one turn after it with all who wait.
 * @throws what their turn throws
 */
export function inSharedTurn(
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
