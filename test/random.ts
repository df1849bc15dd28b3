// Pseudo-randomness from a seed: the same seed gives the same draws.

/** Numbers from 0 to 1 (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Random {
  /** From 0 to 1, excluding 1. */
  random(): number;
  pick<T>(some: readonly T[]): T;
  /** A whole number, including both ends. */
  between(from: number, to: number): number;
}

export function seededRandom(seed: number): Random {
  const next = makeRandom(seed);
  return {
    random: next,
    pick: (some) => some[Math.floor(next() * some.length)]!,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
  };
}
