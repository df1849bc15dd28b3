// Generates and compares load: requests by autocannon, bare work by one worker per connection,
// alternately.
import { setTimeout as sleep } from "node:timers/promises";
import autocannon, { type Options } from "autocannon";

/**
 * Sends load to a server.
 * @returns responses per second
 * @throws if any response is not a success
 */
export async function drive(options: Options): Promise<number> {
  const begun = performance.now();
  let last = begun;
  let responses = 0;
  const run = autocannon(options);
  run.on("response", () => {
    responses++;
    last = performance.now();
  });
  const result = await run;
  if (result.non2xx > 0 || result.errors > 0 || responses === 0)
    throw new Error(
      `${options.url}: ${responses} answers, ${result.non2xx} refused, ${result.errors} connections failed`,
    );
  return (responses / (last - begun)) * 1000;
}

/**
 * Repeats `work` with `workers` in parallel until the seconds or the amount are over.
 * @returns runs per second
 */
export async function repeat(
  work: (round: number) => Promise<void>,
  {
    workers,
    seconds = Infinity,
    amount = Infinity,
  }: { workers: number; seconds?: number; amount?: number },
): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let round = 0;
  const worker = async (): Promise<void> => {
    while (round < amount && performance.now() < until) await work(round++);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return (round / (performance.now() - begun)) * 1000;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The value that `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export interface LoadComparison {
  /** The median of the pairs' ratios. */
  ratio: number;
  ours: number;
  bare: number;
}

/**
 * Measures ours and the bare version alternately, so that other load on the machine affects both.
 * Both return a rate.
 */
export async function compare(
  ours: () => Promise<number>,
  bare: () => Promise<number>,
  pairs = 3,
): Promise<LoadComparison> {
  const rates: { ours: number; bare: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = await ours();
    await sleep(200);
    rates.push({ ours: first, bare: await bare() });
    await sleep(200);
  }
  return {
    ratio: median(rates.map((rate) => rate.ours / rate.bare)),
    ours: median(rates.map((rate) => rate.ours)),
    bare: median(rates.map((rate) => rate.bare)),
  };
}
