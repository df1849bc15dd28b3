// Signed events: what is refused, and that an event is only a hint to ask.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { onSeveralNodes } from "../../../../test/harness.ts";
import { signEvent } from "../../platform/payments/signature.ts";

const HOUR = 3_600_000;
let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

describe("webhooks", () => {
  const post = (body: string, signature?: string) =>
    t.app.call("POST", "/webhooks/stripe", { body, headers: signature ? { "stripe-signature": signature } : {} });
  const eventOf = (id: string, sessionId: string) =>
    JSON.stringify({
      id,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { id: sessionId, object: "checkout.session" } },
    });

  const incidents = () => t.app.ctx.db.selectFrom("payment_incidents").selectAll().execute();

  test("unsigned, wrongly signed, altered and old ones are refused", async () => {
    const body = eventOf("evt_1", "cs_test_unknown");
    const right = signEvent(body, t.app.clock.now(), t.app.ctx.keys.webhookSecret);
    expect((await post(body)).body).toMatchObject({
      code: "webhook_signature_invalid",
      details: { reason: "missing" },
    });
    expect((await post(body, signEvent(body, t.app.clock.now(), "another secret"))).body).toMatchObject({
      details: { reason: "wrong" },
    });
    expect((await post(`${body} `, right)).body).toMatchObject({ details: { reason: "wrong" } });
    const old = signEvent(body, new Date(t.app.clock.now().getTime() - 301_000), t.app.ctx.keys.webhookSecret);
    expect((await post(body, old)).body).toMatchObject({ details: { reason: "too_old" } });
    expect((await post(body, right)).status).toBe(200);
  });

  test("those that are refused open no incident, whoever posts them and however often", async () => {
    for (const signature of [undefined, "t=1,v1=00", signEvent("{}", t.app.clock.now(), "another secret")])
      for (let n = 0; n < 3; n++) {
        t.app.clock.advance(120_000);
        expect((await post("{}", signature)).status).toBe(400);
      }
    expect(await incidents()).toEqual([]);
  });

  test("a wrong secret is an incident, one, once a card was authorised and no event has come for a day", async () => {
    const wrong = async () => {
      const signature = signEvent("{}", t.app.clock.now(), "another secret");
      expect((await post("{}", signature)).status).toBe(400);
    };
    await t.book(); // without a webhook
    t.app.clock.advance(20 * HOUR);
    await t.book();
    await wrong();
    expect(await incidents()).toEqual([]); // the events of the tests before are not a day old
    t.app.clock.advance(5 * HOUR);
    await post("{}");
    expect(await incidents()).toEqual([]);
    t.app.clock.advance(HOUR);
    for (let n = 0; n < 3; n++) await wrong(); // each process looks once a minute
    const noted = await incidents();
    const times = onSeveralNodes ? expect.any(Number) : 1;
    expect(noted).toMatchObject([
      { key: "webhook:events_missing", kind: "webhook_refused", times, details: { reason: "wrong" } },
    ]);
    const body = eventOf("evt_verified", "cs_test_unknown");
    await post(body, signEvent(body, t.app.clock.now(), t.app.ctx.keys.webhookSecret));
    t.app.clock.advance(HOUR);
    await wrong();
    expect(await incidents()).toEqual(noted);
  });

  test("a claim of payment is only a hint: the provider is asked, and nothing is booked", async () => {
    const { body } = await t.checkout(await t.newCar(), await t.newRenter());
    const forged = eventOf(`evt_${body.session_id}`, body.session_id);
    const sent = () => post(forged, signEvent(forged, t.app.clock.now(), t.app.ctx.keys.webhookSecret));
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
