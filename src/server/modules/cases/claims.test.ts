// Claims that must be refused or could get stuck: an id in use, a repeated claim, a missing file,
// and a renter who has left.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startCases, type Cases } from "../../../../test/cases.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { gather } from "../personal-data/data-copy.repository.ts";
import { findOpenMatters } from "../personal-data/departure.repository.ts";
import { sweepCharges } from "../charges/charge-settlement.service.ts";

let t: Cases;
beforeAll(async () => {
  t = await startCases();
});
afterAll(() => t.close());
afterEach(() => vi.restoreAllMocks());

const codeOf = async (response: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await response;
  return [status, body.code];
};
const BEFORE = [409, "case_already_claimed"];

test("charges a case whose id another charge already has", async () => {
  const trip = await t.returnCar();
  const other = await t.openNew();
  await t.step(other.found, "acceptance", t.renter);
  const [taken] = await t.readCharges(other.found.booking_id, t.host);
  const opened = await t.open(trip, { id: taken!.id });
  expect((await t.step(opened.body, "acceptance", t.renter)).body.outcome).toBe("accepted");
  expect(await t.readCharges(trip.id, t.host)).toContainEqual(
    expect.objectContaining({ case_id: taken!.id, state: "paid" }),
  );
});

test("refuses a second claim about a mark, unless the first was withdrawn before a decision", async () => {
  const trip = await t.returnCar();
  const first = await t.open(trip, { amount_cents: 30_000 });
  const again = () => t.open(trip, { amount_cents: 20_000 });
  expect(await codeOf(again())).toEqual(BEFORE);
  await t.step(first.body, "withdrawal", t.host);
  const second = await again();
  expect(second.status).toBe(200);
  await t.answer(second.body);
  await t.decide(second.body, trip, { amount_cents: 0 });
  await t.step(second.body, "withdrawal", t.host);
  expect(await codeOf(again())).toEqual(BEFORE);
});

test("a ticket whose case is final can't be claimed again", async () => {
  const trip = await t.returnCar();
  const claim = async () => {
    const { fileId } = await t.sendFile(trip.id, t.host);
    return t.open(trip, { kind: "ticket", amount_cents: 7_500, file_ids: [fileId] });
  };
  const { body } = await claim();
  await t.answer(body);
  await t.decide(body, trip, { amount_cents: 0 });
  t.passHours(7 * 24);
  await t.sweepCases();
  expect(await t.readCase(body)).toMatchObject({ outcome: "decided", final_cents: 0 });
  expect(await codeOf(claim())).toEqual(BEFORE);
});

test("refuses a claim with a file that was not stored", async () => {
  const trip = await t.returnCar();
  vi.spyOn(t.app.ctx.caseFiles, "put").mockRejectedValueOnce(new Error("full"));
  const { status, fileId } = await t.sendFile(trip.id, t.host);
  expect(status).toBe(502);
  const claim = () => t.open(trip, { file_ids: [fileId] });
  expect(await codeOf(claim())).toEqual([422, "case_file_unknown"]);
  expect((await t.sendFile(trip.id, t.host, undefined, fileId)).status).toBe(200);
  expect((await claim()).status).toBe(200);
});

test("a claim can't name an unused file that is about to be deleted", async () => {
  const trip = await t.returnCar();
  const { fileId } = await t.sendFile(trip.id, t.host);
  t.passHours(23.5);
  expect(await codeOf(t.open(trip, { file_ids: [fileId] }))).toEqual([422, "case_file_unknown"]);
  expect((await t.open(trip)).status).toBe(200);
});

test("refuses a claim against a renter whose account is deleted", async () => {
  const trip = await t.returnCar();
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ deleted_at: t.app.clock.now().toISOString() })
    .where("id", "=", t.renter.id)
    .execute();
  expect(await codeOf(t.open(trip))).toEqual([409, "case_renter_left"]);
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ deleted_at: null })
    .where("id", "=", t.renter.id)
    .execute();
});

test("the charge of a case waits while a side is suspended, and can't be contested", async () => {
  const { trip, found } = await t.openNew();
  await suspendHost(true);
  await t.step(found, "acceptance", t.renter);
  const read = async () =>
    (await t.readCharges(trip.id, t.renter)).find(({ case_id }) => case_id === found.id);
  expect(await read()).toMatchObject({ state: "announced", may: ["pay"] });
  await suspendHost(false);
  await sweepCharges(t.app.ctx);
  expect(await read()).toMatchObject({ state: "paid" });
});

const suspendHost = (is: boolean) =>
  t.app.ctx.db
    .updateTable("accounts")
    .set({ suspended_at: is ? t.app.clock.now().toISOString() : null })
    .where("id", "=", t.host.id)
    .execute();

test("the admin who decided is not offered the appeal", async () => {
  const { trip, found } = await t.openNew();
  await t.answer(found);
  await t.decide(found, trip);
  await t.appeal(found, t.renter);
  expect((await t.readCase(found, t.admin)).may).toEqual([]);
  expect((await t.readCase(found, t.otherAdmin)).may).toEqual(["decide"]);
});

test("a decision with the same id but another amount is refused", async () => {
  const { trip, found } = await t.openNew();
  await t.answer(found);
  const decision = { id: randomUUID(), amount_cents: 10_000 };
  expect((await t.decide(found, trip, decision)).status).toBe(200);
  expect((await t.decide(found, trip, decision)).status).toBe(200);
  const other = t.decide(found, trip, { ...decision, amount_cents: 20_000 });
  expect(await codeOf(other)).toEqual([409, "case_id_taken"]);
});

test("refuses to delete either account while a case is open", async () => {
  const { found } = await t.openNew();
  t.passHours(4 * 24);
  await completeDue(t.app.ctx);
  const count = async () => {
    const now = t.app.clock.now();
    const [renter, host] = await Promise.all(
      [t.renter, t.host].map(({ id }) => findOpenMatters(t.app.ctx.db, id, now)),
    );
    return [Number(renter!.bookings), Number(host!.hosted)] as const;
  };
  const [ofRenter, ofHost] = await count();
  await t.step(found, "withdrawal", t.host);
  expect(await count()).toEqual([ofRenter - 1, ofHost - 1]);
});

test("a copy of personal data has the other side's words once they are open", async () => {
  const { found } = await t.openNew();
  const words = async ({ id }: { id: string }) => {
    const { case_statements: all = [] } = await gather(t.app.ctx.db, id);
    return (all as { case_number: string; words: string | null }[])
      .filter(({ case_number }) => case_number === found.number)
      .map((each) => each.words);
  };
  expect([await words(t.renter), await words(t.host)]).toEqual([[null], ["The scrape is new."]]);
  await t.answer(found);
  expect(await words(t.renter)).toEqual(["The scrape is new.", "It was there before."]);
});
