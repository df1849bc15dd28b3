// What npm run fuzz, simulate and soak have in common: one file of tests in its long form, told by its environment.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Runs it; the command ends as it does. */
export function runTest(file: string, env: Record<string, string>): void {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
