// Tests how a text is stored, and when both sides may read everything that they wrote.
import { expect, test } from "vitest";
import { PAYMENT_STATUSES, TRANSITIONS } from "../booking/booking.ts";
import { isDomainError } from "../errors.ts";
import { APPROVED_ONCE, cleanMessage, cleanText, MESSAGE_MAX_LENGTH } from "./message.ts";

test.each([
  ["  Is the car free?\n", "Is the car free?"],
  ["one\r\ntwo\rthree\u2028four\u2029five", "one\ntwo\nthree\nfour\nfive"],
  ["a tab\tstays", "a tab\tstays"],
  ["a\u0000b\u0008c\u000bd\u001fe\u007ff\u009fg", "abcdefg"],
  // Characters that reverse the text direction, and invisible ones.
  ["a\u00adb\u200bc\u200ed\u200fe\u202af\u202eg\u2060h\u2069i\ufeffj", "abcdefghij"],
  ["half of a pair: \ud83d", "half of a pair: \ufffd"],
  // Marks that end up on one letter only once the characters between them are removed.
  [`Z${"\u0301\u0301\u0001".repeat(9)}algo`, `Z${"\u0301".repeat(4)}algo`],
  ["<b>Bold</b> & 😀", "<b>Bold</b> & 😀"],
  ["\u200b \u00ad", ""],
])("%j is stored as %j", (typed, stored) => {
  expect(cleanText(typed)).toBe(stored);
});

test("refuses an empty message and one over 4,000 characters", () => {
  const codeAndDetails = (typed: string): unknown => {
    try {
      return cleanMessage(typed);
    } catch (error) {
      return isDomainError(error) ? [error.code, error.details] : error;
    }
  };
  expect(codeAndDetails(" Hello ")).toBe("Hello");
  expect(codeAndDetails(" \n\u200b")).toEqual(["message_empty", {}]);
  expect(codeAndDetails("\u3164\u2800")).toEqual(["message_empty", {}]);
  expect(codeAndDetails(`${"x".repeat(MESSAGE_MAX_LENGTH)}  `)).toHaveLength(4000);
  expect(codeAndDetails("x".repeat(4001))).toEqual(["message_too_long", { limit: 4000 }]);
});

test("treats a booking as once approved if it is approved, completed, or its card was charged", () => {
  expect(APPROVED_ONCE.statuses).toEqual(["approved", "completed"]);
  // The payment states reachable from the charge on.
  const charged = new Set<string>([TRANSITIONS.capture_succeeded.to.paymentStatus]);
  for (let size = 0; size < charged.size;) {
    size = charged.size;
    for (const step of Object.values(TRANSITIONS))
      if (
        step.from?.paymentStatus.some((status) => charged.has(status)) &&
        "paymentStatus" in step.to
      )
        charged.add(step.to.paymentStatus);
  }
  expect(PAYMENT_STATUSES.filter((status) => charged.has(status)).toSorted()).toEqual(
    APPROVED_ONCE.paymentStatuses.toSorted(),
  );
});
