// From "Book Now" to a paid card: holds, cards, and bad input that changes nothing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SAVED_CARD_CONSENT } from "../../../../domain/money/later/saved-card.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { sandboxTotals } from "../../../../../test/sandbox.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

describe("the checkout page", () => {
  const readTerms = async (mode: "instant" | "approval", dates = {}) => {
    const car = await t.newCar({ booking_mode: mode });
    const { body } = await t.checkout(car, await t.newRenter(), dates);
    return (await t.app.call("GET", `/api/sandbox/checkout/${body.session_id}`)).body;
  };

  test("says that instant book charges the card, and until when it can be cancelled", async () => {
    expect(await readTerms("instant")).toMatchObject({
      is_hold: false,
      note: `Your card is charged when you book. Unlimited distance. Never more than $1,020.00 for claims after the trip. Free cancellation until Fri, Dec 4, 10:00 AM. Times are Nassau time. ${SAVED_CARD_CONSENT}`,
      warning: null,
    });
    const today = todayInNassau(t.app.clock.now());
    const dates = { start_date: addDays(today, 1), end_date: addDays(today, 4) };
    expect(await readTerms("instant", dates)).toMatchObject({
      note: `Your card is charged when you book. Unlimited distance. Never more than $1,020.00 for claims after the trip. ${SAVED_CARD_CONSENT}`,
      warning: "This trip starts within 24 hours and can't be cancelled or refunded.",
    });
  });

  test("says that a request holds the card, and warns of a trip that starts too soon", async () => {
    const today = todayInNassau(t.app.clock.now());
    const dates = { start_date: today, end_date: addDays(today, 3) };
    expect(await readTerms("approval", dates)).toMatchObject({
      is_hold: true,
      note: `We'll hold this amount on your card. You're only charged if the host approves within 24 hours. Unlimited distance. Never more than $1,020.00 for claims after the trip. ${SAVED_CARD_CONSENT}`,
      warning: "Once the host approves, this trip can't be cancelled or refunded.",
    });
  });
});

describe("the hold", () => {
  test("is replaced by the same renter's next checkout for the car, and limited to three per renter", async () => {
    const someone = await t.newRenter();
    const car = await t.newCar();
    const first = await t.checkout(car, someone);
    const second = await t.checkout(car, someone);
    expect(second.status).toBe(200);
    expect((await t.pay(first.body.session_id)).body).toMatchObject({
      code: "payment_session_closed",
    });
    for (let more = 0; more < 2; more++)
      expect((await t.checkout(await t.newCar(), someone)).status).toBe(200);
    expect((await t.checkout(await t.newCar(), someone)).body).toMatchObject({
      code: "too_many_holds",
      status: 409,
    });
  });

  test("can be resumed by its renter until it is paid or has ended", async () => {
    const someone = await t.newRenter();
    const car = await t.newCar();
    const makeHold = async (as = someone.token) =>
      (await t.app.call("GET", `/api/listings/${car}/open-checkout`, { as })).body.checkout;
    expect(await makeHold()).toBeNull();
    const { body } = await t.checkout(car, someone);
    const { booking_id: _booking, ...checkout } = body;
    expect(await makeHold()).toEqual({
      ...checkout,
      start_date: "2026-12-05",
      end_date: "2026-12-08",
      pickup_time: "10:00",
      return_time: "10:00",
      meeting_place_id: null,
      extras: [],
      drivers: [],
      lines: [{ code: "rental" }, { code: "service_fee" }, { code: "processing_fee" }].map((line) =>
        expect.objectContaining(line),
      ),
      usage_terms: expect.objectContaining({ tariff_version: 1, ceiling_cents: 102_000 }),
    });
    const listOpen = async (as = someone.token) =>
      (await t.app.call("GET", "/api/checkout-sessions", { as })).body.checkouts;
    t.app.clock.advance(1000);
    const other = await t.checkout(await t.newCar(), someone);
    expect(await listOpen()).toMatchObject([
      { ...checkout, car: { id: car, make: "Toyota", model: "RAV4" } },
      { session_id: other.body.session_id },
    ]);
    const stranger = await t.newRenter();
    expect(await makeHold(stranger.token)).toBeNull();
    expect(await listOpen(stranger.token)).toEqual([]);
    await t.pay(body.session_id);
    await t.verify(body.session_id, someone);
    expect(await makeHold()).toBeNull();
    expect(await listOpen()).toMatchObject([{ session_id: other.body.session_id }]);
  });

  test("can be released by its renter and nobody else", async () => {
    const someone = await t.newRenter();
    const car = await t.newCar();
    const { body } = await t.checkout(car, someone);
    const release = (as: string) =>
      t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as });
    expect((await release((await t.newRenter()).token)).status).toBe(200);
    expect(await t.occupied(car)).toHaveLength(1);
    expect((await release(someone.token)).body).toEqual({ checkout: null });
    expect(await t.occupied(car)).toEqual([]);
    expect((await t.pay(body.session_id)).body).toMatchObject({ code: "payment_session_closed" });
    const paid = await t.book();
    expect(
      (
        await t.app.call("DELETE", `/api/listings/${paid.car}/open-checkout`, {
          as: t.renter.token,
        })
      ).status,
    ).toBe(200);
    expect(await t.read(paid.id)).toMatchObject({ status: "approved" });
  });

  test("voids an authorisation that arrives after it has ended", async () => {
    const someone = await t.newRenter();
    const car = await t.newCar();
    const { body } = await t.checkout(car, someone);
    await t.pay(body.session_id);
    // The hold ended before we learned of the payment, as if the provider had first reported
    // "expired".
    await t.app.ctx.db
      .updateTable("bookings")
      .set({ status: "cancelled", payment_status: "expired" })
      .where("id", "=", body.booking_id)
      .execute();
    await t.app.ctx.db
      .deleteFrom("car_calendar")
      .where("booking_id", "=", body.booking_id)
      .execute();
    expect((await t.verify(body.session_id, someone)).body).toMatchObject({
      status: "cancelled",
      payment_status: "voided",
    });
    expect(await sandboxTotals(t.app.ctx.db, body.booking_id)).toEqual({
      captured: 0,
      refunded: 0,
    });
  });
});

describe("cards", () => {
  test.each([
    ["4000 0000 0000 0002", "card_declined"],
    ["4000 0000 0000 9995", "insufficient_funds"],
  ])("%s is refused with %s, and another card can be tried", async (number, reason) => {
    const car = await t.newCar();
    const someone = await t.newRenter();
    const { body } = await t.checkout(car, someone);
    expect((await t.pay(body.session_id, { number })).body).toMatchObject({
      code: "payment_declined",
      status: 402,
      details: { reason },
    });
    expect((await t.verify(body.session_id, someone)).body).toMatchObject({
      status: "pending",
      payment_status: "unpaid",
    });
    await t.pay(body.session_id);
    expect((await t.verify(body.session_id, someone)).body).toMatchObject({ status: "approved" });
  });

  test("4000 0025 0000 3155 requires a confirmation step", async () => {
    const { body } = await t.checkout(await t.newCar(), await t.newRenter());
    expect((await t.pay(body.session_id, { number: "4000002500003155" })).body).toMatchObject({
      state: "needs_confirmation",
    });
    expect(
      (await t.pay(body.session_id, { number: "4000002500003155", confirmed: true })).body,
    ).toMatchObject({
      state: "paid",
    });
  });

  test("are refused with an error for each invalid field", async () => {
    const { body } = await t.checkout(await t.newCar(), await t.newRenter());
    const answer = await t.pay(body.session_id, {
      number: "4242 4242 4242 4241",
      expiry: "13/30",
      cvc: "1",
      name: " ",
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map((each) => each.field)).toEqual([
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
    [
      "a start in 366 days",
      { start_date: "2027-11-22", end_date: "2027-11-24" },
      "dates_too_far",
      422,
    ],
    ["a date that does not exist", { start_date: "2027-02-30" }, "dates_invalid", 422],
    ["a wrong total", { total_amount: 1 }, "price_changed", 409],
    ["a total with three decimals", { total_amount: 180.001 }, "invalid_request", 400],
    ["an unknown field", { discount: 100 }, "invalid_request", 400],
    [
      "an unknown car",
      { car_id: "11111111-1111-4111-8111-111111111111" },
      "car_not_available",
      404,
    ],
    ["a car id that is SQL", { car_id: "'; drop table bookings; --" }, "invalid_request", 400],
  ];
  test.each(cases)("%s", async (_name, more, code, status) => {
    const car = await t.newCar();
    const answer = await t.checkout(car, t.renter, more);
    expect(answer.body).toMatchObject({ code, status });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await t.occupied(car)).toEqual([]);
  });

  test("answers a wrong total with a fresh quote", async () => {
    const { body } = await t.checkout(await t.newCar(), t.renter, { total_amount: 170 });
    expect(body.details?.["quote"]).toEqual({
      days: 3,
      price_per_day: 60,
      total_amount: 180,
      service_fee: 18,
      processing_fee: 2.99,
      amount_due: 200.99,
      lines: [
        expect.objectContaining({ code: "rental", label: "3 days × $60.00", amount_cents: 18_000 }),
        expect.objectContaining({ code: "service_fee", amount_cents: 1_800 }),
        expect.objectContaining({ code: "processing_fee", amount_cents: 299 }),
      ],
    });
  });

  test("confirms the amount due as well, if the page sends it", async () => {
    const car = await t.newCar();
    const { body } = await t.checkout(car, t.renter, { amount_due_cents: 19_999 });
    expect(body).toMatchObject({
      code: "price_changed",
      details: { quote: { amount_due: 200.99 } },
    });
    expect((await t.checkout(car, t.renter, { amount_due_cents: 20_099 })).status).toBe(200);
  });

  test("refuses unapproved, unavailable and deleted cars, one's own car, and renters under 21 or without a date of birth", async () => {
    for (const given of [
      { is_approved: false },
      { is_available: false },
      { deleted_at: t.app.clock.now().toISOString() },
    ])
      expect((await t.checkout(await t.newCar(given))).body).toMatchObject({
        code: "car_not_available",
      });
    expect((await t.checkout(await t.newCar(), t.host)).body).toMatchObject({ code: "own_car" });
    expect(
      (await t.checkout(await t.newCar(), await t.newRenter({ dateOfBirth: "2005-12-06" }))).body,
    ).toMatchObject({
      code: "renter_too_young",
      details: { minimum_age: 21 },
    });
    expect(
      (await t.checkout(await t.newCar(), await t.newRenter({ dateOfBirth: "2005-12-05" }))).status,
    ).toBe(200);
    expect(
      (await t.checkout(await t.newCar(), await t.newRenter({ dateOfBirth: null }))).body,
    ).toMatchObject({
      code: "date_of_birth_required",
    });
  });

  test("answers taken dates with the nearest free ones, and lets a return and a pickup share a date", async () => {
    const car = await t.newCar();
    expect((await t.checkout(car, await t.newRenter())).status).toBe(200);
    const answer = await t.checkout(car, await t.newRenter(), {
      start_date: "2026-12-06",
      end_date: "2026-12-09",
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "dates_taken",
      details: {
        nearest_free: expect.arrayContaining([
          {
            start_date: "2026-12-08",
            end_date: "2026-12-11",
            pickup_time: "10:00",
            return_time: "10:00",
          },
        ]),
      },
    });
    expect(
      (
        await t.checkout(car, await t.newRenter(), {
          start_date: "2026-12-08",
          end_date: "2026-12-11",
        })
      ).status,
    ).toBe(200);
  });

  test("stores HTML and SQL in special requests as text", async () => {
    const text = `<script>alert(1)</script> '; drop table bookings; --`;
    const { body } = await t.checkout(await t.newCar(), await t.newRenter(), {
      special_requests: text,
    });
    const row = await t.app.ctx.db
      .selectFrom("bookings")
      .select("special_requests")
      .where("id", "=", body.booking_id)
      .executeTakeFirst();
    expect(row?.special_requests).toBe(text);
  });

  test("refuses malformed JSON and bodies over 1 MB", async () => {
    const path = "/functions/v1/create-booking-checkout";
    expect((await t.app.call("POST", path, { as: t.renter.token, body: "{" })).body).toMatchObject({
      code: "malformed_json",
      status: 400,
    });
    const large = await t.app.call("POST", path, {
      as: t.renter.token,
      body: JSON.stringify({ special_requests: "x".repeat(1_000_001) }),
    });
    expect(large.body).toMatchObject({ code: "payload_too_large", status: 413 });
  });
});
