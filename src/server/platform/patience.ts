// How long a job that asks one question after the other goes on: not beyond its time, and not with somebody who gives no answer.

/** Unanswered in a row: the other side is not there, and the next run finds out whether it is again. */
const MOST_UNANSWERED = 5;

export interface Patience {
  heard(answered: boolean): void;
  isOver(): boolean;
}

export function openPatience(ms: number): Patience {
  const end = performance.now() + ms;
  let unanswered = 0;
  return {
    heard: (answered) => void (unanswered = answered ? 0 : unanswered + 1),
    isOver: () => unanswered >= MOST_UNANSWERED || performance.now() >= end,
  };
}
