// Tests of the outcome shown after the checkout.
import { describe, expect, test } from "vitest";
import { isUnsettled, findOutcome, type Outcome } from "./booking-outcome.ts";

type Facts = Parameters<typeof findOutcome>[0];
const facts = (values: Partial<Facts>): Facts => ({
  status: "pending",
  payment_status: "unpaid",
  approving: false,
  booking_mode: "instant",
  withdrawn: false,
  ...values,
});

describe("the outcome shown after the checkout", () => {
  test.each<[Partial<Facts>, Outcome, boolean]>([
    [{}, "unpaid", true],
    [{ payment_status: "authorized", approving: true }, "charging", true],
    [{ payment_status: "authorized" }, "charging", true],
    [{ payment_status: "authorized", booking_mode: "approval" }, "requested", false],
    [{ payment_status: "authorized", booking_mode: "approval", approving: true }, "charging", true],
    [{ status: "approved", payment_status: "paid" }, "confirmed", false],
    [{ status: "approved", payment_status: "paid", booking_mode: "approval" }, "confirmed", false],
    [{ status: "completed", payment_status: "paid" }, "confirmed", false],
    [{ status: "rejected", payment_status: "voided", booking_mode: "approval" }, "rejected", false],
    [{ status: "cancelled", payment_status: "voided", booking_mode: "approval" }, "lapsed", false],
    [{ status: "cancelled", payment_status: "voided", withdrawn: true }, "withdrawn", false],
    [{ status: "cancelled", payment_status: "failed" }, "card_refused", false],
    [{ status: "cancelled", payment_status: "expired" }, "expired", false],
    [{ status: "cancelled", payment_status: "refunded" }, "cancelled", false],
    [{ status: "cancelled", payment_status: "paid" }, "cancelled", false],
  ])("%o is %s", (given, outcome, unsettled) => {
    expect(findOutcome(facts(given))).toBe(outcome);
    expect(isUnsettled(facts(given))).toBe(unsettled);
  });
});
