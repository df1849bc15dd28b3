import { relative } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { playwright } from "@vitest/browser-playwright";
import { configDefaults, defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import {
  COMPONENT_TESTS,
  FIRST_MODULE_TESTS,
  ISOLATED_MODULE_TESTS,
  LONG_MODULE_TESTS,
  SEVERAL_MODULE_TESTS,
} from "./test/parts.ts";
import { browserLaunchOptions } from "./test/browser.ts";

// Separate from vite.config.ts, because unit and module tests do not use the React Router plugin.
const part = process.env["TEST_PART"];
const isSeveral = process.env["TEST_NODES"] !== undefined;
const include = isSeveral
  ? SEVERAL_MODULE_TESTS
  : ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts"];
const left = part === "main" ? LONG_MODULE_TESTS : [];
const exclude = [...configDefaults.exclude, ...left];
const limits = {
  testTimeout: 300_000, // Generous, so that a busy machine does not fail a test.
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} as const;
const common = {
  ...limits,
  environment: "node",
  pool: "threads",
  maxWorkers: 3, // One more than the two cores, because a worker sometimes waits.
} as const;

const components: TestProjectConfiguration = {
  plugins: [tailwindcss()],
  // Finds every dependency before the first test: one found later would reload the page.
  optimizeDeps: { entries: ["src/web/{app,areas,parts,ui}/**/*.tsx"] },
  test: {
    ...limits,
    name: "components",
    testTimeout: 60_000, // They do not wait for a server.
    expect: { poll: { timeout: 20_000 } },
    include: COMPONENT_TESTS,
    exclude,
    setupFiles: ["test/components/setup.ts"],
    fileParallelism: false, // In npm test, the module tests run at the same time.
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: await browserLaunchOptions(),
        contextOptions: { locale: "en-US", reducedMotion: "reduce" },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const getName = ({ moduleId }: TestSpecification): string =>
      relative(import.meta.dirname, moduleId);
    const sorted = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- no array
    const rest = sorted.filter((each) => !FIRST_MODULE_TESTS.includes(getName(each)));
    const first = FIRST_MODULE_TESTS.flatMap((name) =>
      files.filter((each) => getName(each) === name),
    );
    return [...first, ...rest];
  }
}

const modules: TestProjectConfiguration[] = [
  // Each worker loads the server once, not once per file, which takes a third of the time.
  {
    test: {
      ...common,
      name: "shared",
      include,
      exclude: [...exclude, ...ISOLATED_MODULE_TESTS, ...COMPONENT_TESTS],
      isolate: false,
    },
  },
  { test: { ...common, name: "isolated", include: ISOLATED_MODULE_TESTS, exclude } },
];

export default defineConfig({
  test: {
    ...common,
    sequence: { sequencer: LongestFirst },
    // Component tests need no database.
    globalSetup: part === "components" ? [] : ["test/postgres.ts"],
    // scripts/test.ts runs the parts; `vitest run FILE` finds a file of any project.
    projects:
      part === "components"
        ? [components]
        : [...modules, ...(part === undefined ? [components] : [])],
  },
});
