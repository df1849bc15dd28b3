import { configDefaults, defineConfig } from "vitest/config";
import { LONE_MODULE_TESTS, LONG_MODULE_TESTS, NOT_ON_SEVERAL_NODES } from "./test/parts.ts";

// Kept apart from vite.config.ts: the React Router plugin has no place in unit and module tests.
const isSeveral = process.env["TEST_NODES"] !== undefined;
/** What makes sense on several nodes alone. */
const several = isSeveral ? ["test/**/*.several.ts"] : [];
const include = ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts", ...several];
const left = isSeveral ? NOT_ON_SEVERAL_NODES : process.env["TEST_PART"] === "main" ? LONG_MODULE_TESTS : [];
const exclude = [...configDefaults.exclude, ...left];
const common = {
  environment: "node",
  pool: "threads",
  maxWorkers: 2,
  testTimeout: 120_000, // what is waited for comes at once; a busy machine is no failure
  hookTimeout: 180_000,
} as const;

export default defineConfig({
  test: {
    ...common,
    globalSetup: ["test/postgres.ts"],
    projects: [
      // The server is loaded once by each worker, not by each file: a third of the time.
      { test: { ...common, name: "shared", include, exclude: [...exclude, ...LONE_MODULE_TESTS], isolate: false } },
      { test: { ...common, name: "lone", include: LONE_MODULE_TESTS, exclude } },
    ],
  },
});
