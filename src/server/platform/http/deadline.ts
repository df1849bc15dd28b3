// How long something is waited for: a job that asks one question after the other goes on not beyond its time, and not with somebody who
// gives no answer.
import { setTimeout as delay } from "node:timers/promises";

/** Unanswered in a row: the other side is not there, and the next run finds out whether it is again. */
const MOST_UNANSWERED = 5;

export interface Patience {
  heard(answered: boolean): void;
  isOver(): boolean;
}

/** What `work` gives. @throws where it takes longer; it is not broken off, its end is not waited for */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = delay(ms, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no answer in ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}

export function openPatience(ms: number): Patience {
  const end = performance.now() + ms;
  let unanswered = 0;
  return {
    heard: (answered) => void (unanswered = answered ? 0 : unanswered + 1),
    isOver: () => unanswered >= MOST_UNANSWERED || performance.now() >= end,
  };
}
