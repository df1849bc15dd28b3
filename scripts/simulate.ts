// npm run simulate [-- BOOKINGS [SEED]]: a year of bookings, refunds, disputes and payouts with faults at random points (test/simulation.ts).
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const [bookings = "10000", seed] = process.argv.slice(2);
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "test/simulation.test.ts"], {
  cwd: join(import.meta.dirname, ".."),
  env: { ...process.env, SIMULATED_BOOKINGS: bookings, ...(seed ? { SIMULATION_SEED: seed } : {}) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
