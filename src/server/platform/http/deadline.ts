// Deadlines for a single call, and for a job that makes many calls to the same remote side.
import { setTimeout as delay } from "node:timers/promises";

/** Unanswered calls in a row before the remote side counts as down. The next run tries again. */
const MOST_UNANSWERED = 5;

export interface Deadline {
  recordAnswer(answered: boolean): void;
  isOver(): boolean;
}

/**
 * The result of `work`.
 * @throws when it takes longer than `ms`. `work` is not cancelled, only no longer awaited.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = delay(ms, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no response within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}

export function startDeadline(ms: number): Deadline {
  const end = performance.now() + ms;
  let unanswered = 0;
  return {
    recordAnswer: (answered) => void (unanswered = answered ? 0 : unanswered + 1),
    isOver: () => unanswered >= MOST_UNANSWERED || performance.now() >= end,
  };
}
