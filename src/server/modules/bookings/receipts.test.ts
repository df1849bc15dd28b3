// What each side sees of a booking's money, and its receipt.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import type { Person } from "../../../../test/factories.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../platform/payments/sandbox-disputes.ts";
import { settleDispute } from "../../../../test/payments.ts";
import { mailsAbout } from "../../../../test/people.ts";
import { sweep } from "./settlement/sweep.service.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await t.newRenter({ roles: ["renter", "admin"] });
});
afterAll(() => t.app.close());

const DAY = 86_400_000;
const PART = { amount: 20, borne_by: "host", reason: "The air conditioning failed." };
const refund = (id: string, body: object = {}, by = admin) =>
  t.app.call("POST", `/api/admin/bookings/${id}/refunds`, {
    as: by.token,
    body: { id: randomUUID(), ...PART, ...body },
  });
const receipt = (id: string, by: Person = t.renter) =>
  t.app.call("GET", `/api/bookings/${id}/receipt`, { as: by.token });
const money = async (id: string, by: Person) =>
  (await t.app.call("GET", `/api/bookings/${id}/timeline`, { as: by.token })).body.money;
const mailsTo = (to: string, subject: RegExp) => mailsAbout(t.app, to, subject);

describe("a receipt", () => {
  test("adds up to the charge and, after a partial refund and a cancellation, to what remains", async () => {
    const { id } = await t.book();
    const { body } = await receipt(id);
    expect(body).toMatchObject({
      booking_id: id,
      card_last4: "4242",
      charged_at: t.app.clock.now().toISOString(),
      renter: { email: t.renter.email },
      lines: [
        { label: "3 days × $60.00", amount_cents: 18_000 },
        { label: "Service fee (10%)", amount_cents: 1_800 },
        { label: "Processing fee", amount_cents: 299 },
      ],
      charged_cents: 20_099,
      refunds: [],
      bank_returned_cents: 0,
      remaining_cents: 20_099,
    });
    t.app.clock.advance(60_000);
    expect((await refund(id)).status).toBe(200);
    expect((await receipt(id)).body).toMatchObject({
      number: body.number,
      charged_at: body.charged_at,
      refunds: [{ amount_cents: 2_000, made_by: "provider", reason: PART.reason }],
      remaining_cents: 18_099,
    });
    await t.decide(id, "cancel", t.renter);
    const { body: after } = await receipt(id, admin);
    expect(after.refunds.map((each) => each.amount_cents)).toEqual([2_000, 18_099]);
    expect(after.remaining_cents).toBe(0);
  });

  test("exists once the card is charged, for the renter and admins only", async () => {
    const { id } = await t.book({ mode: "approval" });
    expect(await receipt(id)).toMatchObject({
      status: 409,
      body: { code: "not_charged", details: { payment_status: "authorized" } },
    });
    await t.decide(id, "approve", t.host);
    expect((await receipt(id)).status).toBe(200);
    expect(await receipt(id, t.host)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await receipt(id, await t.newRenter())).toMatchObject({
      status: 404,
      body: { code: "PGRST116" },
    });
  });

  test("is emailed when the card is charged and when money is refunded", async () => {
    const someone = await t.newRenter();
    const { body } = await t.checkout(await t.newCar(), someone);
    await t.pay(body.session_id);
    await t.verify(body.session_id, someone);
    const id: string = body.booking_id;
    expect(await mailsTo(someone.email, /^Receipt: \$200\.99/)).toHaveLength(1);
    const [charged] = await mailsTo(someone.email, /^Receipt/);
    for (const line of [
      "3 days × $60.00: $180.00",
      "Service fee (10%): $18.00",
      "Processing fee: $2.99",
      "Total charged: $200.99",
      "Charged: Sat, Nov 21, 2026",
      "Return date: Tuesday, December 8th, 2026",
      `${t.app.ctx.publicUrl()}/bookings/${id}/receipt`,
    ])
      expect(charged?.text).toContain(line);
    await refund(id);
    expect(await mailsTo(someone.email, /^Refunded: \$20\.00/)).toHaveLength(1);
    const [part] = await mailsTo(someone.email, /^Refunded: \$20\.00/);
    expect(part?.text).toContain("Net paid: $180.99");
    await t.decide(id, "cancel", t.host, { reason: "The engine broke." });
    expect(await mailsTo(someone.email, /^Refunded: \$180\.99/)).toHaveLength(1);
    const [rest] = await mailsTo(someone.email, /^Refunded: \$180\.99/);
    expect(rest?.text).toContain("Refunded so far: $200.99");
    expect(rest?.text).toContain("Net paid: $0.00");
  });
});

describe("a receipt after a lost dispute", () => {
  async function lose(session: string): Promise<void> {
    await closeDisputeInSandbox(t.app.ctx, session, "lost");
    await settleDispute(t.app.ctx, await openDispute(session));
  }
  const openDispute = async (session: string): Promise<string> => {
    const row = await t.app.ctx.db
      .selectFrom("sandbox_checkouts")
      .select("intent_id")
      .where("id", "=", session)
      .executeTakeFirstOrThrow();
    return row.intent_id.replace("pi_", "dp_");
  };

  test("states what the bank has taken back on its own", async () => {
    const renter = await t.newRenter();
    const { id, session } = await t.book({ by: renter });
    await disputeInSandbox(t.app.ctx, session);
    await settleDispute(t.app.ctx, await openDispute(session));
    expect((await receipt(id, renter)).body).toMatchObject({
      dispute: "open",
      bank_returned_cents: 0,
      remaining_cents: 20_099,
    });
    await lose(session);
    expect((await receipt(id, renter)).body).toMatchObject({
      dispute: "lost",
      refunds: [],
      bank_returned_cents: 20_099,
      remaining_cents: 0,
    });
  });

  test("counts a refund settled by the dispute once, and the email says who returned the money", async () => {
    const renter = await t.newRenter();
    const { id, session } = await t.book({ by: renter });
    await disputeInSandbox(t.app.ctx, session);
    await settleDispute(t.app.ctx, await openDispute(session));
    await t.decide(id, "cancel", renter);
    expect((await receipt(id, renter)).body).toMatchObject({
      refunds: [{ amount_cents: 20_099, made_at: null }],
      remaining_cents: 20_099,
    });
    await lose(session);
    expect((await receipt(id, renter)).body).toMatchObject({
      refunds: [{ amount_cents: 20_099, made_by: "dispute" }],
      bank_returned_cents: 0,
      remaining_cents: 0,
    });
    const mine = async () =>
      (await mailsTo(renter.email, /^Refunded: \$200\.99/)).find(({ text }) => text.includes(id))
        ?.text;
    await expect.poll(mine).toContain("Your bank has returned $200.99 to you");
  });
});

test("the money timeline shows each side only its own events", async () => {
  const { id } = await t.book();
  await refund(id);
  t.app.clock.advance(60_000);
  await refund(id, { amount: 10, borne_by: "platform", reason: "With our apologies." });
  const own = { amount_cents: 2_000, by: "admin", reason: PART.reason };
  const [, , decided, , other] = await money(id, t.renter);
  expect(decided).toMatchObject({ kind: "refund_decided", ...own, borne_by: null });
  expect(other).toMatchObject({
    kind: "refund_decided",
    amount_cents: 1_000,
    reason: "With our apologies.",
  });
  t.app.clock.advance(20 * DAY);
  await sweep(t.app.ctx);
  const byHost = await money(id, t.host);
  expect(byHost).toMatchObject([
    { kind: "held", amount_cents: null },
    { kind: "charged", amount_cents: null },
    { kind: "refund_decided", ...own, borne_by: "host" },
    { kind: "refund_made", amount_cents: 2_000 },
    { kind: "refund_decided", amount_cents: null, reason: null, borne_by: "platform" },
    { kind: "refund_made", amount_cents: null },
    { kind: "earned", amount_cents: 13_300 },
  ]);
  expect(JSON.stringify(byHost)).not.toContain("apologies");
  expect((await money(id, t.renter)).map((event) => event.kind)).not.toContain("earned");
  expect(await money(id, admin)).toHaveLength(8); // including what the card provider keeps
  t.app.clock.advance(-20 * DAY);
});

test("refuses a partial refund of a cancelled or uncharged booking and names its state", async () => {
  const { id } = await t.book();
  await t.decide(id, "cancel", admin, { reason: "The car was stolen." });
  expect(await t.read(id)).toMatchObject({
    payment_status: "refunded",
    decision_reason: "The car was stolen.",
  });
  expect(await refund(id)).toMatchObject({
    status: 409,
    body: { code: "transition_refused", details: { status: "cancelled" } },
  });
  const { id: request } = await t.book({ mode: "approval" });
  expect(await refund(request)).toMatchObject({
    status: 409,
    body: { code: "transition_refused" },
  });
  expect((await refund(id, {}, t.host)).status).toBe(403);
});
