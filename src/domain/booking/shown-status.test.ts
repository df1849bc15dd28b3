import { expect, test } from "vitest";
import { shownPayment, shownStatus } from "./shown-status.ts";

test.each([
  ["approved", null, "Approved", "default"],
  ["cancelled", null, "Cancelled", "destructive"],
  ["pending", null, "Pending", "secondary"],
  ["approved", "open", "Disputed", "secondary"],
  ["approved", "lost", "Charged back", "destructive"],
  ["cancelled", "lost", "Charged back", "destructive"],
] as const)("a booking that is %s with dispute %s reads %s", (status, dispute, label, style) => {
  expect(shownStatus(status, dispute)).toEqual({ label, style });
});

test.each([
  ["paid", null, "Paid", "default"],
  ["partially_refunded", null, "Partially refunded", "secondary"],
  ["voided", null, "Not charged", "secondary"],
  ["paid", "open", "Disputed", "secondary"],
  ["paid", "lost", "Charged back", "destructive"],
  ["refunded", "lost", "Charged back", "destructive"],
] as const)("a payment that is %s with dispute %s reads %s", (status, dispute, label, style) => {
  expect(shownPayment(status, dispute)).toEqual({ label, style });
});
