import { configDefaults, defineConfig } from "vitest/config";

// Kept apart from vite.config.ts: the React Router plugin has no place in unit and module tests.
const isSeveral = process.env["TEST_NODES"] !== undefined;
/** What makes sense on several nodes alone. */
const several = isSeveral ? ["test/**/*.several.ts"] : [];
/** What is one process's own: its health, its figures, its sockets, and the commands of the machine that it stands on. */
const single = isSeveral ? ["test/{health,metrics,floods,backup}.test.ts", "src/server/backup/**"] : [];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts", ...several],
    exclude: [...configDefaults.exclude, ...single],
    environment: "node",
    globalSetup: ["test/postgres.ts"],
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 120_000, // what is waited for comes at once; a busy machine is no failure
    hookTimeout: 180_000,
  },
});
