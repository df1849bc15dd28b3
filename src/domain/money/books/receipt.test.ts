import { expect, test } from "vitest";
import { readReceiptNumber, receiptNumber, remainingCents } from "./receipt.ts";

test("derives the number from the booking", () => {
  expect(receiptNumber("3f2a9c1b-77e0-4d52-9a3e-5b1c7f0d2e11")).toBe("3F2A9C-1B77E0");
});

const BEGUN = ["3f2a9c1b-77e0", "3f2a9c1b-77e0"];
test.each([
  ["3F2A9C-1B77E0", BEGUN],
  [" receipt 3f2a9c1b77e0 ", BEGUN],
  ["3F2A9C", ["3f2a9c00-0000", "3f2a9cff-ffff"]],
  ["3F2A9C-", ["3f2a9c00-0000", "3f2a9cff-ffff"]],
  ["FACADE", undefined],
  ["FACADE-FACADE", ["facadefa-cade", "facadefa-cade"]],
  ["3F2A9C-1B77E", undefined],
  ["3F2A9C-1B77E01", undefined],
  ["x3F2A9C-1B77E0", undefined],
])("reads the bookings of the receipt %j", (text, begun) => {
  expect(readReceiptNumber(text)).toEqual(
    begun && [`${begun[0]}-0000-0000-000000000000`, `${begun[1]}-ffff-ffff-ffffffffffff`],
  );
});

test.each([
  [{ madeCents: 0, lostCents: 0 }, 20_099],
  [{ madeCents: 2_000, lostCents: 0 }, 18_099],
  [{ madeCents: 2_000, lostCents: 18_099 }, 0],
  // A bank and an admin may have refunded the same money at the same time.
  [{ madeCents: 2_000, lostCents: 20_099 }, 0],
])("calculates what remains paid after %j", (back, remaining) => {
  expect(remainingCents({ amountDueCents: 20_099, ...back })).toBe(remaining);
});
