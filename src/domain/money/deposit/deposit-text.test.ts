import { expect, test } from "vitest";
import { DEPOSIT_RELEASE, describeDeclinedDeposit, describeDeposit } from "./deposit-text.ts";

test("says from when a deposit is held, on whose card, and when it is released", () => {
  expect(describeDeposit(15_000, true)).toBe(
    "$150.00, held on your card from 24 hours before pickup",
  );
  expect(describeDeposit(15_000, false)).toBe(
    "$150.00, held on the renter's card from 24 hours before pickup",
  );
  expect(DEPOSIT_RELEASE).toContain(
    "otherwise 48 hours after the return. While a claim is open, it stays held.",
  );
});

test("says what happens if the bank declines it", () => {
  expect(describeDeclinedDeposit(true)).toBe(
    "If your bank declines it, you have 12 hours, at most until the pickup, to use another card. Without one, the host can hand over the car anyway, or cancel with a full refund.",
  );
  expect(describeDeclinedDeposit(false)).toContain(
    "If the renter's bank declines it, the renter has 12",
  );
});
