// The money of a case: charged once it is final, credited to the host, within the ceiling, and
// never at the expense of the payout.
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLAIM_CENTS, startCases, type Cases } from "../../../../test/cases.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson } from "../../../../test/factories.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { forgetCards } from "../trips/saved-cards.service.ts";
import { measureCases } from "./admin-cases.service.ts";
import { sweepDeposits } from "../deposits/deposit-settlement.service.ts";
import { payOut } from "../payouts/payouts.service.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";

let t: Cases;
beforeAll(async () => {
  t = await startCases();
  await t.app.call("PUT", "/api/host/payout-details", {
    as: t.host.token,
    body: {
      account_holder: "Tamika Rolle",
      bank: "rbc",
      transit: "05165",
      account_number: "0100023456",
      account_kind: "savings",
    },
  });
});
afterAll(() => t.close());

test("an accepted claim is charged immediately, and the host gets all of it", async () => {
  const { trip, found } = await t.openNew();
  const accepted = await t.step(found, "acceptance", t.renter);
  expect(accepted.body).toMatchObject({
    state: "closed",
    outcome: "accepted",
    final_cents: CLAIM_CENTS,
    may: [],
  });
  expect(await t.readCharge(found)).toMatchObject({
    kind: "damage",
    state: "paid",
    amount_cents: CLAIM_CENTS,
    host_share_cents: CLAIM_CENTS,
    explanation: `Case ${found.number}, accepted`,
  });
  expect(await t.readBooked(trip.id)).toEqual([
    ["card_clearing", CLAIM_CENTS],
    ["host_payable", -CLAIM_CENTS],
  ]);
  const receipt = await t.app.call("GET", `/api/bookings/${trip.id}/receipt`, {
    as: t.renter.token,
  });
  expect(JSON.stringify(receipt.body.later_charges)).toContain("Damage");
  // A second tap changes nothing.
  expect((await t.step(found, "acceptance", t.renter)).body.outcome).toBe("accepted");
  expect(await t.chargesOfCard(found)).toHaveLength(1);
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
});

test("a decision is charged after seven days without an appeal, and the card is saved until then", async () => {
  const { trip, found } = await t.openNew();
  await t.answer(found);
  await t.decide(found, trip);
  t.passHours(7 * 24 - 1);
  await t.sweepCases();
  await completeDue(t.app.ctx);
  await forgetCards(t.app.ctx);
  expect(await t.readCharge(found)).toBeUndefined();
  t.passHours(1);
  await t.sweepCases();
  await t.sweepCases();
  expect(await t.readCase(found)).toMatchObject({
    state: "closed",
    outcome: "decided",
    final_cents: 26_000,
    closed_at: "2026-12-15T15:00:00.000Z",
  });
  expect(await t.readCharge(found)).toMatchObject({ state: "paid", amount_cents: 26_000 });
  expect(await t.readBooked(trip.id)).toEqual([
    ["card_clearing", 26_000],
    ["host_payable", -26_000],
  ]);
});

test("the deposit stays held while a case is open, and pays before the card", async () => {
  const { trip, found } = await t.openNew({}, { deposit_cents: 15_000 });
  t.passHours(49);
  await sweepDeposits(t.app.ctx);
  const readState = async () => (await t.readTrip(trip.id, t.renter)).deposit?.state;
  expect(await readState()).toBe("held");
  const accepted = await t.step(found, "acceptance", t.renter);
  expect(accepted.body).toMatchObject({ final_cents: CLAIM_CENTS, deposit_cents: 15_000 });
  expect(await t.readCharge(found)).toMatchObject({ state: "paid", amount_cents: 23_000 });
  await sweepDeposits(t.app.ctx);
  expect(await readState()).toBe("captured");
  const booked = (await t.readLedger(trip.id))
    .filter(({ kind, account }) => kind !== "earned" && account === "host_payable")
    .map(({ kind, amount_cents }) => [kind, amount_cents]);
  expect(booked.toSorted()).toEqual([
    ["deposit_captured", -15_000],
    ["later_charged", -23_000],
  ]);
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
  const mails = await t.app.mails(t.renter.email);
  expect(mails.map(({ text }) => text).join()).toContain("$150.00 comes from your deposit.");
});

test("charges the card if the bank ended the hold of the deposit", async () => {
  const { trip, found } = await t.openNew({}, { deposit_cents: 15_000 });
  expect((await t.step(found, "acceptance", t.renter)).status).toBe(200);
  t.passHours(49);
  const { payments } = t.app.ctx;
  const ended: typeof payments = {
    ...payments,
    async captureHold(intentId, cents) {
      await payments.releaseHold(intentId);
      return payments.captureHold(intentId, cents);
    },
    holdCard: () => Promise.resolve({ outcome: "no_card" }),
  };
  for (const hours of [0, 12, 0]) {
    t.passHours(hours);
    await sweepDeposits({ ...t.app.ctx, payments: ended });
  }
  expect((await t.readTrip(trip.id, t.renter)).deposit?.state).toBe("lapsed");
  await Promise.all([t.sweepCases(), t.sweepCases()]);
  await t.sweepCases();
  const charges = (await t.readCharges(trip.id, t.host)).map((each) => [
    each.state,
    each.amount_cents,
    each.explanation,
  ]);
  expect(charges).toEqual([
    ["paid", 23_000, expect.stringMatching(/^Case DC-\d+, accepted$/)],
    ["paid", 15_000, expect.stringMatching(/, accepted\. The deposit was no longer held$/)],
  ]);
  expect(await t.readCase(found)).toMatchObject({ final_cents: CLAIM_CENTS, deposit_cents: 0 });
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
});

test("the deposit of a case that is withdrawn is released", async () => {
  const { trip, found } = await t.openNew({}, { deposit_cents: 15_000 });
  expect((await t.step(found, "withdrawal", t.host)).status).toBe(200);
  t.passHours(49);
  await sweepDeposits(t.app.ctx);
  expect((await t.readTrip(trip.id, t.renter)).deposit?.state).toBe("released");
  expect(await t.readCharge(found)).toBeUndefined();
});

test("an open case does not hold up the host's payout", async () => {
  const { trip, found } = await t.openNew();
  t.app.clock.set("2026-12-09T17:00:00.000Z");
  await completeDue(t.app.ctx);
  const earned = (await t.readLedger(trip.id)).find(
    ({ kind, account }) => kind === "earned" && account === "host_payable",
  );
  t.app.clock.set("2026-12-14T11:15:00.000Z");
  await payOut(t.app.ctx);
  const payout = async () =>
    t.app.ctx.db
      .selectFrom("payout_items")
      .innerJoin("ledger_entries as entry", "entry.id", "payout_items.entry_id")
      .innerJoin("ledger_transactions as booked", "booked.id", "entry.transaction_id")
      .select(["booked.kind", "entry.amount_cents"])
      .where("booked.booking_id", "=", trip.id)
      .orderBy("entry.id")
      .execute();
  const rental = { kind: "earned", amount_cents: earned?.amount_cents };
  expect(await payout()).toEqual([rental]);
  expect((await t.readCase(found)).state).toBe("answering");
  await t.step(found, "acceptance", t.renter);
  t.app.clock.set("2026-12-21T11:15:00.000Z");
  await payOut(t.app.ctx);
  expect(await payout()).toEqual([rental, { kind: "later_charged", amount_cents: -CLAIM_CENTS }]);
});

test("an unanswered claim goes to an admin and does not count as accepted", async () => {
  const { trip, found } = await t.openNew();
  t.passHours(72);
  await t.sweepCases();
  expect(await t.readCase(found)).toMatchObject({
    state: "deciding",
    statements_open_at: "2026-12-11T15:00:00.000Z",
    statements: [{ words: "The scrape is new." }],
  });
  expect(await t.readCharge(found)).toBeUndefined();
  expect((await t.answer(found)).body.code).toBe("case_answer_too_late");
  const late = await t.openNew();
  t.passHours(72);
  // The job has not run yet.
  expect((await t.answer(late.found)).body.code).toBe("case_answer_too_late");
  await t.decide(found, trip, { amount_cents: 0 });
  t.passHours(8 * 24);
  await t.sweepCases();
  expect(await t.readCase(found)).toMatchObject({ outcome: "decided", final_cents: 0 });
  expect(await t.readCharge(found)).toBeUndefined();
});

test("an appeal delays the charge, and only the last decision is charged", async () => {
  const { trip, found } = await t.openNew();
  await t.answer(found);
  await t.decide(found, trip);
  await t.appeal(found, t.renter);
  await t.appeal(found, t.host);
  t.passHours(30 * 24);
  await t.sweepCases();
  expect(await t.readCharge(found)).toBeUndefined();
  const last = await t.decide(found, trip, { amount_cents: 9_000 }, t.otherAdmin);
  expect(last.body).toMatchObject({ state: "closed", final_cents: 9_000 });
  expect(await t.readCharge(found)).toMatchObject({ state: "paid", amount_cents: 9_000 });
});

test("a declined card leaves an outstanding balance that the host may waive", async () => {
  const { found } = await t.openNew({ number: "4000000000000341" });
  await t.step(found, "acceptance", t.renter);
  const charge = await t.readCharge(found);
  expect(charge).toMatchObject({ state: "outstanding", may: ["waive"] });
  const later = { start_date: "2026-12-20", end_date: "2026-12-23" };
  const balance = await t.checkout(await t.newCar(), t.renter, later);
  expect(balance.body.code).toBe("outstanding_balance");
  await t.act({ id: found.booking_id, charge: charge! }, "waiver", t.host);
  expect(await t.readCharge(found)).toMatchObject({ state: "waived" });
});

test("an admin can refund the charge of a case", async () => {
  const { found } = await t.openNew();
  await t.step(found, "acceptance", t.renter);
  const charge = await t.readCharge(found);
  const path = `/api/admin/bookings/${found.booking_id}/charges/${charge!.id}/refunds`;
  const body = { id: randomUUID(), amount_cents: 10_000, borne_by: "host", reason: "An old bill." };
  expect((await t.app.call("POST", path, { as: t.admin.token, body })).status).toBe(200);
  expect(await t.readCharge(found)).toMatchObject({
    refundable_cents: CLAIM_CENTS - 10_000,
    refunds: [{ amount_cents: 10_000 }],
  });
});

test("reminders go out once for each deadline, and to admins when a decision is due", async () => {
  const { trip, found } = await t.openNew();
  // Emails are sent by a job.
  const expectReminders = (to: string, about: RegExp, count: number) =>
    eventually(async () =>
      expect(
        (await t.app.mails(to)).filter(
          ({ subject }) => subject.includes(found.number) && about.test(subject),
        ),
      ).toHaveLength(count),
    );
  const notified = async () =>
    (
      await t.app.ctx.db
        .selectFrom("notifications")
        .select("title")
        .where("user_id", "=", t.renter.id)
        .where("path", "like", `%${found.id}`)
        .execute()
    ).map(({ title }) => title);
  const alerted = async (person: { id: string }) =>
    (
      await t.app.ctx.db
        .selectFrom("alerts")
        .select("title")
        .where("user_id", "=", person.id)
        .where("path", "like", `%${found.id}`)
        .orderBy("created_at")
        .execute()
    ).map(({ title }) => title);
  t.passHours(47);
  await t.sweepCases();
  expect(await notified()).toHaveLength(1);
  t.passHours(1);
  await t.sweepCases();
  await t.sweepCases();
  expect(await notified()).toHaveLength(2);
  expect(await alerted(t.renter)).toEqual([
    expect.stringMatching(/claims \$380\.00 for damage$/),
    expect.stringMatching(/^Answer .* by /),
  ]);
  expect(await alerted(t.host)).toEqual([]);
  await expectReminders(t.renter.email, /^Answer .* by /, 1);
  await t.answer(found);
  t.passHours(4 * 24);
  await t.sweepCases();
  await t.sweepCases();
  await expectReminders(t.otherAdmin.email, /is due/, 1);
  await t.decide(found, trip);
  t.passHours(6 * 24);
  await t.sweepCases();
  for (const { email } of [t.renter, t.host])
    await expectReminders(email, /^You can appeal until /, 1);
});

test("the file of a closed case is the same PDF each time, with its hash in the audit log", async () => {
  const { trip, found } = await t.openNew();
  expect((await t.fetchPdf(found, t.host)).status).toBe(404);
  await t.answer(found);
  await t.decide(found, trip);
  t.passHours(8 * 24);
  await t.sweepCases();
  const finance = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "finance" });
  const first = await t.fetchPdf(found, t.host);
  expect(first.status).toBe(200);
  for (const by of [t.admin, t.otherAdmin, finance])
    expect((await t.fetchPdf(found, by)).body.equals(first.body)).toBe(true);
  const sha256 = createHash("sha256").update(first.body).digest("hex");
  expect((await t.readCase(found)).file_sha256).toBe(sha256);
  const { after } = await t.app.ctx.db
    .selectFrom("audit_events")
    .select("after")
    .where("action", "=", "trip_case.close")
    .where("subject_id", "=", trip.id)
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ case: found.id, final_cents: 26_000, file_sha256: sha256 });
  // A changed name doesn't change the file.
  await t.app.ctx.db
    .updateTable("profiles")
    .set({ first_name: "Renamed" })
    .where("user_id", "=", t.renter.id)
    .execute();
  expect((await t.fetchPdf(found, t.renter)).body.equals(first.body)).toBe(true);
});

test("the queue and the list show cases by deadline, overdue ones first", async () => {
  const [one, two] = [await t.openNew(), await t.openNew()];
  await t.answer(two.found);
  t.passHours(5);
  await t.answer(one.found);
  t.passHours(5 * 24 - 1);
  const list = await t.app.call("GET", "/api/admin/cases", { as: t.admin.token });
  const ids = list.body.cases.map(({ id }: { id: string }) => id);
  expect(ids.indexOf(two.found.id)).toBeLessThan(ids.indexOf(one.found.id));
  expect(ids.indexOf(two.found.id)).toBeGreaterThanOrEqual(0);
  const { overdue } = list.body.figures;
  expect(overdue).toBeGreaterThanOrEqual(1);
  expect(await measureCases(t.app.ctx)).toEqual({
    to_decide: list.body.counts.to_decide,
    overdue,
  });
  const queue = await t.app.call("GET", "/api/admin/queue?kind=trip_case", { as: t.admin.token });
  const item = queue.body.items.find(({ id }: { id: string }) => id === two.found.id);
  expect(item).toMatchObject({
    kind: "trip_case",
    amount_cents: CLAIM_CENTS,
    booking_id: two.found.booking_id,
  });
});
