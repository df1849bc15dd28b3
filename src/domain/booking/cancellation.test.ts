import { expect, test } from "vitest";
import { rentalPeriod } from "./rental-period.ts";
import { cancellationTerms } from "./cancellation.ts";

const booking = {
  status: "approved",
  paymentStatus: "paid",
  period: rentalPeriod("2026-12-05", "2026-12-08"),
  amountDueCents: 20_099,
  refundedCents: 0,
  lostCents: 0,
} as const;
const inTime = new Date("2026-12-04T04:59:59.999Z");
const late = new Date("2026-12-04T05:00:00Z");

test("refunds the full amount due without a fee when in time", () => {
  expect(cancellationTerms({ booking, now: inTime })).toEqual({
    allowed: true,
    feeCents: 0,
    refundCents: 20_099,
  });
});

test("does not refund again what we or a bank have already refunded", () => {
  const makeRefund = (refundedCents: number, lostCents: number) =>
    cancellationTerms({
      booking: { ...booking, paymentStatus: "partially_refunded", refundedCents, lostCents },
      now: inTime,
    });
  expect(makeRefund(5_000, 0)).toMatchObject({ allowed: true, refundCents: 15_099 });
  expect(makeRefund(5_000, 15_099)).toMatchObject({ allowed: true, refundCents: 0 });
});

test("refuses the renter from 24 hours before the start, but not the host", () => {
  expect(cancellationTerms({ booking, now: late })).toEqual({
    allowed: false,
    reason: "cancellation_too_late",
    feeCents: 0,
    refundCents: 0,
  });
  expect(cancellationTerms({ booking, by: "host", now: late })).toMatchObject({
    allowed: true,
    refundCents: 20_099,
  });
  const afterStart = new Date("2026-12-06T05:00:00Z");
  expect(cancellationTerms({ booking, by: "host", now: afterStart })).toMatchObject({
    reason: "cancellation_too_late",
  });
});

test.each([
  { status: "pending", paymentStatus: "authorized" },
  { status: "pending", paymentStatus: "unpaid" },
  { status: "completed", paymentStatus: "paid" },
  { status: "cancelled", paymentStatus: "paid" },
  { status: "rejected", paymentStatus: "voided" },
] as const)("does not cancel %o", (state) => {
  expect(cancellationTerms({ booking: { ...booking, ...state }, now: inTime })).toMatchObject({
    allowed: false,
    reason: "transition_refused",
  });
});
