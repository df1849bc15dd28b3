// npm run soak [-- --minutes N --seed S]: bookings and payments on a machine on which everything goes wrong (test/soak/soak.ts).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const MOST_MINUTES = 20;
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
  console.error(`Usage: npm run soak -- [--minutes N] [--seed S], with ${MOST_MINUTES} minutes at most`);
  process.exit(1);
}
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "test/soak/soak.test.ts"], {
  cwd: join(import.meta.dirname, ".."),
  env: { ...process.env, SOAK_MINUTES: String(minutes), ...(values.seed ? { SOAK_SEED: values.seed } : {}) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
