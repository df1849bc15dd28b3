// Tests that a receipt's lines add up to the charge, and refunds to what remains paid.
import { expect, test } from "vitest";
import { receiptLines, receiptNumber, remainingCents } from "./receipt.ts";

test("derives the number from the booking", () => {
  expect(receiptNumber("3f2a9c1b-77e0-4d52-9a3e-5b1c7f0d2e11")).toBe("3F2A9C-1B77E0");
});

test.each([
  ["2026-12-08", 18_000, 1_800, "$60.00 × 3 days"],
  ["2026-12-06", 6_000, 600, "$60.00 × 1 day"],
])("lists the lines of a rental until %s", (endDate, totalCents, serviceFeeCents, label) => {
  const fees = { serviceFeeCents, processingFeeCents: 299 };
  const lines = receiptLines({
    startDate: "2026-12-05",
    endDate,
    pricePerDayCents: 6_000,
    totalCents,
    ...fees,
  });
  expect(lines[0]).toEqual({ label, amountCents: totalCents });
  expect(lines.slice(1)).toEqual([
    { label: "Service fee", amountCents: serviceFeeCents },
    { label: "Processing fee", amountCents: 299 },
  ]);
  expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
    totalCents + serviceFeeCents + 299,
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
