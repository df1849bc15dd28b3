// Tests what is specific to Stripe's holds on saved cards: what is sent, and lost responses.
import { afterEach, beforeEach, expect, test } from "vitest";
import { TEST_NOW } from "../../../../../test/harness.ts";
import { startStripeWithCard } from "../../../../../test/payment-providers.ts";
import type { StripeServer } from "../../../../../test/stripe-server.ts";
import { fixedClock } from "../../clock.ts";
import type { PaymentProvider, SavedCard } from "../provider.ts";

const clock = fixedClock(TEST_NOW);
let server: StripeServer;
let provider: PaymentProvider;
let card: SavedCard;
beforeEach(async () => {
  ({ server, provider, card } = await startStripeWithCard(clock));
});
afterEach(() => server.close());

const hold = (more: { onlyAsks?: boolean } = {}) =>
  provider.holdCard({
    ...card,
    idempotencyKey: "deposit_hold_h1",
    requestedSince: clock.now(),
    holdId: "h1",
    renterId: "r1",
    amountCents: 15_000,
    description: "Deposit, BK-12345678",
    ...more,
  });
const made = () =>
  server.account.customers.list(undefined).filter(({ amount }) => amount === 15_000);
async function held() {
  const state = await hold();
  if (state.outcome === "no_card" || state.outcome === "never_requested")
    throw new Error("nothing is held");
  return state;
}

test("holds the card off session, under the hold's key, and reads when the bank ends it", async () => {
  expect(await hold()).toMatchObject({
    outcome: "held",
    amountCents: 15_000,
    capturedCents: 0,
    feeCents: null,
    captureBefore: new Date(clock.now().getTime() + 7 * 86_400_000),
  });
  expect(made()).toMatchObject([
    {
      status: "requires_capture",
      customer: card.customerId,
      payment_method: card.paymentMethodId,
      metadata: { deposit_hold_id: "h1", renter_id: "r1", later_charge_key: "deposit_hold_h1" },
    },
  ]);
});

test("makes one hold however often it is requested, even after Stripe forgot the key", async () => {
  const first = await held();
  expect(await held()).toMatchObject({ intentId: first.intentId });
  expect(made()).toHaveLength(1);
});

test("asks about a request without holding the card", async () => {
  const ask = () => hold({ onlyAsks: true });
  expect(await ask()).toEqual({ outcome: "never_requested" });
  const { intentId } = await held();
  expect(await ask()).toMatchObject({ outcome: "held", intentId });
  expect(made()).toHaveLength(1);
});

test("takes a part once, and releases nothing twice", async () => {
  const { intentId } = await held();
  for (let each = 0; each < 2; each++)
    expect(await provider.captureHold(intentId, 4_000)).toMatchObject({
      outcome: "captured",
      capturedCents: 4_000,
      refundedCents: 0,
      feeCents: 146,
    });
  expect(await provider.releaseHold(intentId)).toMatchObject({ outcome: "captured" });
  expect(made()).toMatchObject([{ amount_received: 4_000 }]);
});

test("releases a hold, which then can't be captured", async () => {
  const { intentId } = await held();
  expect(await provider.releaseHold(intentId)).toMatchObject({ outcome: "ended" });
  expect(await provider.captureHold(intentId, 4_000)).toMatchObject({
    outcome: "ended",
    capturedCents: 0,
  });
});

test("reports a card that is no longer saved, and finds no unknown hold", async () => {
  await provider.forgetCard(card);
  expect(await hold()).toEqual({ outcome: "no_card" });
  expect(await provider.getHold("pi_unknown")).toBeUndefined();
});
