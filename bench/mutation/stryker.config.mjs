// Stryker's configuration for src/domain:
// https://stryker-mutator.io/docs/stryker-js/configuration

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  mutate: [
    "src/domain/**/*.ts",
    "!src/domain/**/*.test.ts",
    // Texts and names without a rule. A test could only repeat them.
    "!src/domain/{audit,brand,place/attribution,money/dispute,money/incident,message/notification}.ts",
  ],
  // Copied for each run: the rules, their tests, and the files these read.
  ignorePatterns: [
    "**",
    "!src/domain/**/*.ts",
    "!geo/island-regions.json",
    "!bench/mutation/vitest.config.ts",
  ],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "bench/mutation/vitest.config.ts" },
  concurrency: 2,
  timeoutMS: 30_000, // a busy machine is not an endless loop
  thresholds: { high: 99, low: 98, break: 98 },
  reporters: ["clear-text", "progress", "html", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: "bench/mutation/report/index.html" },
  jsonReporter: { fileName: "bench/mutation/report/mutation.json" },
  tempDirName: "bench/mutation/.stryker-tmp",
};
