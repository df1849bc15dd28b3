// Tests what the product relies on from every card provider when a saved card is charged later.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeCheckoutRequest,
  PAYMENT_PROVIDERS,
  type PaymentSubject,
} from "../../../../test/payment-providers.ts";
import type { SavedCard } from "./provider.ts";

describe.each(PAYMENT_PROVIDERS)("%s", (_, start) => {
  let t: PaymentSubject;
  beforeAll(async () => {
    t = await start();
  });
  afterAll(() => t.close());

  const pay = async (savesCard: boolean, card?: string) => {
    const { sessionId } = await t.provider.openCheckout(
      makeCheckoutRequest(t.clock, { savesCard }),
    );
    await t.pay(sessionId, card, true);
    return (await t.provider.getCheckout(sessionId))?.savedCard;
  };
  const save = async (number?: string) => {
    const card = await pay(true, number);
    if (!card) throw new Error("the card was not saved");
    return card;
  };
  const request = (card: SavedCard, idempotencyKey: string, more: { onlyAsks?: boolean } = {}) =>
    t.provider.chargeLater({
      ...more,
      ...card,
      idempotencyKey,
      requestedSince: t.clock.now(),
      chargeId: randomUUID(),
      renterId: randomUUID(),
      amountCents: 2250,
      description: "Late return, BK-12345678",
    });
  const charge = async (card: SavedCard, idempotencyKey: string = randomUUID()) => {
    const made = await request(card, idempotencyKey);
    if (made.outcome === "no_card" || made.outcome === "never_requested")
      throw new Error("the card was not charged");
    return made;
  };

  test("saves a card only when the checkout says so", async () => {
    expect(await pay(false)).toBeNull();
    expect(await save()).toEqual({
      customerId: expect.stringMatching(/^cus_/),
      paymentMethodId: expect.stringMatching(/^pm_/),
    });
  });

  test("charges a saved card once per key", async () => {
    const card = await save();
    const key = randomUUID();
    const paid = await charge(card, key);
    expect(paid).toMatchObject({
      outcome: "paid",
      amountCents: 2250,
      refundedCents: 0,
      feeCents: 95,
      cardLast4: "4242",
    });
    const given = { ...card, idempotencyKey: key };
    expect(await charge(given, key)).toEqual(paid);
    expect(await t.provider.getLaterCharge(paid.intentId)).toEqual(paid);
    expect((await charge(card)).intentId).not.toBe(paid.intentId);
  });

  test.each([
    ["4000000000000341", "declined"],
    ["4000002760003184", "needs_authentication"],
  ])("a later charge of card %s ends as %s", async (number, outcome) => {
    const card = await save(number);
    const key = randomUUID();
    const refused = await charge(card, key);
    expect(refused).toMatchObject({ outcome, feeCents: null });
    expect(await charge(card, key)).toEqual(refused);
    expect((await t.provider.cancelLaterCharge(refused.intentId)).outcome).not.toBe("paid");
    expect(await charge(card, key)).toMatchObject({ intentId: refused.intentId });
  });

  test("only asks about a charge, and makes none", async () => {
    const card = await save();
    const key = randomUUID();
    const ask = () => request(card, key, { onlyAsks: true });
    expect(await ask()).toEqual({ outcome: "never_requested" });
    const paid = await charge(card, key);
    expect(await ask()).toEqual(paid);
  });

  test("can't cancel a paid charge", async () => {
    const paid = await charge(await save());
    expect(await t.provider.cancelLaterCharge(paid.intentId)).toEqual(paid);
  });

  test("deletes a card once, and refuses to charge it afterwards", async () => {
    const card = await save();
    await t.provider.forgetCard(card);
    await t.provider.forgetCard(card);
    expect(await request(card, randomUUID())).toEqual({ outcome: "no_card" });
  });
});
