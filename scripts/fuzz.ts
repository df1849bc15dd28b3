// npm run fuzz [-- REQUESTS [SEED]]: requests at random from the description of the API, and what is slow among them (test/fuzz.ts).
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const [requests = "100000", seed] = process.argv.slice(2);
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "test/fuzz.test.ts"], {
  cwd: join(import.meta.dirname, ".."),
  env: { ...process.env, FUZZ_REQUESTS: requests, ...(seed ? { FUZZ_SEED: seed } : {}) },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
