// The main job through the API: hold, pay, approve, cancel, and everything that may come in a different order.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { signEvent } from "../../platform/payments/signature.ts";
import { sandboxTotals } from "../../platform/payments/sandbox.ts";
import { sweep } from "./settlement.service.ts";

let app: TestApp;
let host: Person;
let renter: Person;

beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
  renter = await makePerson(app);
});
afterAll(() => app.close());

const DATES = { start_date: "2026-12-05", end_date: "2026-12-08" };
const CARD = { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123", name: "Tamika Rolle", webhooks: "never" };

const checkout = (car_id: string, by: Person = renter, more: object = {}) =>
  app.call("POST", "/functions/v1/create-booking-checkout", {
    as: by.token,
    body: { car_id, ...DATES, total_amount: 180, special_requests: null, ...more },
  });
const pay = (sessionId: string, card: object = {}) =>
  app.call("POST", `/api/sandbox/checkout/${sessionId}/pay`, { body: { ...CARD, ...card } });
const verify = (session_id: string, by: Person = renter) =>
  app.call("POST", "/functions/v1/verify-booking-payment", { as: by.token, body: { session_id } });
const read = async (id: string, by: Person = renter) =>
  (await app.call("GET", `/api/bookings/${id}`, { as: by.token })).body;
const ledgerOf = (bookingId: string) =>
  app.ctx.db
    .selectFrom("ledger_transactions as t")
    .leftJoin("ledger_entries as e", "e.transaction_id", "t.id")
    .where("t.booking_id", "=", bookingId)
    .select(["t.kind", "e.account", "e.amount_cents"])
    .orderBy("t.at")
    .orderBy("t.kind")
    .orderBy("e.id")
    .execute();
const occupied = (carId: string) =>
  app.ctx.db.selectFrom("car_calendar").select("during").where("car_id", "=", carId).execute();

/** A booking that is approved and paid. */
async function booked(options: { by?: Person; mode?: "instant" | "approval"; dates?: object; total?: number } = {}) {
  const car = await makeListing(app, host, { booking_mode: options.mode ?? "instant" });
  const by = options.by ?? renter;
  const opened = await checkout(car, by, { ...options.dates, total_amount: options.total ?? 180 });
  expect(opened.status).toBe(200);
  expect((await pay(opened.body.session_id)).status).toBe(200);
  const verified = await verify(opened.body.session_id, by);
  return {
    car,
    id: opened.body.booking_id as string,
    session: opened.body.session_id as string,
    verified: verified.body,
  };
}

describe("instant book", () => {
  test("holds, charges and confirms, with the fees of product.md and a balanced ledger", async () => {
    const { car, id, verified } = await booked();
    expect(verified).toMatchObject({ status: "approved", payment_status: "paid", booking_id: id });
    expect(await read(id)).toMatchObject({
      total_amount: 180,
      service_fee_cents: 1800,
      processing_fee_cents: 299,
      amount_due_cents: 20_099,
      status: "approved",
    });
    expect(await sandboxTotals(app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 0 });
    expect(await occupied(car)).toEqual([{ during: "[2026-12-05,2026-12-08)" }]);
    expect(await ledgerOf(id)).toEqual([
      { kind: "authorized", account: null, amount_cents: null },
      { kind: "captured", account: "card_clearing", amount_cents: 20_099 },
      { kind: "captured", account: "deferred_bookings", amount_cents: -20_099 },
    ]);
    const audit = await app.ctx.db
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

  test("gives contact and pickup instructions only once approved, and only to the two sides", async () => {
    const car = await makeListing(app, host);
    const { body } = await checkout(car);
    expect(await read(body.booking_id)).toMatchObject({ car: { pickup_instructions: null, host: { email: null } } });
    await pay(body.session_id);
    await verify(body.session_id);
    expect(await read(body.booking_id)).toMatchObject({
      car: { pickup_instructions: "Key box at the gate, code 2468.", host: { email: host.email } },
    });
    expect(await read(body.booking_id, host)).toMatchObject({ renter: { email: renter.email } });
    const stranger = await makePerson(app);
    expect(await read(body.booking_id, stranger)).toMatchObject({ code: "PGRST116", status: 404 });
    expect((await verify(body.session_id, stranger)).body).toMatchObject({ code: "PGRST116" });
  });

  test("mails both sides", async () => {
    const { id } = await booked();
    await expect
      .poll(async () => (await app.mails(renter.email)).some((mail) => mail.subject.startsWith("Confirmed:")), {
        timeout: 5000,
      })
      .toBe(true);
    await expect
      .poll(async () => (await app.mails(host.email)).some((mail) => mail.subject.startsWith("New booking:")), {
        timeout: 5000,
      })
      .toBe(true);
    expect(id).toBeTruthy();
  });

  test("a webhook alone confirms, and a repeat, a late or reordered one changes nothing", async () => {
    const car = await makeListing(app, host);
    const { body } = await checkout(car);
    await pay(body.session_id, { webhooks: "twice" });
    await expect.poll(async () => (await read(body.booking_id)).status, { timeout: 8000 }).toBe("approved");
    await verify(body.session_id);
    expect(await sandboxTotals(app.ctx.db, body.booking_id)).toEqual({ captured: 20_099, refunded: 0 });
    const captures = (await ledgerOf(body.booking_id)).filter((row) => row.kind === "captured");
    expect(captures).toHaveLength(2);
  });
});

describe("approval required", () => {
  test("holds the card, charges it when the host approves", async () => {
    const { id, verified } = await booked({ mode: "approval" });
    expect(verified).toMatchObject({ status: "pending", payment_status: "authorized" });
    expect(await sandboxTotals(app.ctx.db, id)).toEqual({ captured: 0, refunded: 0 });
    expect((await app.call("POST", `/api/bookings/${id}/approve`, { as: renter.token })).body).toMatchObject({
      code: "PGRST116",
    });
    const approved = await app.call("POST", `/api/bookings/${id}/approve`, { as: host.token });
    expect(approved.body).toMatchObject({ status: "approved", payment_status: "paid" });
    expect(await sandboxTotals(app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 0 });
    expect((await app.call("POST", `/api/bookings/${id}/approve`, { as: host.token })).body).toMatchObject({
      code: "transition_refused",
      status: 409,
    });
  });

  test("a rejection releases the card and the dates", async () => {
    const { id, car } = await booked({ mode: "approval" });
    expect(
      (await app.call("POST", `/api/bookings/${id}/reject`, { as: host.token, body: { reason: "" } })).status,
    ).toBe(400);
    const rejected = await app.call("POST", `/api/bookings/${id}/reject`, {
      as: host.token,
      body: { reason: "The car is at the garage." },
    });
    expect(rejected.body).toMatchObject({ status: "rejected", payment_status: "voided" });
    expect(await occupied(car)).toEqual([]);
    expect(
      await app.ctx.db
        .selectFrom("payments")
        .select(["state", "wanted"])
        .where("booking_id", "=", id)
        .executeTakeFirst(),
    ).toEqual({ state: "voided", wanted: null });
  });

  test("lapses after 24 hours without an answer", async () => {
    const own = await startTestApp({ config: { unlimited: true } });
    try {
      const [theHost, theRenter] = [await makePerson(own, { roles: ["host"] }), await makePerson(own)];
      const car = await makeListing(own, theHost, { booking_mode: "approval" });
      const { body } = await own.call("POST", "/functions/v1/create-booking-checkout", {
        as: theRenter.token,
        body: { car_id: car, ...DATES, total_amount: 180 },
      });
      await own.call("POST", `/api/sandbox/checkout/${body.session_id}/pay`, { body: CARD });
      await own.call("POST", "/functions/v1/verify-booking-payment", {
        as: theRenter.token,
        body: { session_id: body.session_id },
      });
      own.clock.advance(24 * 3_600_000 - 1);
      await sweep(own.ctx);
      const state = async () =>
        (await own.call("GET", `/api/bookings/${body.booking_id}`, { as: theRenter.token })).body;
      expect(await state()).toMatchObject({ status: "pending" });
      own.clock.advance(1);
      await sweep(own.ctx);
      expect(await state()).toMatchObject({ status: "cancelled", payment_status: "voided" });
    } finally {
      await own.close();
    }
  });
});

describe("the hold", () => {
  test("ends when the provider says that the session is over, and counts in no list", async () => {
    const own = await startTestApp({ config: { unlimited: true } });
    try {
      const [theHost, theRenter] = [await makePerson(own, { roles: ["host"] }), await makePerson(own)];
      const car = await makeListing(own, theHost);
      const { body } = await own.call("POST", "/functions/v1/create-booking-checkout", {
        as: theRenter.token,
        body: { car_id: car, ...DATES, total_amount: 180 },
      });
      own.clock.advance(31 * 60_000);
      await sweep(own.ctx);
      expect(await own.ctx.db.selectFrom("car_calendar").selectAll().execute()).toEqual([]);
      expect(
        await own.ctx.db
          .selectFrom("bookings")
          .select(["status", "payment_status"])
          .where("id", "=", body.booking_id)
          .executeTakeFirst(),
      ).toEqual({ status: "cancelled", payment_status: "expired" });
      expect((await own.call("GET", "/api/bookings", { as: theRenter.token })).body).toMatchObject({
        bookings: [],
        total: 0,
      });
      expect(
        (await own.call("POST", `/api/sandbox/checkout/${body.session_id}/pay`, { body: CARD })).body,
      ).toMatchObject({ code: "payment_session_closed" });
    } finally {
      await own.close();
    }
  });

  test("is replaced by the same renter's next checkout for the car; a renter has three at most", async () => {
    const someone = await makePerson(app);
    const car = await makeListing(app, host);
    const first = await checkout(car, someone);
    const second = await checkout(car, someone);
    expect(second.status).toBe(200);
    expect((await pay(first.body.session_id)).body).toMatchObject({ code: "payment_session_closed" });
    for (let more = 0; more < 2; more++)
      expect((await checkout(await makeListing(app, host), someone)).status).toBe(200);
    expect((await checkout(await makeListing(app, host), someone)).body).toMatchObject({
      code: "too_many_holds",
      status: 409,
    });
  });

  test("an authorisation that arrives too late is voided", async () => {
    const someone = await makePerson(app);
    const car = await makeListing(app, host);
    const { body } = await checkout(car, someone);
    await pay(body.session_id);
    // The hold ended before the news came: as if the provider had first said "expired".
    await app.ctx.db
      .updateTable("bookings")
      .set({ status: "cancelled", payment_status: "expired" })
      .where("id", "=", body.booking_id)
      .execute();
    await app.ctx.db.deleteFrom("car_calendar").where("booking_id", "=", body.booking_id).execute();
    expect((await verify(body.session_id, someone)).body).toMatchObject({
      status: "cancelled",
      payment_status: "voided",
    });
    expect(await sandboxTotals(app.ctx.db, body.booking_id)).toEqual({ captured: 0, refunded: 0 });
  });
});

describe("cancellation", () => {
  test("more than 24 hours ahead gives everything back", async () => {
    const { id, car } = await booked();
    expect(await read(id)).toMatchObject({ cancellation: { allowed: true, fee_cents: 0, refund_cents: 20_099 } });
    const cancelled = await app.call("POST", `/api/bookings/${id}/cancel`, { as: renter.token });
    expect(cancelled.body).toMatchObject({ status: "cancelled", payment_status: "refunded", refund_pending: false });
    expect(await occupied(car)).toEqual([]);
    expect(await sandboxTotals(app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 20_099 });
    const sum = (await ledgerOf(id))
      .filter((row) => row.account === "card_clearing")
      .reduce((total, row) => total + (row.amount_cents ?? 0), 0);
    expect(sum).toBe(0);
  });

  test("within 24 hours is refused to the renter and allowed to the host", async () => {
    const { id } = await booked({ dates: { start_date: "2026-11-22", end_date: "2026-11-25" } });
    expect(await read(id)).toMatchObject({ cancellation: { allowed: false } });
    expect((await app.call("POST", `/api/bookings/${id}/cancel`, { as: renter.token })).body).toMatchObject({
      code: "cancellation_too_late",
      status: 409,
    });
    expect((await app.call("POST", `/api/bookings/${id}/cancel`, { as: host.token })).body).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
    });
  });
});

test("a booking is completed the day after its end date, and earned then", async () => {
  const own = await startTestApp({ config: { unlimited: true } });
  try {
    const [theHost, theRenter] = [await makePerson(own, { roles: ["host"] }), await makePerson(own)];
    const car = await makeListing(own, theHost);
    const { body } = await own.call("POST", "/functions/v1/create-booking-checkout", {
      as: theRenter.token,
      body: { car_id: car, ...DATES, total_amount: 180 },
    });
    await own.call("POST", `/api/sandbox/checkout/${body.session_id}/pay`, { body: CARD });
    await own.call("POST", "/functions/v1/verify-booking-payment", {
      as: theRenter.token,
      body: { session_id: body.session_id },
    });
    const status = async () =>
      (
        await own.ctx.db
          .selectFrom("bookings")
          .select("status")
          .where("id", "=", body.booking_id)
          .executeTakeFirstOrThrow()
      ).status;
    own.clock.set("2026-12-09T04:59:59Z"); // 23:59:59 in Nassau
    await sweep(own.ctx);
    expect(await status()).toBe("approved");
    own.clock.set("2026-12-09T05:00:00Z");
    await sweep(own.ctx);
    expect(await status()).toBe("completed");
    const payable = await own.ctx.db
      .selectFrom("ledger_entries")
      .select(["account", "amount_cents", "owner_id"])
      .where("account", "in", ["host_payable", "platform_fees"])
      .orderBy("account")
      .execute();
    expect(payable).toEqual([
      { account: "host_payable", amount_cents: -15_300, owner_id: theHost.id },
      { account: "platform_fees", amount_cents: -4_799, owner_id: null },
    ]);
    expect((await own.call("GET", "/api/dashboard", { as: theRenter.token })).body).toMatchObject({
      total_bookings: 1,
      upcoming_trips: 0,
      completed: 1,
      total_spent: 180,
    });
  } finally {
    await own.close();
  }
});

describe("cards", () => {
  test.each([
    ["4000 0000 0000 0002", "card_declined"],
    ["4000 0000 0000 9995", "insufficient_funds"],
  ])("%s is refused with %s, and another card may be tried", async (number, reason) => {
    const car = await makeListing(app, host);
    const someone = await makePerson(app);
    const { body } = await checkout(car, someone);
    expect((await pay(body.session_id, { number })).body).toMatchObject({
      code: "payment_declined",
      status: 402,
      details: { reason },
    });
    expect((await verify(body.session_id, someone)).body).toMatchObject({
      status: "pending",
      payment_status: "unpaid",
    });
    await pay(body.session_id);
    expect((await verify(body.session_id, someone)).body).toMatchObject({ status: "approved" });
  });

  test("4000 0025 0000 3155 asks for a confirmation step", async () => {
    const { body } = await checkout(await makeListing(app, host), await makePerson(app));
    expect((await pay(body.session_id, { number: "4000002500003155" })).body).toMatchObject({
      state: "needs_confirmation",
    });
    expect((await pay(body.session_id, { number: "4000002500003155", confirmed: true })).body).toMatchObject({
      state: "paid",
    });
  });

  test("what can't be a card is refused field by field", async () => {
    const { body } = await checkout(await makeListing(app, host), await makePerson(app));
    const answer = await pay(body.session_id, { number: "4242 4242 4242 4241", expiry: "13/30", cvc: "1", name: " " });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((each: { field: string }) => each.field)).toEqual([
      "body.number",
      "body.expiry",
      "body.cvc",
      "body.name",
    ]);
  });
});

describe("bad input changes nothing", () => {
  const cases: [string, object, string, number][] = [
    ["no dates", { start_date: null, end_date: null }, "dates_missing", 422],
    ["no end date", { end_date: "" }, "dates_missing", 422],
    ["reversed dates", { start_date: "2026-12-08", end_date: "2026-12-05" }, "dates_reversed", 422],
    ["the same day", { end_date: "2026-12-05" }, "dates_reversed", 422],
    ["a past start", { start_date: "2026-11-20", end_date: "2026-11-23" }, "dates_past", 422],
    ["91 days", { start_date: "2026-12-05", end_date: "2027-03-06" }, "dates_too_long", 422],
    ["a start in 366 days", { start_date: "2027-11-22", end_date: "2027-11-24" }, "dates_too_far", 422],
    ["a date that does not exist", { start_date: "2027-02-30" }, "dates_invalid", 422],
    ["a wrong total", { total_amount: 1 }, "price_changed", 409],
    ["a total with three decimals", { total_amount: 180.001 }, "invalid_request", 400],
    ["an unknown field", { discount: 100 }, "invalid_request", 400],
    ["an unknown car", { car_id: "11111111-1111-4111-8111-111111111111" }, "car_not_available", 404],
    ["a car id that is SQL", { car_id: "'; drop table bookings; --" }, "invalid_request", 400],
  ];
  test.each(cases)("%s", async (_name, more, code, status) => {
    const car = await makeListing(app, host);
    const answer = await checkout(car, renter, more);
    expect(answer.body).toMatchObject({ code, status });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await occupied(car)).toEqual([]);
  });

  test("a wrong total is answered with the fresh quote", async () => {
    const { body } = await checkout(await makeListing(app, host), renter, { total_amount: 170 });
    expect(body.details.quote).toEqual({
      days: 3,
      price_per_day: 60,
      total_amount: 180,
      service_fee: 18,
      processing_fee: 2.99,
      amount_due: 200.99,
    });
  });

  test("unapproved, unavailable and deleted cars, one's own car, a renter under 21, a profile without a date of birth", async () => {
    for (const given of [
      { is_approved: false },
      { is_available: false },
      { deleted_at: app.clock.now().toISOString() },
    ])
      expect((await checkout(await makeListing(app, host, given))).body).toMatchObject({ code: "car_not_available" });
    expect((await checkout(await makeListing(app, host), host)).body).toMatchObject({ code: "own_car" });
    expect(
      (await checkout(await makeListing(app, host), await makePerson(app, { dateOfBirth: "2005-12-06" }))).body,
    ).toMatchObject({ code: "renter_too_young", details: { minimum_age: 21 } });
    expect(
      (await checkout(await makeListing(app, host), await makePerson(app, { dateOfBirth: "2005-12-05" }))).status,
    ).toBe(200);
    expect(
      (await checkout(await makeListing(app, host), await makePerson(app, { dateOfBirth: null }))).body,
    ).toMatchObject({ code: "date_of_birth_required" });
  });

  test("taken dates are answered with the nearest free ones; a return and a pick-up share a date", async () => {
    const car = await makeListing(app, host);
    expect((await checkout(car, await makePerson(app))).status).toBe(200);
    const answer = await checkout(car, await makePerson(app), { start_date: "2026-12-06", end_date: "2026-12-09" });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "dates_taken",
      details: { nearest_free: expect.arrayContaining([{ start_date: "2026-12-08", end_date: "2026-12-11" }]) },
    });
    expect(
      (await checkout(car, await makePerson(app), { start_date: "2026-12-08", end_date: "2026-12-11" })).status,
    ).toBe(200);
  });

  test("HTML and SQL in special requests stay text", async () => {
    const text = `<script>alert(1)</script> '; drop table bookings; --`;
    const { body } = await checkout(await makeListing(app, host), await makePerson(app), { special_requests: text });
    const row = await app.ctx.db
      .selectFrom("bookings")
      .select("special_requests")
      .where("id", "=", body.booking_id)
      .executeTakeFirst();
    expect(row?.special_requests).toBe(text);
  });

  test("malformed JSON and bodies over 1 MB", async () => {
    const path = "/functions/v1/create-booking-checkout";
    expect((await app.call("POST", path, { as: renter.token, body: "{" })).body).toMatchObject({
      code: "malformed_json",
      status: 400,
    });
    const large = await app.call("POST", path, {
      as: renter.token,
      body: JSON.stringify({ special_requests: "x".repeat(1_000_001) }),
    });
    expect(large.body).toMatchObject({ code: "payload_too_large", status: 413 });
  });
});

describe("webhooks", () => {
  const post = (body: string, signature?: string) =>
    app.call("POST", "/webhooks/stripe", { body, headers: signature ? { "stripe-signature": signature } : {} });
  const eventOf = (id: string, sessionId: string) =>
    JSON.stringify({
      id,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { id: sessionId, object: "checkout.session" } },
    });

  test("unsigned, wrongly signed, altered and old ones are refused", async () => {
    const body = eventOf("evt_1", "cs_test_unknown");
    const right = signEvent(body, app.clock.now(), app.ctx.keys.webhookSecret);
    expect((await post(body)).body).toMatchObject({
      code: "webhook_signature_invalid",
      details: { reason: "missing" },
    });
    expect((await post(body, signEvent(body, app.clock.now(), "another secret"))).body).toMatchObject({
      details: { reason: "wrong" },
    });
    expect((await post(`${body} `, right)).body).toMatchObject({ details: { reason: "wrong" } });
    const old = signEvent(body, new Date(app.clock.now().getTime() - 301_000), app.ctx.keys.webhookSecret);
    expect((await post(body, old)).body).toMatchObject({ details: { reason: "too_old" } });
    expect((await post(body, right)).status).toBe(200);
  });

  test("a claim of payment is only a hint: the provider is asked, and nothing is booked", async () => {
    const { body } = await checkout(await makeListing(app, host), await makePerson(app));
    const forged = eventOf(`evt_${body.session_id}`, body.session_id);
    const sent = () => post(forged, signEvent(forged, app.clock.now(), app.ctx.keys.webhookSecret));
    expect((await sent()).status).toBe(200);
    expect((await sent()).status).toBe(200);
    const events = await app.ctx.db
      .selectFrom("payment_events")
      .select("outcome")
      .where("event_id", "=", `evt_${body.session_id}`)
      .execute();
    expect(events).toEqual([{ outcome: `settles ${body.booking_id}` }]);
    await expect
      .poll(
        async () =>
          (
            await app.ctx.db
              .selectFrom("payments")
              .select("state")
              .where("booking_id", "=", body.booking_id)
              .executeTakeFirst()
          )?.state,
      )
      .toBe("open");
  });
});
