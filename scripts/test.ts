// `npm test`: unit and module tests (vitest), at the same time the static checks and then the
// component tests (vitest), at last browser tests (Playwright) on the production build. Its last
// line is `N passed, N failed`, after the names of the failures. A browser test that fails is
// retried once. `--more` (npm run test:more) runs the remaining tests. `--several` (npm run
// test:several) runs those of several nodes: three behind a proxy, with a database replica and
// photos in S3. `--browsers` (npm run test:browsers) runs those in other browser engines.
// test/parts.ts lists the tests of each part.
import { spawn } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ENGINES } from "../e2e/engines/engines.ts";
import {
  ENGINE_TESTS,
  LONG_MODULE_TESTS,
  MAIN_BROWSER_TESTS,
  SEVERAL_BROWSER_TESTS,
} from "../test/parts.ts";
import { makeMemoryFolder } from "./memory-folder.ts";
import { runStaticChecks } from "./static-checks.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The name of each failed or flaky test, and the beginning of its error. */
  named?: string[];
}

/** The parts of vitest's JSON report that are used here. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

/**
 * The parts of Playwright's JSON report that are used here; `errors` are those outside any test.
 */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = join(root, "test-results");
/** A runner that hangs is killed and counts as failed. */
const RUNNER_LIMIT_MS = 42 * 60_000;

const nameTest = (file: string, title: string, error = "", outcome = "FAILED"): string =>
  `${outcome} ${relative(root, file)}: ${title}\n  ${stripVTControlCharacters(error).slice(0, 600).replaceAll("\n", "\n  ")}`;

/** The counts of a vitest run; a file that could not be loaded is one failure. */
function countVitest(report: VitestReport): Counts {
  const broken = report.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((each) => each.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    named: [
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ fullName, failureMessages }) => nameTest(name, fullName, failureMessages?.[0])),
      ),
      ...broken.map(({ name, message }) => nameTest(name, "the file itself", message)),
    ],
  };
}

/** The counts of a Playwright run. A test that passes on its retry counts as passed, but is named
 *  as flaky, so that its race gets fixed. */
function countPlaywright({ stats, errors, suites }: PlaywrightReport): Counts {
  const specs = (all: PlaywrightSuite[]): PlaywrightSuite["specs"] =>
    all.flatMap((suite) => [...suite.specs, ...specs(suite.suites ?? [])]);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    named: [
      ...specs(suites).flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status === "unexpected" || status === "flaky")
          .map(({ status, results }) =>
            nameTest(
              join(root, "e2e", file),
              title,
              results[0]?.error?.message,
              status === "flaky" ? "FLAKY" : "FAILED",
            ),
          ),
      ),
      ...errors.map(({ message }) => nameTest(join(root, "e2e"), "outside of any test", message)),
    ],
  };
}

/**
 * Runs a test runner, passes its output on and counts the results in its report. A run that fails
 * without a reason is one failure.
 */
async function runTests<Report>(
  name: string,
  args: string[],
  env: Record<string, string>,
  report: string,
  count: (report: Report) => Counts,
): Promise<Counts> {
  console.log(`\n${name} tests`);
  const child = spawn(args[0] ?? "", args.slice(1), {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
    timeout: RUNNER_LIMIT_MS,
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", resolve);
  });
  const counts = read<Report>(report, count) ?? { passed: 0, failed: 0, skipped: 0 };
  if (counts.failed === 0 && (code !== 0 || counts.passed + counts.skipped === 0)) {
    console.log(
      `FAILED ${name} tests: ${code === null ? "ended by a signal or the time limit" : `exit code ${code}`}`,
    );
    counts.failed = 1;
  }
  return counts;
}

function read<Report>(path: string, count: (report: Report) => Counts): Counts | undefined {
  try {
    return count(JSON.parse(readFileSync(path, "utf8")) as Report);
  } catch {
    return undefined; // the runner crashed before it wrote the report
  }
}

const part =
  (["more", "several", "browsers"] as const).find((each) => process.argv.includes(`--${each}`)) ??
  "main";
const memory = makeMemoryFolder();
const env: Record<string, string> = {
  TEST_PART: part,
  ...(memory !== undefined && { TMPDIR: memory }),
  ...(part === "several" && { TEST_NODES: "3" }),
};
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const results: Counts[] = [];
if (part === "browsers") {
  for (const { name, packages, isInstalled } of ENGINES)
    if (!isInstalled()) console.log(`${name}: not installed: skipped (Debian: ${packages})`);
} else {
  const runVitest = (
    name: string,
    vitestPart: typeof part | "components",
    files: readonly string[] = [],
  ): Promise<Counts> => {
    const report = join(reports, `vitest-${vitestPart}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const args = ["vitest", "run", ...reporters, ...files];
    return runTests(name, args, { ...env, TEST_PART: vitestPart }, report, countVitest);
  };
  const runRest = async (): Promise<Counts[]> => [
    { ...(await runStaticChecks()), skipped: 0 },
    await runVitest("Component", "components"),
  ];
  // The module tests often wait, so the rest runs at the same time.
  const [modules, rest] = await Promise.all([
    runVitest("Unit and module", part, part === "more" ? LONG_MODULE_TESTS : []),
    part === "main" ? runRest() : [],
  ]);
  results.push(...rest, modules);
}

const browserTests: Record<typeof part, readonly string[]> = {
  main: MAIN_BROWSER_TESTS,
  more: globSync("e2e/*.spec.ts", { cwd: root }).filter(
    (file) => !MAIN_BROWSER_TESTS.includes(file),
  ),
  several: SEVERAL_BROWSER_TESTS,
  browsers: ENGINE_TESTS,
};
const playwrightReport = join(reports, "playwright.json");
const playwright = [
  "playwright",
  "test",
  "--reporter=dot,json",
  "--retries=1",
  ...browserTests[part],
];
if (part === "browsers") playwright.push("--workers=1"); // One program is enough for so few tests.
const playwrightEnv = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
results.push(
  await runTests("Browser", playwright, playwrightEnv, playwrightReport, countPlaywright),
);

const sum = (key: "passed" | "failed" | "skipped"): number =>
  results.reduce((total, each) => total + each[key], 0);
for (const line of results.flatMap(({ named = [] }) => named)) console.log(`\n${line}`);
if (sum("skipped") > 0) console.log(`\n${sum("skipped")} skipped`);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") > 0 ? 1 : 0;
