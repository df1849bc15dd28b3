// Tests that nothing is refunded twice: what is left of a charge, and how much an admin may refund
// in part.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isDomainError } from "../errors.ts";
import {
  checkPartialRefund,
  hostPartOfRefund,
  mostPartialRefund,
  REFUND_BEARERS,
  refundableCents,
} from "./refund.ts";

const charge = (refundedCents = 0, lostCents = 0) => ({
  amountDueCents: 20_099,
  refundedCents,
  lostCents,
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
  // Before this rule a host could bear more than the share.
  [5_000, "host", 20_099, 0],
] as const)(
  "of a refund of %i borne by the %s, after %i borne before, the host pays %i",
  (amountCents, bearer, borneByHostCents, byHost) => {
    expect(
      hostPartOfRefund(amountCents, bearer, { hostShareCents: 15_300, borneByHostCents }),
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
        const byHost = hostPartOfRefund(cents, bearer, { hostShareCents, borneByHostCents });
        expect(byHost).toBeGreaterThanOrEqual(0);
        expect(byHost).toBeLessThanOrEqual(bearer === "host" ? cents : 0);
        borneByHostCents += byHost;
      }
      const requested = parts.reduce(
        (sum, { cents, bearer }) => sum + (bearer === "host" ? cents : 0),
        0,
      );
      expect(borneByHostCents).toBe(Math.min(requested, hostShareCents));
    }),
  );
});
