// Tests transit and account numbers, and the masking of payout details.
import { expect, test } from "vitest";
import {
  changedDetailsApplyAt,
  compactNumber,
  isAccountNumber,
  isTransit,
  maskPayoutDetails,
} from "./payout-details.ts";

test.each([
  ["05165", true],
  ["010-05165", true],
  ["0010 05165", true],
  ["5165", false],
  ["051650", false],
  ["910005165", false],
  ["0516a", false],
  ["", false],
])("transit number %j: %s", (typed, expected) => {
  expect(isTransit(compactNumber(typed))).toBe(expected);
});

test.each([
  ["12345", true],
  ["100 234 567-890", true],
  ["1234", false],
  ["1234567890123", false],
  ["12345O", false],
  ["１２３４５", false],
  ["", false],
])("account number %j: %s", (typed, expected) => {
  expect(isAccountNumber(compactNumber(typed))).toBe(expected);
});

test("masks the account number except for its last four digits", () => {
  const details = {
    account_holder: "Ann Rolle",
    bank: "rbc",
    transit: "05165",
    account_kind: "savings",
  } as const;
  expect(maskPayoutDetails({ ...details, account_number: "100023456789" })).toEqual({
    ...details,
    account_last4: "6789",
  });
});

test("changed details wait for 72 hours", () => {
  expect(changedDetailsApplyAt(new Date("2026-06-01T12:00:00.000Z"))).toBe(
    "2026-06-04T12:00:00.000Z",
  );
});
