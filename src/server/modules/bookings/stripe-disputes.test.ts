// Disputes as Stripe tells of them.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Bookings } from "../../../../test/booking.ts";
import { startStripeBookings, type StripeBookings } from "../../../../test/stripe-bookings.ts";

let t: Bookings;
let stripe: StripeBookings["stripe"];
let at: StripeBookings;
beforeAll(async () => {
  at = await startStripeBookings();
  ({ t, stripe } = at);
});
afterAll(() => at.close());

test("a dispute of somebody else's charge, or of more than was charged", async () => {
  const booking = await at.begin();
  stripe.account.pay(booking.session_id);
  await t.verify(booking.session_id, booking.renter);
  const { dispute } = stripe.account.dispute(booking.session_id);
  const event = stripe.events.at(-1) ?? {};
  dispute.amount = 30_000;
  await at.deliver(event);
  await vi.waitFor(async () =>
    expect(await at.incidentsOf("key", `differs:${dispute.id}`)).toMatchObject([
      { kind: "record_differs", booking_id: booking.booking_id },
    ]),
  );
  expect(await t.balancesOf(booking.booking_id)).not.toHaveProperty("disputes");
});

test("a dispute at Stripe: an inquiry moves nothing, what is taken back and lost stands in the ledger", async () => {
  const booking = await at.begin();
  stripe.account.pay(booking.session_id);
  await t.verify(booking.session_id, booking.renter);
  const { dispute, takeBack, close } = stripe.account.dispute(booking.session_id, true);
  const told = async (state: string, balances: object) => {
    await at.deliver(stripe.events.at(-1) ?? {});
    await vi.waitFor(async () =>
      expect(await at.incidentsOf("key", `dispute:${dispute.id}`)).toMatchObject([
        { kind: "dispute", details: { state } },
      ]),
    );
    expect(await t.balancesOf(booking.booking_id)).toEqual({ renter: -20_099, ...balances });
  };
  await told("inquiry", { card_clearing: 19_486, provider_fees: 613 });
  takeBack();
  await told("open", { card_clearing: -2113, provider_fees: 2113, disputes: 20_099 });
  close("lost");
  await told("lost", { card_clearing: -2113, provider_fees: 2113, platform_fees: 20_099 });
});
