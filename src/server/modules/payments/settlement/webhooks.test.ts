// Signed events: which are refused, and that an event is only a hint to ask the provider.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { onSeveralNodes } from "../../../../../test/harness.ts";
import { signEvent } from "../../../platform/payments/signature.ts";
import { settle } from "../../bookings/settlement/booking-purchases.service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

describe("webhooks", () => {
  const post = (body: string, signature?: string) =>
    t.app.call("POST", "/webhooks/stripe", {
      body,
      headers: signature ? { "stripe-signature": signature } : {},
    });
  const makeEvent = (id: string, sessionId: string) =>
    JSON.stringify({
      id,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { id: sessionId, object: "checkout.session" } },
    });

  const incidents = () => t.app.ctx.db.selectFrom("payment_incidents").selectAll().execute();

  test("refuses unsigned, wrongly signed, altered and old events", async () => {
    const body = makeEvent("evt_1", "cs_test_unknown");
    const right = signEvent(body, t.app.clock.now(), t.app.ctx.keys.webhookSecret);
    expect((await post(body)).body).toMatchObject({
      code: "webhook_signature_invalid",
      details: { reason: "missing" },
    });
    expect(
      (await post(body, signEvent(body, t.app.clock.now(), "another secret"))).body,
    ).toMatchObject({
      details: { reason: "wrong" },
    });
    expect((await post(`${body} `, right)).body).toMatchObject({ details: { reason: "wrong" } });
    const old = signEvent(
      body,
      new Date(t.app.clock.now().getTime() - 301_000),
      t.app.ctx.keys.webhookSecret,
    );
    expect((await post(body, old)).body).toMatchObject({ details: { reason: "too_old" } });
    expect((await post(body, right)).status).toBe(200);
  });

  test("opens no incident for refused events, whoever posts them and however often", async () => {
    for (const signature of [
      undefined,
      "t=1,v1=00",
      signEvent("{}", t.app.clock.now(), "another secret"),
    ])
      for (let n = 0; n < 3; n++) {
        t.app.clock.advance(2 * MINUTE);
        expect((await post("{}", signature)).status).toBe(400);
      }
    expect(await incidents()).toEqual([]);
  });

  describe("a refused event", () => {
    const refuse = async () => {
      t.app.clock.advance(2 * MINUTE);
      const signature = signEvent("{}", t.app.clock.now(), "another secret");
      // An unsigned event does not delay the examination of signed ones, which is once a minute.
      await post("{}");
      for (let n = 0; n < 3; n++) expect((await post("{}", signature)).status).toBe(400);
    };
    const deliver = (id: string, sessionId: string) => {
      const body = makeEvent(id, sessionId);
      return post(body, signEvent(body, t.app.clock.now(), t.app.ctx.keys.webhookSecret));
    };

    test("is a single incident after an hour without an event for an authorised card", async () => {
      await t.book(); // without a webhook
      t.app.clock.advance(50 * MINUTE);
      await refuse();
      t.app.clock.advance(10 * MINUTE);
      await post("{}");
      expect(await incidents()).toEqual([]);
      await refuse();
      const noted = await incidents();
      const times = onSeveralNodes ? expect.any(Number) : 1;
      expect(noted).toMatchObject([
        {
          key: "webhook:events_missing",
          kind: "webhook_refused",
          times,
          details: { reason: "wrong" },
        },
      ]);
      await deliver("evt_verified", "cs_test_unknown");
      t.app.clock.advance(HOUR);
      await refuse();
      expect(await incidents()).toEqual(noted);
    });

    test("is no incident on a quiet day when the last card's events arrived, before or after we booked it", async () => {
      const before = await incidents();
      const { body } = await t.checkout(await t.newCar(), await t.newRenter());
      t.app.clock.advance(MINUTE);
      await t.pay(body.session_id);
      await deliver("evt_before", body.session_id);
      t.app.clock.advance(MINUTE);
      await settle(t.app.ctx, body.booking_id);
      for (let hour = 0; hour < 23; hour++) {
        t.app.clock.advance(HOUR);
        await refuse();
      }
      const { session } = await t.book();
      t.app.clock.advance(MINUTE);
      await deliver("evt_after", session);
      t.app.clock.advance(5 * HOUR);
      await refuse();
      expect(await incidents()).toEqual(before);
    });
  });

  test("treats a claim of payment as a hint only: the provider is asked, and nothing is booked", async () => {
    const { body } = await t.checkout(await t.newCar(), await t.newRenter());
    const forged = makeEvent(`evt_${body.session_id}`, body.session_id);
    const sent = () =>
      post(forged, signEvent(forged, t.app.clock.now(), t.app.ctx.keys.webhookSecret));
    expect((await sent()).status).toBe(200);
    expect((await sent()).status).toBe(200);
    const events = await t.app.ctx.db
      .selectFrom("payment_events")
      .select("outcome")
      .where("event_id", "=", `evt_${body.session_id}`)
      .execute();
    expect(events).toEqual([{ outcome: `settles ${body.booking_id}` }]);
    await expect
      .poll(
        async () =>
          (
            await t.app.ctx.db
              .selectFrom("payments")
              .select("state")
              .where("booking_id", "=", body.booking_id)
              .executeTakeFirst()
          )?.state,
      )
      .toBe("open");
  });
});
