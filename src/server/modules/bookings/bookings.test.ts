// The main flow through the API: hold, pay, approve, reject, lapse, cancel, complete.
import { SHOWN_DAYS } from "../../../../test/taken-days.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { addDays, todayInNassau } from "../../../domain/calendar/dates.ts";
import { sandboxTotals } from "../../../../test/sandbox.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

describe("instant book", () => {
  test("holds, charges and confirms, with the fees of product.md and a balanced ledger", async () => {
    const { car, id, verified } = await t.book();
    expect(verified).toMatchObject({ status: "approved", payment_status: "paid", booking_id: id });
    expect(await t.read(id)).toMatchObject({
      total_amount: 180,
      service_fee_cents: 1800,
      processing_fee_cents: 299,
      amount_due_cents: 20_099,
      status: "approved",
    });
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 0 });
    expect(await t.occupied(car)).toEqual([{ during: "[2026-12-05,2026-12-08)" }]);
    expect(await t.readLedger(id)).toEqual([
      { kind: "authorized", account: null, amount_cents: null, owner_id: null },
      { kind: "captured", account: "card_clearing", amount_cents: 20_099, owner_id: null },
      { kind: "captured", account: "renter", amount_cents: -20_099, owner_id: t.renter.id },
      { kind: "provider_fee", account: "provider_fees", amount_cents: 613, owner_id: null },
      { kind: "provider_fee", account: "card_clearing", amount_cents: -613, owner_id: null },
    ]);
    const audit = await t.app.ctx.db
      .selectFrom("audit_events")
      .select(["action", "actor_kind"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(audit.map((row) => row.action)).toEqual([
      "booking.create",
      "booking.authorise_for_instant_book",
      "booking.capture_succeeded",
    ]);
  });

  test("shows contact details and position only after approval, only to renter and host", async () => {
    const car = await t.newCar();
    await t.app.call("PATCH", "/api/profile", {
      as: t.renter.token,
      body: { phone: "+1 242 555 0100" },
    });
    const { body } = await t.checkout(car);
    expect(await t.read(body.booking_id)).toMatchObject({
      car: { pickup_instructions: null, latitude: null, longitude: null, host: { email: null } },
    });
    expect(await t.read(body.booking_id, t.host)).toMatchObject({
      renter: { email: null, phone: null },
    });
    await t.pay(body.session_id);
    await t.verify(body.session_id);
    expect(await t.read(body.booking_id)).toMatchObject({
      car: {
        pickup_instructions: "Key box at the gate, code 2468.",
        latitude: 25.07,
        longitude: -77.4,
        host: { email: t.host.email },
      },
    });
    expect(await t.read(body.booking_id, t.host)).toMatchObject({
      renter: { email: t.renter.email, phone: "+12425550100" },
    });
    const stranger = await t.newRenter();
    expect(await t.read(body.booking_id, stranger)).toMatchObject({
      code: "PGRST116",
      status: 404,
    });
    expect((await t.verify(body.session_id, stranger)).body).toMatchObject({ code: "PGRST116" });
  });

  const confirmed = async (dates?: object) => {
    const someone = await t.newRenter();
    const { body } = await t.checkout(await t.newCar(), someone, dates);
    await t.pay(body.session_id);
    await t.verify(body.session_id, someone);
    const find = async () =>
      (await t.app.mails(someone.email)).find(({ subject }) => subject.startsWith("Confirmed:"));
    await expect.poll(find).toBeDefined();
    return { someone, mail: await find() };
  };

  test("emails each side the other side's address", async () => {
    const { someone, mail } = await confirmed();
    const toHost = async () =>
      (await t.app.mails(t.host.email)).find(({ text }) => text.includes(someone.email));
    await expect.poll(toHost).toMatchObject({ subject: expect.stringMatching(/^New booking:/) });
    expect((await toHost())?.text).toContain("/host/bookings");
    expect(mail?.text).toContain(t.host.email);
    expect(mail?.text).toContain("$200.99");
  });

  test("states until when the trip can be cancelled, or that it is too late", async () => {
    expect((await confirmed()).mail?.text).toMatch(
      /Free cancellation until Fri, Dec 4, 10:00 AM\./,
    );
    const tomorrow = addDays(todayInNassau(t.app.clock.now()), 1);
    const { mail } = await confirmed({ start_date: tomorrow, end_date: addDays(tomorrow, 3) });
    expect(mail?.text).toContain(
      "This trip starts within 24 hours and can't be cancelled or refunded.",
    );
  });

  test("is confirmed by a webhook alone, and a repeated webhook changes nothing", async () => {
    const car = await t.newCar();
    const { body } = await t.checkout(car);
    await t.pay(body.session_id, { webhooks: "twice" });
    await expect.poll(async () => (await t.read(body.booking_id)).status).toBe("approved");
    await t.verify(body.session_id);
    expect(await sandboxTotals(t.app.ctx.db, body.booking_id)).toEqual({
      captured: 20_099,
      refunded: 0,
    });
    const captures = (await t.readLedger(body.booking_id)).filter((row) => row.kind === "captured");
    expect(captures).toHaveLength(2);
  });
});

describe("approval required", () => {
  test("holds the card and charges it when the host approves", async () => {
    const { id, verified } = await t.book({ mode: "approval" });
    expect(verified).toMatchObject({ status: "pending", payment_status: "authorized" });
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 0, refunded: 0 });
    expect(
      (await t.app.call("POST", `/api/bookings/${id}/approve`, { as: t.renter.token })).body,
    ).toMatchObject({
      code: "forbidden",
      status: 403,
    });
    const approved = await t.app.call("POST", `/api/bookings/${id}/approve`, { as: t.host.token });
    expect(approved.body).toMatchObject({ status: "approved", payment_status: "paid" });
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 0 });
    expect(
      (await t.app.call("POST", `/api/bookings/${id}/approve`, { as: t.host.token })).body,
    ).toMatchObject({
      code: "transition_refused",
      status: 409,
    });
  });

  test("shows the host's actions, the host's earnings and the timeline only to the parties concerned", async () => {
    const NOTHING = { approve: false, reject: false, cancel: false };
    const { id } = await t.book({ mode: "approval" });
    expect(await t.read(id)).toMatchObject({ host_actions: NOTHING, host_share_cents: null });
    expect(await t.read(id, t.host)).toMatchObject({
      host_actions: { approve: true, reject: true, cancel: false },
      host_share_cents: 15_300,
    });
    expect((await t.decide(id, "approve", t.host)).body.host_actions).toEqual({
      ...NOTHING,
      cancel: true,
    });
    expect((await t.decide(id, "cancel", t.host)).body.host_actions).toEqual(NOTHING);
    const timeline = (as: string) => t.app.call("GET", `/api/bookings/${id}/timeline`, { as });
    for (const { token } of [t.host, t.renter])
      expect((await timeline(token)).body.steps).toMatchObject([
        { step: "create", by: "renter", at: expect.stringMatching(/Z$/) },
        { step: "authorise_for_request", by: "provider" },
        { step: "request_approval", by: "host" },
        { step: "capture_succeeded", by: "provider" },
        { step: "cancel_by_host", by: "host" },
        { step: "refund_succeeded", by: "provider" },
      ]);
    expect(await timeline((await t.newRenter()).token)).toMatchObject({
      status: 404,
      body: { code: "PGRST116" },
    });
  });

  test("releases the card and the dates on rejection", async () => {
    const { id, car } = await t.book({ mode: "approval" });
    expect(
      (
        await t.app.call("POST", `/api/bookings/${id}/reject`, {
          as: t.host.token,
          body: { reason: "" },
        })
      ).status,
    ).toBe(400);
    const rejected = await t.app.call("POST", `/api/bookings/${id}/reject`, {
      as: t.host.token,
      body: { reason: "The car is at the garage." },
    });
    expect(rejected.body).toMatchObject({ status: "rejected", payment_status: "voided" });
    expect(await t.occupied(car)).toEqual([]);
    expect(
      await t.app.ctx.db
        .selectFrom("payments")
        .select(["state", "wanted"])
        .where("booking_id", "=", id)
        .executeTakeFirst(),
    ).toEqual({ state: "voided", wanted: null });
  });
});

describe("cancellation", () => {
  test("refunds everything more than 24 hours ahead", async () => {
    const { id, car } = await t.book();
    expect(await t.read(id)).toMatchObject({
      cancellation: { allowed: true, fee_cents: 0, refund_cents: 20_099 },
    });
    const cancelled = await t.app.call("POST", `/api/bookings/${id}/cancel`, {
      as: t.renter.token,
    });
    expect(cancelled.body).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refund_pending: false,
    });
    expect(await t.occupied(car)).toEqual([]);
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 20_099 });
    // The provider keeps its fee.
    expect(await t.readBalances(id)).toEqual({ card_clearing: -613, provider_fees: 613 });
  });

  test.each(["", "\uFEFF"])("counts the reason %j as none", async (reason) => {
    const { id } = await t.book();
    const cancelled = await t.app.call("POST", `/api/bookings/${id}/cancel`, {
      as: t.renter.token,
      body: { reason },
    });
    expect(cancelled.body).toMatchObject({ status: "cancelled", decision_reason: null });
  });

  test("is refused to the renter within 24 hours, and allowed to the host", async () => {
    const { id } = await t.book({ dates: { start_date: "2026-11-22", end_date: "2026-11-25" } });
    expect(await t.read(id)).toMatchObject({ cancellation: { allowed: false } });
    expect(
      (await t.app.call("POST", `/api/bookings/${id}/cancel`, { as: t.renter.token })).body,
    ).toMatchObject({
      code: "cancellation_too_late",
      status: 409,
    });
    expect((await t.decide(id, "cancel", t.host)).body).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
    });
  });
});

describe("blocking the days that a decision frees", () => {
  const blocks = (carId: string) =>
    t.app.ctx.db
      .selectFrom("car_calendar")
      .select(["kind", SHOWN_DAYS.as("during")])
      .where("car_id", "=", carId)
      .execute();
  const days = [{ kind: "block", during: "[2026-12-05,2026-12-08)" }];

  test("blocks them with the host's rejection", async () => {
    const { id, car } = await t.book({ mode: "approval" });
    const input = { reason: "The car is at the garage.", block_days: true };
    expect((await t.decide(id, "reject", t.host, input)).body).toMatchObject({
      status: "rejected",
    });
    expect(await blocks(car)).toEqual(days);
  });

  test("blocks them with the host's cancellation, whose email says so", async () => {
    const { id, car } = await t.book();
    expect((await t.decide(id, "cancel", t.host, { block_days: true })).body).toMatchObject({
      status: "cancelled",
    });
    expect(await blocks(car)).toEqual(days);
    const mails = async () => (await t.app.mails(t.host.email)).map(({ text }) => text).join("\n");
    await expect.poll(mails).toContain("The dates are now blocked in your calendar.");
  });

  test("leaves out a first day on which another trip returns", async () => {
    const { id, car } = await t.book();
    const before = { start_date: "2026-12-02", end_date: "2026-12-05" };
    expect((await t.checkout(car, await t.newRenter(), before)).status).toBe(200);
    expect((await t.decide(id, "cancel", t.host, { block_days: true })).body).toMatchObject({
      status: "cancelled",
    });
    expect((await blocks(car)).toSorted((a, b) => (a.during < b.during ? -1 : 1))).toEqual([
      { kind: "booking", during: "[2026-12-02,2026-12-05)" },
      { kind: "block", during: "[2026-12-06,2026-12-08)" },
    ]);
  });

  test("is refused to the renter, and nothing changes", async () => {
    const { id, car } = await t.book();
    expect((await t.decide(id, "cancel", t.renter, { block_days: true })).body).toMatchObject({
      code: "forbidden",
    });
    expect(await t.read(id)).toMatchObject({ status: "approved" });
    expect(await blocks(car)).toMatchObject([{ kind: "booking" }]);
  });
});

describe("the pickup instructions", () => {
  const mailed = async (id: string): Promise<string> =>
    (await t.app.call("GET", `/api/bookings/${id}/calendar.ics`, { as: t.renter.token })).body;

  test("are not shown once the bank disputes the payment", async () => {
    const { body } = await t.checkout(await t.newCar());
    const card = { number: "4000 0000 0000 0259", webhooks: "normal" };
    await t.pay(body.session_id, card);
    await t.verify(body.session_id);
    const read = async () => (await t.read(body.booking_id)).car.pickup_instructions;
    await expect.poll(read).toBeNull();
    expect(await mailed(body.booking_id)).not.toContain("2468");
    expect((await t.read(body.booking_id, t.host)).car.pickup_instructions).toContain("2468");
  });
});
