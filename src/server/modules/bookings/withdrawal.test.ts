// A renter withdraws an unanswered request, also at the same moment as another step.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { TEST_NOW } from "../../../../test/harness.ts";
import { sweep } from "./settlement/sweep.service.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

const ROUNDS = 8;
const WITHDRAWN = { status: "cancelled", payment_status: "voided", withdrawn: true };

const readCard = (bookingId: string) =>
  t.app.ctx.db
    .selectFrom("payments")
    .innerJoin("sandbox_checkouts", "sandbox_checkouts.id", "payments.session_id")
    .select(["payments.state", "payments.wanted", "sandbox_checkouts.intent_status"])
    .where("booking_id", "=", bookingId)
    .executeTakeFirstOrThrow();
const readKinds = async (bookingId: string): Promise<string[]> =>
  (await t.readLedger(bookingId)).map(({ kind }) => kind).toSorted();
const RELEASED = ["authorization_released", "authorized"];
const readSteps = async (id: string) =>
  (await t.app.call("GET", `/api/bookings/${id}/timeline`, { as: t.renter.token })).body.steps;

test("releases the card and the dates, and records who withdrew", async () => {
  const { id, car } = await t.book({ mode: "approval" });
  expect((await t.read(id)).may).toContain("withdraw");
  expect((await t.decide(id, "withdraw", t.renter)).body).toMatchObject({
    ...WITHDRAWN,
    decision_reason: null,
    lapses_at: null,
  });
  expect(await readCard(id)).toEqual({ state: "voided", wanted: null, intent_status: "canceled" });
  expect(await readKinds(id)).toEqual(RELEASED);
  expect(await readSteps(id)).toMatchObject([
    { step: "create", by: "renter" },
    { step: "authorise_for_request", by: "provider" },
    { step: "withdraw_request", by: "renter" },
  ]);
  expect(await t.occupied(car)).toEqual([]);
  expect((await t.checkout(car, await t.newRenter())).status).toBe(200);
});

test("is possible on the start date, when an approved booking can't be cancelled", async () => {
  const { id } = await t.book({
    mode: "approval",
    dates: { start_date: "2026-11-21", end_date: "2026-11-24" },
  });
  expect((await t.decide(id, "withdraw", t.renter)).body).toMatchObject(WITHDRAWN);
});

test("is refused to others, for an unpaid checkout, and once the request is answered", async () => {
  const refused = {
    status: 409,
    body: { code: "transition_refused", details: { transition: "withdraw_request" } },
  };
  const { id } = await t.book({ mode: "approval" });
  expect((await t.decide(id, "withdraw", t.host)).status).toBe(403);
  expect((await t.decide(id, "withdraw", await t.newRenter())).status).toBe(404);
  await t.decide(id, "approve", t.host);
  expect(await t.decide(id, "withdraw", t.renter)).toMatchObject(refused);
  expect(await t.read(id)).toMatchObject({ status: "approved", payment_status: "paid" });
  const { body } = await t.checkout(await t.newCar({ booking_mode: "approval" }));
  expect(await t.decide(body.booking_id, "withdraw", t.renter)).toMatchObject(refused);
});

describe("of several steps at the same moment, exactly one wins", () => {
  /** Runs the rival and the withdrawal together, the later one by a few milliseconds. */
  async function race<R>(round: number, rival: () => Promise<R>, withdraw: () => Promise<unknown>) {
    const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
    const lead = (round - ROUNDS / 2) * 2;
    const [answer] = await Promise.all([
      after(Math.max(0, lead)).then(rival),
      after(Math.max(0, -lead)).then(withdraw),
    ]);
    return answer;
  }

  test.each([
    ["approve", "approved"],
    ["reject", "rejected"],
  ] as const)("the host's %s, or the withdrawal", async (decision, status) => {
    for (let round = 0; round < ROUNDS; round++) {
      const renter = await t.newRenter(); // an account may withdraw only a few requests a day
      const { id } = await t.book({ mode: "approval", by: renter });
      let withdrawal: { status: number; body: unknown } | undefined;
      const answer = await race(
        round,
        () => t.decide(id, decision, t.host, decision === "reject" ? { reason: "No." } : undefined),
        async () => (withdrawal = await t.decide(id, "withdraw", renter)),
      );
      expect([answer.status, withdrawal?.status].toSorted()).toEqual([200, 409]);
      const [loser] = [answer, withdrawal].filter((each) => each?.status === 409);
      expect(loser?.body).toMatchObject({ code: "transition_refused" });
      const isWithdrawn = withdrawal?.status === 200;
      expect(await t.read(id, renter)).toMatchObject(isWithdrawn ? WITHDRAWN : { status });
      const isCharged = !isWithdrawn && decision === "approve";
      expect((await readKinds(id)).includes("captured")).toBe(isCharged);
      expect((await readCard(id)).intent_status).toBe(isCharged ? "succeeded" : "canceled");
    }
  });

  test("the lapse of the request, or the withdrawal", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const renter = await t.newRenter();
      const { id } = await t.book({ mode: "approval", by: renter });
      t.app.clock.advance(24 * 3_600_000);
      let status = 0;
      await race(
        round,
        () => sweep(t.app.ctx),
        async () => ({ status } = await t.decide(id, "withdraw", renter)),
      );
      await sweep(t.app.ctx);
      expect(await t.read(id, renter)).toMatchObject({ ...WITHDRAWN, withdrawn: status === 200 });
      expect(await readKinds(id)).toEqual(RELEASED);
      expect(await readCard(id)).toMatchObject({ state: "voided", wanted: null });
      t.app.clock.set(TEST_NOW);
    }
  });

  test("a webhook neither revives nor charges a withdrawn request, whenever it arrives", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const renter = await t.newRenter();
      const { body } = await t.checkout(await t.newCar({ booking_mode: "approval" }), renter);
      const { booking_id: id, session_id } = body;
      let status = 0;
      await race(
        round,
        () => t.pay(session_id, { webhooks: "twice" }),
        async () => ({ status } = await t.decide(id, "withdraw", renter)),
      );
      // Before the authorisation there is nothing to withdraw.
      expect([200, 409]).toContain(status);
      await t.verify(session_id, renter);
      if (status === 409)
        expect((await t.decide(id, "withdraw", renter)).body).toMatchObject(WITHDRAWN);
      await Promise.all([t.verify(session_id, renter), t.verify(session_id, renter)]);
      expect(await t.read(id, renter)).toMatchObject(WITHDRAWN);
      expect(await readCard(id)).toMatchObject({ state: "voided", intent_status: "canceled" });
      expect(await readKinds(id)).toEqual(RELEASED);
    }
  });
});
