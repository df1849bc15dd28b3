// Shared by npm run fuzz, simulate and soak: runs one test file in its long form, configured by the
// environment.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Runs the file; the command exits with its code. */
export function runTest(file: string, env: Record<string, string>): void {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
