// Jobs go on where a process dies, and where the clock of its machine is put back.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { eventually } from "../../../test/eventually.ts";
import { startTestApp, type TestApp } from "../../../test/harness.ts";
import { inTransaction } from "./context.ts";
import { openJobs, type RunningJobs } from "./jobs.ts";

let app: TestApp;
let jobs: RunningJobs;
const done: unknown[] = [];
/** Called by the next job while it runs. */
let meanwhile = (): void => {};
beforeAll(async () => {
  app = await startTestApp();
  jobs = openJobs(app.databaseUrl, pino({ level: "silent" }));
  await jobs.start([{ name: "a-test", run: async (data: object) => (meanwhile(), void done.push(data)) }]);
});
beforeEach(() => void (done.length = 0));
afterAll(async () => {
  await jobs.stop(1000);
  await app.close();
});

test("it is taken back once its heart has not beaten for a minute, and done by another", async () => {
  await jobs.send(app.ctx.db, "a-test", { n: 1 }, { delaySeconds: 3600 });
  // As a process leaves it that took it and was killed an hour ago.
  await app.pool.query(
    "update pgboss.job set state = 'active', start_after = now(), started_on = now(), heartbeat_on = now() - interval '61 seconds' where name = 'a-test'",
  );
  const watch = new PgBoss({ connectionString: app.databaseUrl, max: 1, supervise: false, schedule: false });
  await watch.start();
  await watch.supervise();
  await watch.stop();
  await eventually(() => expect(done).toEqual([{ n: 1 }]));
});

test("a clock that is put back by a day while a job runs keeps no other waiting", async () => {
  const { now } = Date;
  meanwhile = () => void vi.spyOn(Date, "now").mockImplementation(() => now() - 86_400_000);
  try {
    for (const n of [1, 2]) {
      await jobs.send(app.ctx.db, "a-test", { n });
      await eventually(() => expect(done).toHaveLength(n));
    }
  } finally {
    vi.restoreAllMocks();
  }
});

test("a crowd of them is done without a pause between", async () => {
  const CROWD = 30;
  await inTransaction(app.ctx, async ({ db }) => {
    for (let n = 0; n < CROWD; n++) await jobs.send(db, "a-test", { n });
  });
  // With one at each look it would take a minute, with two half of it.
  await vi.waitFor(() => expect(done).toHaveLength(CROWD), 15_000);
});
