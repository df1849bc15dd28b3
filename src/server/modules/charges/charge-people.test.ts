// What charges after a trip mean for people who leave, or ask for a copy of their data; and the job
// that charges saved cards.
import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { signInAgain, type Person } from "../../../../test/factories.ts";
import { toUser } from "../../../../test/holds.ts";
import { DUE_AT, startLaterCharges, type LaterCharges } from "../../../../test/later-charges.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { refundCharge } from "./charges.service.ts";
import { chargesJobs } from "./charges.routes.ts";

const PASSWORD = "conch-salad-7";
const DECLINED_CARD = "4000000000000341";

let t: LaterCharges;
beforeAll(async () => {
  t = await startLaterCharges();
  const password_hash = await hashPassword(PASSWORD);
  await t.app.ctx.db.updateTable("accounts").set({ password_hash }).execute();
});
afterAll(() => t.close());

const matters = async (person: Person) =>
  (await t.app.call("GET", "/api/account/departure", { as: person.token })).body;
const leave = (person: Person) =>
  t.app.call("POST", "/api/account/departure", { as: person.token, body: { password: PASSWORD } });

test("the job charges the saved card when it is due", async () => {
  const late = await t.returnLate();
  const [job] = chargesJobs(t.app.ctx);
  expect(job).toMatchObject({ name: "charge-later", cron: "* * * * *" });
  await job?.run({});
  expect(await t.readCharges(late.id)).toMatchObject([{ state: "announced" }]);
  t.app.clock.set(DUE_AT);
  await job?.run({});
  expect(await t.readCharges(late.id)).toMatchObject([{ state: "paid", paid_at: DUE_AT }]);
});

test("a copy of the data has each side's part of a charge and its refund", async () => {
  const late = await t.returnLate();
  await t.act(late, "contest", t.renter, { words: "The bridge was closed." });
  const refunded = await t.returnLate();
  await t.payCharge(refunded);
  const ids = { id: refunded.id, charge_id: refunded.charge.id };
  const admin = toUser({ id: randomUUID() }, { roles: ["admin"] });
  for (const [bearer, reason] of [
    ["host", "The fuel gauge was broken."],
    ["platform", "A good customer."],
  ] as const) {
    t.app.clock.advance(1000);
    const refund = { id: randomUUID(), amountCents: 500, bearer, reason };
    await refundCharge(t.app.ctx, admin, ids, refund);
  }
  const read = async (person: Person) => {
    await signInAgain(t.app, person);
    await t.app.call("POST", "/api/data-copy", { as: person.token });
    await eventually(async () =>
      expect((await t.app.call("GET", "/api/data-copy", { as: person.token })).body).toMatchObject({
        state: "ready",
      }),
    );
    const response = await fetch(`${t.app.url}/api/data-copy/file`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const rowsOf = (file: string, id: string) =>
      (JSON.parse(strFromU8(files[file] ?? new Uint8Array())) as Record<string, unknown>[]).filter(
        ({ booking_id }) => booking_id === id,
      );
    return {
      charges: rowsOf("later_charges.json", late.id),
      refunds: rowsOf("later_refunds.json", refunded.id),
    };
  };
  const shown = { kind: "late_return", state: "contested", amount_cents: 2250 };
  const made = { kind: "late_return", amount_cents: 500, made_at: expect.any(String) };
  expect(await read(t.renter)).toMatchObject({
    charges: [{ ...shown, contest_words: "The bridge was closed." }],
    refunds: [
      { ...made, borne_by_host_cents: null, reason: "The fuel gauge was broken." },
      { ...made, borne_by_host_cents: null, reason: "A good customer." },
    ],
  });
  expect(await read(t.host)).toMatchObject({
    charges: [{ ...shown, contest_words: null }],
    refunds: [
      { ...made, borne_by_host_cents: 500, reason: "The fuel gauge was broken." },
      { ...made, borne_by_host_cents: 0, reason: null },
    ],
  });
});

test("an open charge keeps both accounts; a balance keeps the renter's until the host leaves", async () => {
  const late = await t.returnLate({ number: DECLINED_CARD });
  t.app.clock.set("2026-12-10T15:00:00.000Z");
  await completeDue(t.app.ctx);
  const openOf = async (person: Person) => {
    const { bookings, hosted } = await matters(person);
    return { bookings, hosted };
  };
  const before = { renter: await openOf(t.renter), host: await openOf(t.host) };
  expect(before.renter.bookings).toBeGreaterThan(0);
  expect(before.host.hosted).toBeGreaterThan(0);
  await signInAgain(t.app, t.renter, t.host);
  expect((await leave(t.renter)).body.code).toBe("account_needed");
  await t.payCharge(late);
  expect(await t.readCharges(late.id)).toMatchObject([{ state: "outstanding" }]);
  expect((await openOf(t.renter)).bookings).toBe(before.renter.bookings);
  expect((await openOf(t.host)).hosted).toBe(before.host.hosted - 1);
});
