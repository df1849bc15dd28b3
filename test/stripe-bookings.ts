// Helpers for tests of bookings (as in test/booking.ts) on an instance whose payment provider is
// the Stripe test server.
import { expect } from "vitest";
import { fixedClock } from "../src/server/platform/clock.ts";
import { reconcile } from "./payments.ts";
import { sweep } from "../src/server/modules/bookings/settlement/sweep.service.ts";
import { startBookings, type Bookings } from "./booking.ts";
import { eventually } from "./eventually.ts";
import { TEST_NOW } from "./harness.ts";
import { SECRET_KEY, startStripe, WEBHOOK_SECRET } from "./stripe-server.ts";

interface Opened {
  session_id: string;
  booking_id: string;
  url: string;
  expires_at: string;
}

export type StripeBookings = Awaited<ReturnType<typeof startStripeBookings>>;

export async function startStripeBookings() {
  let clock: { now(): Date } = fixedClock(TEST_NOW);
  const stripe = await startStripe({ now: () => clock.now() });
  const t = await startBookings({
    config: { stripe: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, url: stripe.url } },
  });
  clock = t.app.clock;
  return {
    t,
    stripe,
    /** A new renter starts a checkout, so that no test blocks another. */
    async begin(mode: "instant" | "approval" = "instant") {
      const renter = await t.newRenter();
      const car = await t.newCar({ booking_mode: mode });
      const { status, body } = await t.checkout(car, renter);
      expect(status).toBe(200);
      return { ...(body as Opened), renter, car };
    },
    /** Like begin, but also paid: charged and approved. */
    async beginPaid() {
      const booking = await this.begin();
      stripe.account.pay(booking.session_id);
      await t.verify(booking.session_id, booking.renter);
      return booking;
    },
    findIntent(sessionId: string) {
      const intent = stripe.account.findSession(sessionId).payment_intent;
      if (!intent) throw new Error("nobody has tried to pay");
      return intent;
    },
    /** Runs sweep and reconciliation after each of these delays, in hours, one after the other. */
    async later(...hours: number[]): Promise<void> {
      for (const each of hours) {
        t.app.clock.advance(each * 3_600_000);
        await sweep(t.app.ctx);
        await reconcile(t.app.ctx);
      }
    },
    listEvents: (bookingId: string) =>
      stripe.events.filter((event) => JSON.stringify(event).includes(bookingId)),
    deliver: (event: object, signed?: { at?: Date; secret?: string }) =>
      stripe.deliver(t.app.url, event, signed),
    listIncidents: (column: "booking_id" | "key", value: string) =>
      t.app.ctx.db
        .selectFrom("payment_incidents")
        .select(["kind", "times", "details", "booking_id"])
        .where(column, "=", value)
        .execute(),
    settled: (
      booking: { booking_id: string; renter: Awaited<ReturnType<Bookings["newRenter"]>> },
      want: object,
    ) =>
      eventually(async () =>
        expect(await t.read(booking.booking_id, booking.renter)).toMatchObject(want),
      ),
    countCaptures(sessionId: string): number {
      const intent = stripe.account.findSession(sessionId).payment_intent;
      return stripe.calls.filter(
        (call) => call.operation === "capture" && call.idempotencyKey?.includes(intent?.id ?? "?"),
      ).length;
    },
    async close(): Promise<void> {
      await t.close();
      await stripe.close();
    },
  };
}
