// Two admins work on the same payouts: an action based on an outdated page pays nobody twice.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getFirst, assertDefined } from "../../../../test/api-responses.ts";
import { eventually } from "../../../../test/eventually.ts";
import type { Person } from "../../../../test/factories.ts";
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
  expect(await t.held("payouts")).toBe(-SHARE);
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

test("the batch stores the last export of its file, and an admin who has not seen it cannot export again", async () => {
  expect(await t.get(batchPath)).toMatchObject({ exported_at: null, exported_by: null });
  expect((await take(t.admin)).status).toBe(200);
  const first = { exported_at: MONDAY, exported_by: "Andre Rolle" };
  expect(await t.get(batchPath)).toMatchObject(first);
  expect(await t.batches()).toMatchObject([first]);

  t.app.clock.advance(60_000);
  const stale = { status: 409, body: { code: "payout_batch_exported" } };
  expect(await take(other)).toMatchObject(stale);
  expect(await take(other, "0000-01-01T00:00:00Z")).toMatchObject(stale);
  expect(await t.get(batchPath)).toMatchObject(first);
  const again = await take(other, MONDAY);
  expect(again.status).toBe(200);
  const second = { exported_at: t.app.clock.now().toISOString(), exported_by: "Nadia Rolle" };
  expect(await t.get(batchPath)).toMatchObject(second);
  expect(await take(t.admin, MONDAY)).toMatchObject(stale);

  const { events } = await t.get(`/api/admin/audit?about=${batchPath.split("/").at(-1)}`);
  expect(events).toMatchObject([
    { action: "payout_batch.export", actor: { id: other.id }, after: { payouts: 1 } },
    { action: "payout_batch.export", actor: { id: t.admin.id }, after: { payouts: 1 } },
    { action: "payout_batch.make" },
  ]);
});

test("of two admins who export the file at the same moment, one gets it", async () => {
  const answers = await atOnce("payout_batches", [() => take(t.admin), () => take(other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
