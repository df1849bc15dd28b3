// Names the unit and module tests that passed only in their second try (vitest.config.ts), as npm test names those of the browser.
import { relative } from "node:path";
import type { Reporter, TestCase } from "vitest/node";

export default class FlakyReporter implements Reporter {
  readonly #named: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    this.#named.push(`FLAKY ${relative(".", test.module.moduleId)}: ${test.fullName}\n  ${error?.message ?? ""}`);
  }

  onTestRunEnd(): void {
    for (const line of this.#named) console.log(`\n${line}`);
  }
}
