import { defineConfig } from "vitest/config";

// Kept apart from vite.config.ts: the React Router plugin has no place in unit and module tests.
/** What makes sense on several nodes alone. */
const several = process.env["TEST_NODES"] ? ["test/**/*.several.ts"] : [];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts", ...several],
    environment: "node",
    globalSetup: ["test/postgres.ts"],
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 120_000, // what is waited for comes at once; a busy machine is no failure
    hookTimeout: 180_000,
  },
});
