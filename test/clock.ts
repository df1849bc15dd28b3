// A clock that a test moves, shared with instances in other processes through a file of 16 bytes.
import { closeSync, openSync, readSync, writeFileSync } from "node:fs";
import { fixedClock, type Clock } from "../src/server/platform/clock.ts";

export type TestClock = ReturnType<typeof fixedClock>;

/** Writes the clock's time to its file, from now on. */
export function sharedClock(start: string, path: string): TestClock {
  const clock = fixedClock(start);
  const show = (): void =>
    writeFileSync(path, new Float64Array([clock.now().getTime(), clock.elapsed()]), { flag: "r+" });
  writeFileSync(path, "");
  show();
  return {
    ...clock,
    set: (to) => (clock.set(to), show()),
    advance: (ms) => (clock.advance(ms), show()),
  };
}

/** A clock that reads its time from the file. */
export function openSharedClock(path: string): Clock & { close(): void } {
  const file = openSync(path, "r");
  const shown = new Float64Array(2);
  const read = (index: 0 | 1): number => (readSync(file, shown, 0, 16, 0), shown[index]!);
  return { now: () => new Date(read(0)), elapsed: () => read(1), close: () => closeSync(file) };
}
