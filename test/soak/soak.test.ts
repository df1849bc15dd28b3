// A minute on a machine where everything fails once. "npm run soak" runs ten minutes, or the number
// given.
import { afterAll, expect, test } from "vitest";
import { endLeftovers } from "../process.ts";
import { soak } from "./soak.ts";

const MINUTES = process.env["SOAK_MINUTES"];
/** Fixed in npm test, as far as a seed decides. */
const SEED = Number(
  process.env["SOAK_SEED"] ?? (MINUTES ? Math.floor(Math.random() * 1e9) : 20261122),
);

afterAll(() => endLeftovers());

test(`keeps everything that was acknowledged, seed ${SEED}`, { timeout: 3_600_000 }, async () => {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const seconds = MINUTES === undefined ? 0 : Number(MINUTES) * 60;
  const { broken, summary } = await soak({
    seconds,
    seed: SEED,
    ...(MINUTES === undefined ? {} : { say }),
  });
  if (MINUTES !== undefined) say(JSON.stringify(summary, undefined, 2));
  expect(broken).toEqual([]);
});
