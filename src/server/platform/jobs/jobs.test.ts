// Tests that jobs survive a killed process and a system clock that is set back.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson } from "../../../../test/factories.ts";
import { runProgram } from "../../../../test/postgres.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { steadyPort } from "../../../../test/ports.ts";
import { startInstance } from "../../instance.ts";
import { inTransaction } from "../context.ts";
import { openJobs, type RunningJobs } from "./jobs.ts";

let app: TestApp;
let jobs: RunningJobs;
const done: unknown[] = [];
/** Called by the next job while it runs. */
let meanwhile = (): void => {};
beforeAll(async () => {
  app = await startTestApp();
  jobs = openJobs(app.databaseUrl, pino({ level: "silent" }));
  const handler = {
    name: "a-test",
    run: async (data: object) => (meanwhile(), void done.push(data)),
  };
  await jobs.start([handler]);
  await jobs.work([handler]);
});
beforeEach(() => void (done.length = 0));
afterAll(async () => {
  await jobs.stop(1000);
  await app.close();
});

test("hands a job to another worker after a minute without a heartbeat", async () => {
  await jobs.send(app.ctx.db, "a-test", { n: 1 }, { delaySeconds: 3600 });
  // The state after a process took the job and was killed an hour ago.
  await app.pool.query(
    "update pgboss.job set state = 'active', start_after = now(), started_on = now(), heartbeat_on = now() - interval '61 seconds' where name = 'a-test'",
  );
  const watch = new PgBoss({
    connectionString: app.databaseUrl,
    max: 1,
    supervise: false,
    schedule: false,
  });
  await watch.start();
  await watch.supervise();
  await watch.stop();
  await eventually(() => expect(done).toEqual([{ n: 1 }]));
});

test("keeps running jobs when the clock is set back by a day during one", async () => {
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

test("runs waiting jobs in the order in which they were added", async () => {
  const numbers = Array.from({ length: 12 }, (_, n) => ({ n }));
  for (const data of numbers) await jobs.send(app.ctx.db, "a-test", data, { delaySeconds: 3600 });
  await app.pool.query(
    `update pgboss.job set start_after = now(), created_on = created_on + (data ->> 'n')::int * interval '1 millisecond'
     where name = 'a-test' and state = 'created'`,
  );
  await eventually(() => expect(done).toHaveLength(numbers.length));
  expect(done).toEqual(numbers);
});

test("runs a burst of jobs without a pause between them", async () => {
  const CROWD = 30;
  await inTransaction(app.ctx, async ({ db }) => {
    for (let n = 0; n < CROWD; n++) await jobs.send(db, "a-test", { n });
  });
  // One job per poll would take a minute, two per poll half a minute.
  await vi.waitFor(() => expect(done).toHaveLength(CROWD), 15_000);
});

test("links to the site in emails that were queued before a restart", async () => {
  const before = await startTestApp();
  const { db, jobs: queues } = before.ctx;
  for (let n = 0; n < 12; n++) {
    const task = { email: (await makePerson(before)).email, purpose: "recovery" };
    await queues.send(db, "mail-link", task, { delaySeconds: 3600 });
  }
  await before.stop();
  await runProgram(
    before.databaseUrl,
    "update pgboss.job set start_after = now() where name = 'mail-link'",
  );
  const after = await startTestApp({ databaseUrl: before.databaseUrl });
  try {
    const mails = await eventually(async () => {
      const sent = await after.mails();
      expect(sent).toHaveLength(12);
      return sent;
    });
    for (const { text } of mails) expect(text).toContain(`${after.url}/auth/confirm?`);
  } finally {
    await after.close();
    await before.close();
  }
});

test("stops listening when the start fails later", async () => {
  const port = await steadyPort();
  const starting = startInstance({
    config: { ...app.ctx.config, port },
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    log: pino({ level: "silent" }),
    apiOnly: true,
    async prepare({ jobs: queues }) {
      Object.assign(queues, { work: () => Promise.reject(new Error("the database is gone")) });
    },
  });
  await expect(starting).rejects.toThrow("the database is gone");
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow("fetch failed");
});
