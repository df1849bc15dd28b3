// Two admins work on the same payouts: an action based on an outdated page pays nobody twice.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getFirst, assertDefined } from "../../../../test/api-responses.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, signInAgain, type Person } from "../../../../test/factories.ts";
import { mailsTo } from "../../../../test/people.ts";
import {
  A_WEEK_LATER,
  MONDAY,
  SHARE,
  startPayouts,
  type Payouts,
} from "../../../../test/payouts.ts";

let t: Payouts;
let other: Person;
/** The path of the batch; `id` is its only payout. */
let batchPath: string;
let id: string;
beforeEach(async () => {
  t = await startPayouts();
  other = await t.newAdmin("Nadia");
  await t.saveBankDetails(t.host);
  await t.rent();
  await t.payOutOn(MONDAY);
  await signInAgain(t.app, other);
  const batch = getFirst(await t.batches());
  batchPath = `/api/admin/payout-batches/${batch.id}`;
  ({ id } = getFirst(await t.listPayouts()));
});
afterEach(() => t.app.close());

/** Runs calls that all wait for the same row before any of them locks it. @returns their answers */
async function atOnce<T>(
  table: "payouts" | "payout_batches",
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { db } = t.app.ctx;
  const answers = await db.transaction().execute(async (tx) => {
    await tx.selectFrom(table).select("id").forUpdate().execute();
    const responses = calls.map((call) => call());
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      );
      expect(rows).toHaveLength(calls.length);
    });
    return responses;
  });
  return Promise.all(answers);
}

const changed = (state: string) => ({
  status: 409,
  body: { code: "payout_changed", details: { state } },
});

test("an admin with an outdated page cannot mark a paid payout as failed: its lines stay paid until the bank sends it back", async () => {
  await t.post(`${batchPath}/paid`, { bank_reference: "RBC 1" });
  expect(await t.markFailed(id, "It did not go through.", { as: other })).toMatchObject(
    changed("paid"),
  );
  expect((await t.listPayouts())[0]).toMatchObject({ state: "paid", failure_reason: null });
  expect([await t.held("payouts"), await t.held("bank")]).toEqual([0, -SHARE]);
  await t.payOutOn(A_WEEK_LATER);
  expect(await t.listPayouts()).toHaveLength(1);
  const mails = await mailsTo(t.app, t.host.email, 3);
  expect(mails.filter((mail) => mail.subject.includes("didn't go through"))).toEqual([]);

  expect((await t.markFailed(id, "Sent back.", { seen: "paid", as: other })).body).toMatchObject({
    state: "failed",
  });
  expect(await t.upcoming()).toMatchObject({ balance_cents: SHARE });
  await t.expectWhole();
});

test("an admin with an outdated page cannot mark a failed payout as paid, or as failed again", async () => {
  await t.markFailed(id, "No such account.", { as: other });
  expect(await t.markPaid(id, "RBC 1")).toMatchObject(changed("failed"));
  expect(await t.markFailed(id, "Closed.")).toMatchObject(changed("failed"));
  expect(await t.markFailed(id, "Sent back.", { seen: "paid" })).toMatchObject(changed("failed"));
  expect((await t.listPayouts())[0]).toMatchObject({
    bank_reference: null,
    failure_reason: "No such account.",
  });
});

test("only a paid payout can come back from the bank", async () => {
  expect(await t.markFailed(id, "Sent back.", { seen: "paid" })).toMatchObject(changed("pending"));
  expect((await t.listPayouts())[0]).toMatchObject({ state: "pending" });
});

test("of two admins who mark the same payout differently at the same moment, one is refused with its current state", async () => {
  const answers = await atOnce("payouts", [
    () => t.markPaid(id, "RBC 1"),
    () => t.markFailed(id, "Closed.", { as: other }),
  ]);
  const [made, refused] = answers.toSorted((one, two) => one.status - two.status);
  expect(made?.status).toBe(200);
  expect(refused).toMatchObject(changed(assertDefined(made?.body.state)));
  expect((await t.listPayouts())[0]).toMatchObject({ state: made?.body.state });
});

const take = (as: Person, seen?: string) =>
  t.app.call("GET", `${batchPath}/bank-batch.csv${seen ? `?exported_at=${seen}` : ""}`, {
    as: as.token,
  });

const APPROVALS = "/api/admin/approvals";
const ask = async (as: Person) =>
  (await t.post(APPROVALS, { action: "bank_file", subject_id: batchPath.split("/").at(-1) }, as))
    .body;
const decide = (approval: { id: string }, by: Person, reason?: string) =>
  t.post(
    `${APPROVALS}/${approval.id}/decision`,
    reason ? { decision: "declined", reason } : { decision: "confirmed" },
    by,
  );
const confirmedFor = async (as: Person, by: Person) =>
  expect((await decide(await ask(as), by)).status).toBe(200);
const required = { status: 409, body: { code: "approval_required" } };

test("each download of the bank file takes a second admin's confirmation", async () => {
  const support = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "support" });
  expect(await take(t.admin)).toMatchObject(required);
  const asked = await ask(t.admin);
  expect(asked).toMatchObject({ state: "waiting", is_own: true, may_confirm: false });
  expect((await ask(t.admin)).id).toBe(asked.id);
  const listed = async (as: Person) => (await t.get(APPROVALS, as)).approvals;
  expect(await listed(other)).toMatchObject([
    { id: asked.id, requested_by: "Andre Rolle", period_end: "2026-12-13", may_confirm: true },
  ]);
  expect(await listed(support)).toEqual([]);
  const texts = (await mailsTo(t.app, other.email, 2)).map(({ text }) => text).join();
  expect(texts).toContain("wants to download the bank file");
  expect(await decide(asked, t.admin)).toMatchObject({ body: { code: "approval_own" } });
  expect(await decide(asked, support)).toMatchObject({ body: { code: "role_required" } });
  const answers = await Promise.all([decide(asked, other), decide(asked, other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await take(other)).toMatchObject(required); // It was confirmed for the one who asked.
  const taken = await Promise.all([take(t.admin), take(t.admin)]);
  expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await take(t.admin, MONDAY)).toMatchObject(required);
  const { events } = await t.get(`/api/admin/audit?about=${batchPath.split("/").at(-1)}`);
  expect(events).toMatchObject([
    { action: "payout_batch.export", after: { confirmed_by: "Nadia Rolle" } },
    { action: "approval.confirm", actor: { id: other.id } },
    { action: "approval.request", actor: { id: t.admin.id } },
    { action: "payout_batch.make" },
  ]);
});

test("a request is declined with a reason, withdrawn, or lapses after a day", async () => {
  const declined = await ask(t.admin);
  expect((await decide(declined, other, "Not before the audit.")).status).toBe(200);
  const texts = (await mailsTo(t.app, t.admin.email, 2)).map(({ text }) => text).join();
  expect(texts).toContain("Not before the audit.");
  const over = { status: 409, body: { code: "approval_over" } };
  expect(await decide(declined, other)).toMatchObject(over);
  expect(await take(t.admin)).toMatchObject(required);

  expect((await decide(await ask(t.admin), t.admin, "Not needed.")).status).toBe(200);
  // A confirmation can be withdrawn by either of the two, until it is used.
  for (const by of [t.admin, other]) {
    const confirmed = await ask(t.admin);
    expect((await decide(confirmed, other)).status).toBe(200);
    expect((await t.get(APPROVALS, by)).approvals).toMatchObject([{ may_withdraw: true }]);
    expect((await decide(confirmed, by, "Wrong week.")).status).toBe(200);
    expect(await take(t.admin)).toMatchObject(required);
  }
  const late = await ask(t.admin);
  t.app.clock.advance(24 * 3_600_000);
  await signInAgain(t.app, t.admin, other);
  expect(await decide(late, other)).toMatchObject(over);
  expect((await t.get(APPROVALS)).approvals).toEqual([]);

  // Suspending the second admin does not make the confirmation unnecessary.
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ suspended_at: t.app.clock.now().toISOString() })
    .where("id", "=", other.id)
    .execute();
  expect(await take(t.admin)).toMatchObject(required);

  // Without a second admin the file needs none, and the audit log says so.
  await t.app.ctx.db
    .deleteFrom("user_roles")
    .where("user_id", "=", other.id)
    .where("role", "=", "admin")
    .execute();
  expect((await take(t.admin)).status).toBe(200);
  const { events } = await t.get(`/api/admin/audit?about=${batchPath.split("/").at(-1)}`);
  expect(events[0]).toMatchObject({ action: "payout_batch.export", after: { confirmed_by: null } });
});

test("the batch stores the last export of its file, and an admin who has not seen it cannot export again", async () => {
  expect(await t.get(batchPath)).toMatchObject({ exported_at: null, exported_by: null });
  await confirmedFor(t.admin, other);
  expect((await take(t.admin)).status).toBe(200);
  const first = { exported_at: MONDAY, exported_by: "Andre Rolle" };
  expect(await t.get(batchPath)).toMatchObject(first);
  expect(await t.batches()).toMatchObject([first]);

  t.app.clock.advance(60_000);
  const stale = { status: 409, body: { code: "payout_batch_exported" } };
  expect(await take(other)).toMatchObject(stale);
  expect(await take(other, "0000-01-01T00:00:00Z")).toMatchObject(stale);
  expect(await t.get(batchPath)).toMatchObject(first);
  await confirmedFor(other, t.admin);
  const again = await take(other, MONDAY);
  expect(again.status).toBe(200);
  const second = { exported_at: t.app.clock.now().toISOString(), exported_by: "Nadia Rolle" };
  expect(await t.get(batchPath)).toMatchObject(second);
  expect(await take(t.admin, MONDAY)).toMatchObject(stale);

  const { events } = await t.get(`/api/admin/audit?about=${batchPath.split("/").at(-1)}`);
  expect(events.filter(({ action }) => !action.startsWith("approval."))).toMatchObject([
    { action: "payout_batch.export", actor: { id: other.id }, after: { payouts: 1 } },
    { action: "payout_batch.export", actor: { id: t.admin.id }, after: { payouts: 1 } },
    { action: "payout_batch.make" },
  ]);
});

test("of two admins who export the file at the same moment, one gets it", async () => {
  await confirmedFor(t.admin, other);
  await confirmedFor(other, t.admin);
  const answers = await atOnce("payout_batches", [() => take(t.admin), () => take(other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
