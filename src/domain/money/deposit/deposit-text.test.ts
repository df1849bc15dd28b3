import { expect, test } from "vitest";
import { DEPOSIT_RELEASE, describeDeposit } from "./deposit-text.ts";

test("says from when a deposit is held, on whose card, and when it is released", () => {
  expect(describeDeposit(15_000, true)).toBe(
    "$150.00, held on your card from 24 hours before pickup",
  );
  expect(describeDeposit(15_000, false)).toBe(
    "$150.00, held on the renter's card from 24 hours before pickup",
  );
  expect(DEPOSIT_RELEASE).toContain("otherwise 48 hours after the return");
});
