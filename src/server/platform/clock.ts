// Time is a parameter: everything that asks for the time asks a Clock, so tests can set it.

export interface Clock {
  now(): Date;
  /** Milliseconds that go on by themselves, also where somebody sets the machine's clock: for how long something takes, or is silent. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };

/** A clock that stands still until time advances; setting it lets no time go by. */
export function fixedClock(start: string | Date): Clock & { set(to: string | Date): void; advance(ms: number): void } {
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
