// Nothing is given back twice: what is left of a charge, and how much of it an admin gives back in part.
import { expect, test } from "vitest";
import { isDomainError } from "./errors.ts";
import { checkPartialRefund, mostPartialRefund, refundableCents } from "./refund.ts";

const charge = (refundedCents = 0, lostCents = 0) => ({ amountDueCents: 20_099, refundedCents, lostCents });

test.each([
  [charge(), 20_099, 20_098, 20_099],
  [charge(5_000), 15_099, 15_098, 15_099],
  [charge(5_000, 10_000), 5_099, 5_098, 5_099],
  [charge(20_099), 0, 0, 0],
  // A bank and an admin have given the same back.
  [charge(5_000, 20_099), 0, 0, 0],
])("of %j there are %i left; in part %i of a booking to come, %i of a completed one", (money, left, toCome, over) => {
  expect(refundableCents(money)).toBe(left);
  expect(mostPartialRefund(money, false)).toBe(toCome);
  expect(mostPartialRefund(money, true)).toBe(over);
});

test("more than that is refused with what is possible", () => {
  expect(() => checkPartialRefund(15_098, charge(5_000), false)).not.toThrow();
  expect(() => checkPartialRefund(15_099, charge(5_000), true)).not.toThrow();
  try {
    checkPartialRefund(15_099, charge(5_000), false);
    expect.unreachable();
  } catch (error) {
    expect(isDomainError(error, "refund_too_high") && error.details).toEqual({ refundable_cents: 15_098 });
  }
});
