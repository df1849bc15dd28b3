// Tests that nothing is refunded twice: what is left of a charge, and how much an admin may refund
// in part.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isDomainError } from "../errors.ts";
import {
  bookedPart,
  checkPartialRefund,
  hostPartOfRefund,
  mostPartialRefund,
  mostRefundDays,
  planRefund,
  REFUND_BEARERS,
  isReturnedInFull,
  refundableAsCredit,
  refundableCents,
  refundableToCard,
  splitRefund,
} from "./refund.ts";

const charge = (refundedCents = 0, lostCents = 0) => ({
  amountDueCents: 20_099,
  refundedCents,
  lostCents,
  creditCents: 0,
  creditReturnedCents: 0,
});

test.each([
  [charge(), 20_099, 20_098, 20_099],
  [charge(5_000), 15_099, 15_098, 15_099],
  [charge(5_000, 10_000), 5_099, 5_098, 5_099],
  [charge(20_099), 0, 0, 0],
  // A bank and an admin have refunded the same money.
  [charge(5_000, 20_099), 0, 0, 0],
])(
  "%j leaves %i; a partial refund may be %i for an upcoming booking, %i for a completed one",
  (money, left, toCome, over) => {
    expect(refundableCents(money)).toBe(left);
    expect(mostPartialRefund(money, false)).toBe(toCome);
    expect(mostPartialRefund(money, true)).toBe(over);
  },
);

test("refunds the card first, up to what it paid, and returns the rest as credit", () => {
  // $90 of the price of $200.99 was credit. Two of three days go back to the card and as credit.
  const paid = { ...charge(), amountDueCents: 11_099, creditCents: 9_000 };
  expect(splitRefund(13_399, paid)).toEqual({ cardCents: 11_099, creditCents: 2_300 });
  expect(splitRefund(6_700, paid)).toEqual({ cardCents: 6_700, creditCents: 0 });
  const after = { ...paid, refundedCents: 11_099, creditReturnedCents: 2_300 };
  expect(splitRefund(6_700, after)).toEqual({ cardCents: 0, creditCents: 6_700 });
  expect(mostPartialRefund(after, true)).toBe(6_700);
  // A bank's loss reduces what the card gets, never the credit.
  expect(refundableCents({ ...paid, lostCents: 20_000 })).toBe(9_000);
});

test("everything is back once the card's refunds are made and the credit is returned", () => {
  const paid = { ...charge(11_099), amountDueCents: 11_099, creditCents: 9_000 };
  const all = { ...paid, creditReturnedCents: 9_000 };
  expect(isReturnedInFull({ ...all, madeCents: 11_099 })).toBe(true);
  expect(isReturnedInFull({ ...all, madeCents: 11_098 })).toBe(false);
  expect(isReturnedInFull({ ...paid, creditReturnedCents: 8_999, madeCents: 11_099 })).toBe(false);
});

test("whatever is refunded in parts, neither the card nor the credit gets more than it paid", () => {
  const cents = fc.integer({ min: 0, max: 50_000 });
  fc.assert(
    fc.property(cents, cents, cents, fc.array(cents), (card, credit, lost, parts) => {
      const money = {
        ...charge(0, Math.min(lost, card)),
        amountDueCents: card,
        creditCents: credit,
      };
      for (const part of parts) {
        const amountCents = Math.min(part, refundableCents(money));
        const { cardCents, creditCents } = splitRefund(amountCents, money);
        expect(cardCents + creditCents).toBe(amountCents);
        expect(Math.min(cardCents, creditCents)).toBeGreaterThanOrEqual(0);
        expect(creditCents === 0 || cardCents === refundableToCard(money)).toBe(true);
        money.refundedCents += cardCents;
        money.creditReturnedCents += creditCents;
      }
      expect(money.refundedCents + money.lostCents).toBeLessThanOrEqual(card);
      expect(money.creditReturnedCents).toBeLessThanOrEqual(credit);
      // What a cancellation then refunds completes both.
      const rest = splitRefund(refundableCents(money), money);
      expect(money.refundedCents + money.lostCents + rest.cardCents).toBe(card);
      expect(rest.creditCents).toBe(refundableAsCredit(money));
      expect(money.creditReturnedCents + rest.creditCents).toBe(credit);
    }),
  );
});

test("a shortened trip costs the card what it would have cost if it had been booked like that", () => {
  const cents = fc.integer({ min: 50, max: 100_000 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 0, max: 100_000 }), (one, two, available) => {
      const [shorter, longer] = [Math.min(one, two), Math.max(one, two)];
      // Credit pays first, and the card at least 50 cents.
      const creditCents = Math.min(available, longer - 50);
      const paid = { ...charge(), amountDueCents: longer - creditCents, creditCents };
      const { cardCents } = splitRefund(longer - shorter, paid);
      const cardOfShorter = Math.max(0, shorter - available);
      expect(Math.abs(paid.amountDueCents - cardCents - cardOfShorter)).toBeLessThanOrEqual(50);
    }),
  );
});

test("refuses a larger refund and reports the refundable amount", () => {
  expect(() => checkPartialRefund(15_098, charge(5_000), false)).not.toThrow();
  expect(() => checkPartialRefund(15_099, charge(5_000), true)).not.toThrow();
  try {
    checkPartialRefund(15_099, charge(5_000), false);
    expect.unreachable();
  } catch (error) {
    expect(isDomainError(error, "refund_too_high") && error.details).toEqual({
      refundable_cents: 15_098,
    });
  }
});

test.each([
  [5_000, "platform", 0, 0],
  [5_000, "host", 0, 5_000],
  // The charge exceeds the share: the fees are the platform's.
  [20_099, "host", 0, 15_300],
  [5_000, "host", 13_300, 2_000],
  [5_000, "host", 15_300, 0],
  [5_000, "shared", 0, 3_806],
  [20_099, "shared", 0, 15_300],
  [5_000, "shared", 13_300, 2_000],
  // Before this rule a host could bear more than the share.
  [5_000, "host", 20_099, 0],
] as const)(
  "of a refund of %i borne by the %s, after %i borne before, the host pays %i",
  (amountCents, bearer, borneByHostCents, byHost) => {
    expect(
      hostPartOfRefund(amountCents, bearer, {
        amountDueCents: 20_099,
        creditCents: 0,
        hostShareCents: 15_300,
        borneByHostCents,
      }),
    ).toBe(byHost);
  },
);

test("never costs the host more than the share, in any order of refunds, and covers each in full", () => {
  const part = fc.record({
    cents: fc.integer({ min: 1, max: 20_099 }),
    bearer: fc.constantFrom(...REFUND_BEARERS),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.array(part), (hostShareCents, parts) => {
      let borneByHostCents = 0;
      for (const { cents, bearer } of parts) {
        const byHost = hostPartOfRefund(cents, bearer, {
          amountDueCents: 20_099,
          creditCents: 0,
          hostShareCents,
          borneByHostCents,
        });
        expect(byHost).toBeGreaterThanOrEqual(0);
        expect(byHost).toBeLessThanOrEqual(bearer === "platform" ? 0 : cents);
        borneByHostCents += byHost;
      }
      expect(borneByHostCents).toBeLessThanOrEqual(hostShareCents);
    }),
  );
});

/** Marta's three days of $78.00: $85.80 with the service fee, and a third of the processing fee. */
const THREE_DAYS = {
  amountDueCents: 3 * 8_580 + 299,
  creditCents: 0,
  hostShareCents: 19_890,
  borneByHostCents: 0,
  bookedDays: 3,
  dayPricesCents: null,
  refundedDays: 0,
};

test("a day costs each side what it earned from it", () => {
  const day = { days: 1 };
  expect(planRefund(day, "shared", THREE_DAYS)).toEqual({ amountCents: 8_680, byHostCents: 6_630 });
  expect(planRefund(day, "host", THREE_DAYS)).toEqual({ amountCents: 8_680, byHostCents: 8_680 });
  expect(planRefund(day, "platform", THREE_DAYS)).toEqual({ amountCents: 8_680, byHostCents: 0 });
  expect(planRefund({ amountCents: 1_000 }, "shared", THREE_DAYS)).toEqual({
    amountCents: 1_000,
    byHostCents: 764,
  });
});

test("credit changes neither what a day costs nor the host's part", () => {
  const paid = {
    ...THREE_DAYS,
    amountDueCents: THREE_DAYS.amountDueCents - 9_000,
    creditCents: 9_000,
  };
  for (const size of [{ days: 1 }, { amountCents: 1_000 }])
    expect(planRefund(size, "shared", paid)).toEqual(planRefund(size, "shared", THREE_DAYS));
  expect(mostRefundDays(paid, paid.amountDueCents)).toBe(1);
});

test("a day is refunded at its own price, from the last day back", () => {
  const booking = {
    amountDueCents: 22_000 + 2_200 + 300,
    creditCents: 0,
    hostShareCents: 18_700,
    borneByHostCents: 0,
    bookedDays: 3,
    dayPricesCents: [6_000, 6_000, 10_000],
    refundedDays: 0,
  };
  // 10,000 of 22,000 is for the last day.
  expect(planRefund({ days: 1 }, "shared", booking)).toEqual({
    amountCents: 11_136,
    byHostCents: 8_500,
  });
  expect(
    planRefund({ days: 2 }, "shared", { ...booking, refundedDays: 1, borneByHostCents: 8_500 }),
  ).toEqual({ amountCents: 13_364, byHostCents: 10_200 });
});

test("the days that are still booked have their part of the total", () => {
  const booking = { totalCents: 100_000, days: 3, givenBackDays: 7, dayPricesCents: null };
  expect(bookedPart(booking)).toBe(30_000);
  expect(bookedPart({ ...booking, givenBackDays: 0 })).toBe(100_000);
  const dayPricesCents = [6_000, 6_000, 10_000];
  expect(bookedPart({ totalCents: 22_000, days: 2, givenBackDays: 1, dayPricesCents })).toBe(
    12_000,
  );
});

test("more days than were booked cost more than was paid", () => {
  for (const dayPricesCents of [null, [7_800, 7_800, 7_800]])
    expect(
      planRefund({ days: 3 }, "host", { ...THREE_DAYS, dayPricesCents, refundedDays: 1 }),
    ).toHaveProperty("amountCents", 26_039);
});

test.each([
  [0, 26_039, 3],
  [0, 26_038, 2],
  [2, 26_039, 1],
  [0, 8_679, 0],
  [3, 26_039, 0],
  [4, 26_039, 0],
  [0, -1, 0],
])("after %i days, %i cents are enough for %i days", (refundedDays, mostCents, days) => {
  expect(mostRefundDays({ ...THREE_DAYS, refundedDays }, mostCents)).toBe(days);
});

test("all days add up to the charge and the host's share, in whatever parts they are refunded", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: 100, max: 99_999_999 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.option(fc.infiniteStream(fc.integer({ min: 100, max: 1_000_000 }))),
      (days, amountDueCents, hostPart, prices) => {
        const hostShareCents = Math.floor((amountDueCents * hostPart) / 10_000);
        const bookedDays = days.reduce((sum, each) => sum + each, 0);
        const dayPricesCents = prices && [...prices.take(bookedDays)];
        const weights = dayPricesCents ?? days.flatMap((each) => Array<number>(each).fill(1));
        const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);
        let [refundedDays, refundedCents, borneByHostCents] = [0, 0, 0];
        for (const each of days) {
          const { amountCents, byHostCents } = planRefund({ days: each }, "shared", {
            amountDueCents,
            creditCents: 0,
            hostShareCents,
            borneByHostCents,
            bookedDays,
            dayPricesCents,
            refundedDays,
          });
          expect(byHostCents).toBeGreaterThanOrEqual(0);
          const end = bookedDays - refundedDays;
          const part = sum(weights.slice(end - each, end)) / sum(weights);
          expect(Math.abs(amountCents - amountDueCents * part)).toBeLessThanOrEqual(1);
          refundedDays += each;
          refundedCents += amountCents;
          borneByHostCents += byHostCents;
        }
        expect(refundedCents).toBe(amountDueCents);
        expect(borneByHostCents).toBe(hostShareCents);
      },
    ),
  );
});
