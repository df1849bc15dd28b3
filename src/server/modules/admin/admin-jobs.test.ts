// Failed jobs on the admin pages: counted, listed without their payload, retried, and audited.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readPages } from "../../../../test/api-responses.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { openJobs } from "../../platform/jobs/jobs.ts";
import { queueMail } from "../../platform/mail/mail.ts";

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  admin = await makePerson(app, { roles: ["renter", "admin"], firstName: "Andre" });
});
beforeEach(() => app.pool.query("delete from pgboss.job where name = 'failed-jobs'"));
afterAll(() => app.close());

const get = async <const P extends string>(path: P) =>
  (await app.call("GET", `/api/admin/jobs${path}`, { as: admin.token })).body;
const post = <const P extends string>(path: P, body?: object) =>
  app.call("POST", `/api/admin/jobs${path}`, { as: admin.token, ...(body && { body }) });
const readFailed = async (queue: string) => (await get(`/failed?queue=${queue}`)).jobs;
/** Makes the mailbox refuse every email, or accept them again. */
const mailboxFails = (fails: boolean) =>
  app.pool.query(
    fails
      ? "alter table dev_mails add constraint no_mail_today check (recipient = '') not valid"
      : "alter table dev_mails drop constraint no_mail_today",
  );
const message = (to: string) => ({
  to,
  subject: "Your booking, Tamika",
  text: "The key is under the mat.",
  html: "",
});
/** Queues an email that gets only one attempt. */
const failing = (to: string) =>
  app.ctx.jobs.send(app.ctx.db, "mail", message(to), { retryLimit: 0 });

test("counts and lists a failed job with its error but without its payload", async () => {
  await mailboxFails(true);
  await failing("tamika.rolle@example.test");
  await eventually(async () => expect(await readFailed("mail")).toHaveLength(1));
  const [job] = await readFailed("mail");
  expect(job).toEqual({
    id: expect.any(String),
    queue: "mail",
    job_id: expect.any(String),
    sent_at: expect.any(String),
    failed_at: expect.any(String),
    tries: 1,
    error:
      'error 23514: new row for relation "dev_mails" violates check constraint "no_mail_today"',
  });
  const { queues } = await get("");
  expect(queues.find(({ name }) => name === "mail")).toMatchObject({
    failed: 1,
    waiting: 0,
    active: 0,
  });
  expect(queues.map(({ name }) => name)).not.toContain("failed-jobs");

  // A retry fails again while the error lasts. The mailbox accepts it once that is fixed.
  expect((await post(`/failed/${job?.id}/retry`)).body).toEqual({ retried: 1 });
  expect(await readFailed("mail")).toEqual([]);
  expect((await post(`/failed/${job?.id}/retry`)).body).toMatchObject({ code: "PGRST116" });
  await mailboxFails(false);
  await eventually(async () =>
    expect(await app.mails("tamika.rolle@example.test")).toHaveLength(1),
  );
  const { events } = (
    await app.call("GET", `/api/admin/audit?about=${job?.job_id}`, { as: admin.token })
  ).body;
  expect(events).toMatchObject([
    {
      action: "job.retry",
      subject: "mail",
      actor: { id: admin.id },
      after: { queue: "mail" },
      subject_type: "job",
    },
  ]);
});

test("retries all failed jobs of one queue and none of another", async () => {
  await mailboxFails(true);
  for (const n of [1, 2, 3]) await failing(`all-${n}@example.test`);
  await app.ctx.jobs.send(
    app.ctx.db,
    "settle-booking",
    { bookingId: "not an id" },
    { retryLimit: 0 },
  );
  await eventually(async () => expect((await get("/failed")).jobs).toHaveLength(4));
  await mailboxFails(false);
  expect((await post("/retry", { queue: "mail" })).body).toEqual({ retried: 3 });
  await eventually(async () => expect(await app.mails("all-3@example.test")).toHaveLength(1));
  expect((await get("/failed")).jobs).toHaveLength(1);
  const [other] = await readFailed("settle-booking");
  expect(other?.error).not.toContain("not an id");
  expect((await post("/retry", { queue: "mail" })).body).toEqual({ retried: 0 });
  const { events } = (
    await app.call("GET", `/api/admin/audit?about=${admin.id}`, { as: admin.token })
  ).body;
  expect(events.filter(({ action }) => action === "job.retry_all")).toMatchObject([
    { after: { queue: "mail", jobs: 3 } },
  ]);
});

test("gives a retried job all the attempts of its queue", async () => {
  await mailboxFails(true);
  await failing("patient@example.test");
  await eventually(async () => expect(await readFailed("mail")).toHaveLength(1));
  await post("/retry", { queue: "mail" });
  await mailboxFails(false);
  const { rows } = await app.pool.query(
    "select retry_limit from pgboss.job where data->>'to' = 'patient@example.test' and name = 'mail' order by created_on desc limit 1",
  );
  expect(rows).toEqual([{ retry_limit: 15 }]);
});

test("updates an existing queue's settings at start, and counts waiting and scheduled jobs separately", async () => {
  await app.pool.query(
    "update pgboss.queue set retry_limit = 2, dead_letter = null where name = 'mail'",
  );
  const again = openJobs(app.databaseUrl, app.ctx.log);
  await again.start([{ name: "mail", retryLimit: 15, run: async () => {} }]);
  await again.stop(1000);
  const { rows } = await app.pool.query(
    "select retry_limit, dead_letter from pgboss.queue where name = 'mail'",
  );
  expect(rows).toEqual([{ retry_limit: 15, dead_letter: "failed-jobs" }]);
  await app.ctx.jobs.send(app.ctx.db, "mail", message("later@example.test"), {
    delaySeconds: 3600,
  });
  await eventually(async () => {
    const { queues } = await get("");
    expect(queues.find(({ name }) => name === "mail")).toMatchObject({
      scheduled: 1,
      oldest_at: null,
    });
  });
  await queueMail(app.ctx, message("now@example.test"));
  await eventually(async () => expect(await app.mails("now@example.test")).toHaveLength(1));
});

test("pages through failed jobs and refuses another list's cursor", async () => {
  await app.pool.query(
    `insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
     select 'failed-jobs', '{}', 'reconcile', gen_random_uuid(), now(), 4, '{"value": {"message": "job timed out"}}' from generate_series(1, 60)`,
  );
  const pages = await readPages((cursor) => get(`/failed?queue=reconcile${cursor}`));
  for (const page of pages)
    expect(page.jobs[0]).toMatchObject({ error: "job timed out", tries: 5 });
  const seen = new Set(pages.flatMap(({ jobs }) => jobs.map(({ id }) => id)));
  expect(seen.size).toBe(60);
  const other = Buffer.from('["x"]').toString("base64url");
  expect(
    (await app.call("GET", `/api/admin/jobs/failed?cursor=${other}`, { as: admin.token })).status,
  ).toBe(400);
});
