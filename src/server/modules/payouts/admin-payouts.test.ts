// Admins and payouts: the bank's file, paid, failed and paid again, two admins at the same time,
// and access.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getFirst, readPages } from "../../../../test/api-responses.ts";
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
beforeEach(async () => {
  t = await startPayouts();
});
afterEach(() => t.app.close());

test("the bank's file contains pending payouts, is safe in a spreadsheet, and is recorded", async () => {
  const other = await t.newHost();
  await t.saveBankDetails(t.host);
  await t.saveBankDetails(other, {
    account_holder: "Ann Rolle",
    bank: "bob",
    account_number: "55500001111",
  });
  await t.rent();
  await t.rent(other);
  await t.payOutOn(MONDAY);
  const batch = getFirst(await t.batches());
  const path = `/api/admin/payout-batches/${batch.id}` as const;
  const mine = getFirst(await t.listPayouts());
  const theirs = getFirst(await t.listPayouts(other));
  const file = await t.get(`${path}/bank-batch.csv`);
  const [heading, ...rows] = file.trimEnd().split("\r\n");
  expect(heading).toBe(
    "reference,account_holder,bank,transit,account_number,account_kind,currency,amount",
  );
  expect(rows.toSorted()).toEqual(
    [
      `${mine.reference},'=Tamika Rolle,RBC Royal Bank (Bahamas),05165,0100023456,savings,USD,153.00`,
      `${theirs.reference},Ann Rolle,Bank of The Bahamas,05165,55500001111,savings,USD,153.00`,
    ].toSorted(),
  );
  expect((await t.get(`/api/admin/audit?about=${batch.id}`)).events).toMatchObject([
    {
      action: "payout_batch.export",
      actor: { id: t.admin.id },
      subject: "All, up to Dec 13, 2026",
      after: { payouts: 2 },
    },
    { action: "payout_batch.make", actor_kind: "system" },
  ]);
  await t.markPaid(mine.id, "RBC-1");
  const later = await t.get(`${path}/bank-batch.csv?exported_at=${MONDAY}`);
  // Never requested again.
  expect([later.includes(theirs.reference), later.includes(mine.reference)]).toEqual([true, false]);
  expect((await t.get(`${path}/payouts?state=pending`)).payouts).toMatchObject([
    { id: theirs.id, host: { id: other.id } },
  ]);
  expect((await t.get(`${path}/payouts?search=${other.email}`)).payouts).toMatchObject([
    { id: theirs.id },
  ]);
  expect(
    (await t.get(`${path}/payouts?search=${mine.reference.toLowerCase()}`)).payouts,
  ).toMatchObject([{ id: mine.id }]);
  expect((await t.get(`${path}/payouts?search=${t.host.id}`)).payouts).toMatchObject([
    { id: mine.id },
  ]);
  expect((await t.get(`${path}/payouts?search=nobody`)).payouts).toEqual([]);
});

test("a payout is marked and emailed as paid once, and can still come back: the next batch pays its lines again", async () => {
  await t.saveBankDetails(t.host);
  const booking = await t.rent();
  await t.payOutOn(MONDAY);
  const { id } = getFirst(await t.listPayouts());
  expect((await t.markPaid(id, "RBC 77")).body).toMatchObject({
    state: "paid",
    bank_reference: "RBC 77",
    paid_at: MONDAY,
  });
  expect((await t.markPaid(id, "RBC 78", { seen: "paid" })).body).toMatchObject({
    status: 409,
    code: "payout_changed",
    details: { state: "paid" },
  });
  const about = async (subject: string, count: number) =>
    (await mailsTo(t.app, t.host.email, count)).filter((mail) => mail.subject.startsWith(subject));
  const [paid] = await about("Your payout of $153.00 was made", 3);
  expect(paid?.text).toContain("Account: ending in 3456");
  expect(paid?.text).toContain(`/host/payouts/${id}`);
  expect(paid?.text).not.toContain("0100023456");

  await t.saveBankDetails(t.host, { bank: "bob", account_number: "99990001234" });
  t.app.clock.advance(86_400_000);
  const failed = await t.markFailed(id, "The account is closed.", { seen: "paid" });
  expect(failed.body).toMatchObject({
    state: "failed",
    bank_reference: "RBC 77",
    failure_reason: "The account is closed.",
  });
  expect((await t.markFailed(id, "Again.", { seen: "failed" })).body).toMatchObject({
    code: "payout_changed",
  });
  expect([await t.held("host_payable", t.host.id), await t.held("payouts")]).toEqual([-SHARE, 0]);
  expect((await about("Your payout of $153.00 didn't go through", 5))[0]?.text).toContain(
    "The account is closed.",
  );
  expect(await t.upcoming()).toMatchObject({
    balance_cents: SHARE,
    lines: [{ booking_id: booking }],
  });

  await t.payOutOn(A_WEEK_LATER);
  const [again, before] = await t.listPayouts();
  expect(again).toMatchObject({
    period_end: "2026-12-20",
    amount_cents: SHARE,
    state: "pending",
    bank: "bob",
  });
  expect(before).toMatchObject({ id, state: "failed", bank: "rbc" });
  for (const each of [again, before])
    expect((await t.get(`/api/host/payouts/${each?.id}`, t.host)).lines).toMatchObject([
      { booking_id: booking, amount_cents: SHARE },
    ]);
  expect((await t.get(`/api/admin/audit?about=${id}`)).events).toMatchObject([
    {
      action: "payout.failed",
      reason: "The account is closed.",
      before: { state: "paid" },
      after: { state: "failed" },
    },
    {
      action: "payout.paid",
      before: { state: "pending" },
      after: { state: "paid", bank_reference: "RBC 77" },
    },
  ]);
  await t.expectWhole();
});

test("all pending payouts are marked together, and only one of two simultaneous admins marks them", async () => {
  const hosts = [t.host, await t.newHost(), await t.newHost()];
  for (const host of hosts) {
    await t.saveBankDetails(host);
    await t.rent(host);
  }
  await t.payOutOn(MONDAY);
  const batch = getFirst(await t.batches());
  const path = `/api/admin/payout-batches/${batch.id}/paid` as const;
  const { id: failing } = getFirst(await t.listPayouts(hosts[2]));
  await t.markFailed(failing, "No such account.");
  const answers = await Promise.all([
    t.post(path, { bank_reference: "A" }),
    t.post(path, { bank_reference: "B" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "payout_batch_settled",
  });
  expect(await t.batches()).toMatchObject([
    {
      pending: { payouts: 0 },
      paid: { payouts: 2, amount_cents: 2 * SHARE },
      failed: { payouts: 1 },
    },
  ]);
  for (const host of hosts.slice(0, 2))
    expect(
      (await mailsTo(t.app, host.email, 3)).filter((mail) => mail.subject.includes("was made")),
    ).toHaveLength(1);
  expect((await t.listPayouts(hosts[2]))[0]).toMatchObject({ state: "failed" });
});

test("a payout is visible to its host and admins only, and unknown ids and invalid input are refused", async () => {
  await t.saveBankDetails(t.host);
  await t.rent();
  await t.payOutOn(MONDAY);
  const { id } = getFirst(await t.listPayouts());
  const other = await t.newHost();
  for (const path of [`/api/host/payouts/${id}`, `/api/host/payouts/${id}/statement.csv`]) {
    expect((await t.app.call("GET", path, { as: other.token })).status).toBe(404);
    expect((await t.app.call("GET", path, { as: t.renter.token })).status).toBe(404);
    expect((await t.app.call("GET", path, { as: t.admin.token })).status).toBe(200);
  }
  const none = randomUUID();
  for (const { body } of [
    await t.markPaid(none, "A"),
    await t.post(`/api/admin/payout-batches/${none}/paid`, { bank_reference: "A" }),
  ])
    expect(body).toMatchObject({ status: 404, code: "PGRST116" });
  expect((await t.get(`/api/admin/payout-batches/${none}`)).code).toBe("PGRST116");
  const paid = `/api/admin/payouts/${id}/paid`;
  for (const bank_reference of ["", "  ", "a\nb", "x".repeat(101), undefined])
    expect((await t.post(paid, { state: "pending", bank_reference })).body.code).toBe(
      "invalid_request",
    );
  for (const state of ["", "Pending", "made", null, undefined])
    expect((await t.post(paid, { state, bank_reference: "A" })).body.code).toBe("invalid_request");
  expect((await t.post(`/api/admin/payouts/${id}/failed`, { reason: "A" })).body.code).toBe(
    "invalid_request",
  );
  expect((await t.markFailed(id, " ")).body.code).toBe("invalid_request");
  for (const path of [
    "/api/host/payouts",
    "/api/admin/payout-batches",
    `/api/admin/payout-batches/${none}/payouts`,
  ])
    expect((await t.get(`${path}?cursor=bm9uZQ`)).code).toBe("invalid_request");
  expect((await t.listPayouts())[0]).toMatchObject({ state: "pending" });
});

test("lists continue on the next page: payouts of a batch, carried hosts, batches and a host's payouts", async () => {
  const { db } = t.app.ctx;
  const hosts: Person[] = [];
  for (let n = 0; n < 45; n++) hosts.push(await t.newHost());
  await t.saveBankDetails(t.host);
  // Many lines from one booking: this test checks what a page contains, not how it was earned.
  const booking = await t.rent();
  const earn = (host: Person, key: string, amount_cents = 100, at = MONDAY) =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto("ledger_transactions")
        .values({ key: `test:${key}`, kind: "earned", booking_id: booking, at, memo: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("ledger_entries")
        .values([
          {
            transaction_id: id,
            account: "host_payable",
            owner_id: host.id,
            amount_cents: -amount_cents,
          },
          { transaction_id: id, account: "platform_fees", owner_id: null, amount_cents },
        ])
        .execute();
    });
  for (const [n, host] of hosts.entries()) await earn(host, `${n}`, 100 + (n % 3));
  for (const host of hosts.slice(0, 22)) await t.saveBankDetails(host);
  await t.payOutOn(MONDAY);
  const batch = getFirst(await t.batches());
  const path = `/api/admin/payout-batches/${batch.id}` as const;
  const paid = (await readPages((cursor) => t.get(`${path}/payouts?${cursor}`))).flatMap(
    (page) => page.payouts,
  );
  expect([paid.length, new Set(paid.map(({ id }) => id)).size]).toEqual([23, 23]);
  const carried = (await readPages((cursor) => t.get(`${path}/carried?${cursor}`))).flatMap(
    (page) => page.hosts,
  );
  expect([carried.length, new Set(carried.map(({ host }) => host.id)).size]).toEqual([23, 23]);
  for (let week = 1; week <= 21; week++) {
    const monday = new Date(Date.parse(MONDAY) + week * 7 * 86_400_000).toISOString();
    await earn(t.host, `week ${week}`, 100, monday);
    await t.payOutOn(monday);
  }
  const batches = (
    await readPages((cursor) => t.get(`/api/admin/payout-batches?${cursor}`))
  ).flatMap((page) => page.batches);
  expect([batches.length, new Set(batches.map(({ id }) => id)).size]).toEqual([22, 22]);
  const own = (await readPages((cursor) => t.get(`/api/host/payouts?${cursor}`, t.host))).flatMap(
    (page) => page.payouts,
  );
  expect([own.length, new Set(own.map(({ id }) => id)).size]).toEqual([22, 22]);
});

test("the booking shows its host, and no renter, what was paid out, came back and was deducted", async () => {
  await t.saveBankDetails(t.host);
  const id = await t.rent();
  const timeline = async (as: Person) => (await t.get(`/api/bookings/${id}/timeline`, as)).money;
  const listKinds = (money: { kind: string; amount_cents: number | null }[]) =>
    money.map(({ kind, amount_cents }) => [kind, amount_cents]);
  const newest = async () => getFirst(await t.listPayouts()).id;
  await t.payOutOn(MONDAY);
  // It waits for the bank.
  expect(listKinds(await timeline(t.host)).at(-1)).toEqual(["earned", SHARE]);
  await t.markPaid(await newest(), "RBC 1");
  t.app.clock.advance(60_000);
  await t.markFailed(await newest(), "The account is closed.", { seen: "paid" });
  await t.giveBack(id, 20, "host", "The air conditioning failed.");
  await t.payOutOn(A_WEEK_LATER);
  await t.markPaid(await newest(), "RBC 2");
  const notified = [
    ["earned", SHARE],
    ["paid_out", SHARE],
    ["refund_decided", 2_000],
    ["refund_made", 2_000],
    ["payout_failed", SHARE],
    ["paid_out", SHARE - 2_000],
  ];
  expect(listKinds(await timeline(t.host)).slice(-notified.length)).toEqual(notified);
  expect(listKinds(await timeline(t.admin)).slice(-notified.length)).toEqual(notified);
  expect(listKinds(await timeline(t.renter)).at(-1)).toEqual(["refund_made", 2_000]);
});
