// Tests what is specific to Stripe's charges of saved cards: what is sent, and lost responses.
import { afterEach, beforeEach, expect, test } from "vitest";
import { TEST_NOW } from "../../../../test/harness.ts";
import { startStripeWithCard } from "../../../../test/payment-providers.ts";
import type { StripeServer } from "../../../../test/stripe-server.ts";
import { fixedClock } from "../clock.ts";
import type { PaymentProvider, SavedCard } from "./provider.ts";

const clock = fixedClock(TEST_NOW);
let server: StripeServer;
let provider: PaymentProvider;
let card: SavedCard;
beforeEach(async () => {
  ({ server, provider, card } = await startStripeWithCard(clock));
});
afterEach(() => server.close());

const charge = () =>
  provider.chargeLater({
    ...card,
    idempotencyKey: "later_charge_c1",
    requestedSince: clock.now(),
    chargeId: "c1",
    renterId: "r1",
    amountCents: 2250,
    description: "Late return, BK-12345678",
  });
const made = () => server.account.customers.list(undefined).filter(({ amount }) => amount === 2250);

test("charges the customer's card off session, under the charge's key", async () => {
  await charge();
  expect(made()).toMatchObject([
    {
      status: "succeeded",
      customer: card.customerId,
      payment_method: card.paymentMethodId,
      description: "Late return, BK-12345678",
      metadata: { later_charge_id: "c1", renter_id: "r1", later_charge_key: "later_charge_c1" },
    },
  ]);
  expect(server.calls.find(({ operation }) => operation === "chargeLater")?.idempotencyKey).toBe(
    "later_charge_c1",
  );
});

test.each(["lost after", "hangs after"] as const)(
  "makes no second charge if the response is %s and the key is forgotten",
  async (how) => {
    server.goWrong("chargeLater", how, how);
    await expect(charge()).rejects.toBeInstanceOf(Error);
    server.forgetKeys();
    expect(await charge()).toMatchObject({ outcome: "paid" });
    expect(made()).toHaveLength(1);
  },
);

test("makes no charge while Stripe replays its own error, and one when it has forgotten the key", async () => {
  server.goWrong("chargeLater", "error before", "error before");
  await expect(charge()).rejects.toThrow(/error occurred at Stripe/);
  await expect(charge()).rejects.toThrow(/error occurred at Stripe/);
  expect(made()).toEqual([]);
  server.forgetKeys();
  expect(await charge()).toMatchObject({ outcome: "paid" });
  expect(made()).toHaveLength(1);
});

test("waits for the outcome of a charge that is listed before it is decided", async () => {
  const undecided = server.account.customers.begin({
    amount: 2250,
    currency: "usd",
    description: null,
    metadata: { later_charge_key: "later_charge_c1" },
    customer: card.customerId,
    payment_method: card.paymentMethodId,
  });
  await expect(charge()).rejects.toThrow(/the outcome of pi_\w+ is unknown/);
  await expect(provider.getLaterCharge(undecided.id)).rejects.toThrow(/is unknown/);
  server.account.customers.confirm(undecided);
  server.account.capture(undecided.id);
  expect(await charge()).toMatchObject({ outcome: "paid", intentId: undecided.id });
  expect(made()).toHaveLength(1);
});

test("finds an earlier charge of a customer that was deleted since", async () => {
  server.goWrong("chargeLater", "lost after", "lost after");
  await expect(charge()).rejects.toBeInstanceOf(Error);
  server.account.customers.delete(card.customerId);
  server.forgetKeys();
  expect(await charge()).toMatchObject({ outcome: "paid" });
  expect(made()).toHaveLength(1);
});

test("a refusal for another reason than the card is not a decline", async () => {
  const refused = provider.chargeLater({
    ...card,
    idempotencyKey: "later_charge_c2",
    requestedSince: clock.now(),
    chargeId: "c2",
    renterId: "r1",
    amountCents: 49,
    description: "Too little for a card",
  });
  await expect(refused).rejects.toMatchObject({ name: "PaymentRefused" });
});
