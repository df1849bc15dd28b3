// Time is a parameter: all code reads it from a Clock, so that tests can set it.

export interface Clock {
  now(): Date;
  /**
   * Monotonic milliseconds, unaffected by changes to the system clock. For measuring durations and
   * periods of silence.
   */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };

/**
 * A clock that moves only when `advance` is called. `set` changes the time of day but not
 * `elapsed`.
 */
export function fixedClock(
  start: string | Date,
): Clock & { set(to: string | Date): void; advance(ms: number): void } {
  let at = new Date(start);
  let elapsed = 0;
  return {
    now: () => new Date(at),
    elapsed: () => elapsed,
    set: (to) => void (at = new Date(to)),
    advance(ms) {
      at = new Date(at.getTime() + ms);
      elapsed += ms;
    },
  };
}
