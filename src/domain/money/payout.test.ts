// Tests when payouts are made, their states, and who is not paid.
import { expect, test } from "vitest";
import type { CalendarDate } from "../calendar/dates.ts";
import { carriedBecause, lastSunday, mayBecome, payoutDay, endOfPayoutWeek } from "./payout.ts";

test.each<[CalendarDate, string, CalendarDate, CalendarDate]>([
  ["2026-11-16", "a Monday", "2026-11-15", "2026-11-22"],
  ["2026-11-17", "a Tuesday", "2026-11-15", "2026-11-22"],
  ["2026-11-21", "a Saturday", "2026-11-15", "2026-11-22"],
  ["2026-11-22", "a Sunday, which is not over", "2026-11-15", "2026-11-22"],
  ["2026-11-23", "the Monday after", "2026-11-22", "2026-11-29"],
  ["2027-01-01", "over the year", "2026-12-27", "2027-01-03"],
  ["1969-12-31", "before the epoch", "1969-12-28", "1970-01-04"],
])("on %s, %s, the last Sunday is %s and the week's Sunday is %s", (date, _, last, own) => {
  expect([lastSunday(date), endOfPayoutWeek(date)]).toEqual([last, own]);
});

test("pays for a week on the following Monday", () => {
  expect(payoutDay("2026-11-22")).toBe("2026-11-23");
});

test.each([
  ["pending", "paid", true],
  ["pending", "failed", true],
  ["paid", "failed", true],
  ["paid", "paid", false],
  ["paid", "pending", false],
  ["failed", "paid", false],
  ["failed", "failed", false],
] as const)("a payout that is %s may become %s: %s", (from, to, may) => {
  expect(mayBecome(from, to)).toBe(may);
});

test.each([
  [{ balanceCents: 1, hasBankDetails: true, isSuspended: false }, null],
  [{ balanceCents: 1, hasBankDetails: false, isSuspended: false }, "no_bank_details"],
  [{ balanceCents: 0, hasBankDetails: true, isSuspended: false }, "nothing_due"],
  [{ balanceCents: -1, hasBankDetails: false, isSuspended: false }, "nothing_due"],
  [{ balanceCents: 1, hasBankDetails: true, isSuspended: true }, "suspended"],
])("%j is carried over because of %s", (host, reason) => {
  expect(carriedBecause(host)).toBe(reason);
});
