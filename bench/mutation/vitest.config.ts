// The domain's tests, without a database and without the one that starts other processes.
import { basename } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A rule is tested by the test beside it; tests of its callers count only if there is none. */
class OwnTest extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { related = [] } = this.ctx.config; // the changed file; in the first run, all of them
    const own = files.filter(({ moduleId }) =>
      related.some((path) => basename(moduleId) === `${basename(path, ".ts")}.test.ts`),
    );
    return related.length === 1 && own.length > 0 ? own : files;
  }
}

export default defineConfig({
  test: {
    include: ["src/domain/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "src/domain/calendar/time-zones.test.ts"],
    environment: "node",
    isolate: false, // each run has its own worker, and the rules keep no state
    sequence: { sequencer: OwnTest },
  },
});
