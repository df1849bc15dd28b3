// Tests the review deadlines and what a review may contain.
import { describe, expect, test } from "vitest";
import type { CalendarDate } from "../calendar/dates.ts";
import { isDomainError } from "../errors.ts";
import {
  reviewRequestsDue,
  checkMayReview,
  checkScores,
  cleanReview,
  toRating,
  reviewsEndAt,
  reviewState,
  type ReviewFacts,
} from "./review.ts";

const catchCode = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return "none";
};

test.each<[CalendarDate, string]>([
  // Completed at 00:00 Nassau on the 9th; the 23rd begins fourteen days later.
  ["2026-12-08", "2026-12-23T05:00:00.000Z"],
  // Summer time begins on 8 March and ends on 1 November; days are Nassau days regardless.
  ["2026-02-28", "2026-03-15T04:00:00.000Z"],
  ["2026-10-25", "2026-11-09T05:00:00.000Z"],
])("a trip that ended on %s can be reviewed until %s", (endDate, until) => {
  expect(reviewsEndAt(endDate).toISOString()).toBe(until);
});

const trip: ReviewFacts = { status: "completed", endDate: "2026-12-08", written: null };
test.each<[Partial<ReviewFacts>, string, string, string]>([
  [{}, "2026-12-09T04:59:59.999Z", "none", "review_no_stay"],
  [{}, "2026-12-09T05:00:00.000Z", "open", "none"],
  [{}, "2026-12-23T04:59:59.999Z", "open", "none"],
  [{}, "2026-12-23T05:00:00.000Z", "missed", "review_too_late"],
  [{ status: "approved" }, "2026-12-10T00:00:00Z", "none", "review_no_stay"],
  [{ status: "cancelled" }, "2026-12-10T00:00:00Z", "none", "review_no_stay"],
  [{ written: { isPublished: false } }, "2026-12-10T00:00:00Z", "sealed", "review_twice"],
  [{ written: { isPublished: true } }, "2027-12-10T00:00:00Z", "published", "review_twice"],
])("%o at %s is %s, and writing gives %s", (facts, now, state, code) => {
  expect(reviewState({ ...trip, ...facts }, new Date(now))).toBe(state);
  expect(catchCode(() => checkMayReview({ ...trip, ...facts }, new Date(now)))).toBe(code);
});

test("requests reviews from 10:00, reminds in the last three days, and never both for a trip in one day", () => {
  expect(reviewRequestsDue(new Date("2026-12-09T14:59:59Z"))).toBeNull();
  expect(reviewRequestsDue(new Date("2026-12-09T15:00:00Z"))?.review_request.to).toBe("2026-12-08");
  // the last day for a trip that ended on the 8th
  const last = reviewRequestsDue(new Date("2026-12-22T15:00:00Z"));
  expect(last?.review_reminder).toEqual({ from: "2026-12-08", to: "2026-12-10" });
  expect(last?.review_request.from).toBe("2026-12-11");
});

const scores = { cleanliness: 5, condition: 4, communication: 3, value: 2 };
describe("scores", () => {
  test("requires four scores from a renter and none from a host", () => {
    expect(checkScores("renter", { stars: 4, scores })).toEqual({ stars: 4, ...scores });
    expect(checkScores("host", { stars: 1 })).toEqual({
      stars: 1,
      cleanliness: null,
      condition: null,
      communication: null,
      value: null,
    });
  });
  test.each([
    ["renter", { stars: 0, scores }],
    ["renter", { stars: 6, scores }],
    ["renter", { stars: 4.5, scores }],
    ["renter", { stars: Number.NaN, scores }],
    ["renter", { stars: 4 }],
    ["renter", { stars: 4, scores: { ...scores, value: undefined } }],
    ["renter", { stars: 4, scores: { ...scores, value: 9 } }],
    ["host", { stars: 4, scores }],
  ] as const)("refuses from a %s: %o", (side, given) => {
    expect(catchCode(() => checkScores(side, given))).toBe("review_scores_invalid");
  });
});

test.each([
  ["  Clean car.\r\nThanks \u0000\u202e ", "none"],
  ["<b>Great</b> https://example.com on 2026-12-05 at 10:30, $180.00", "none"],
  [" \u200b\n ", "review_empty"],
  ["\u3164", "review_empty"],
  ["x".repeat(21), "review_too_long"],
  ["Call 242 555 0100", "review_has_contacts"],
  ["ann@coral.bs", "review_has_contacts"],
])("checking the text %o gives %s", (typed, code) => {
  expect(catchCode(() => cleanReview(typed, code === "review_too_long" ? 20 : 100))).toBe(code);
});
test("stores no hidden characters", () => {
  expect(cleanReview("  Clean car.\r\nThanks \u0000\u202e ", 100)).toBe("Clean car.\nThanks");
});

test("rounds an average to two decimals and returns null without reviews", () => {
  expect(toRating(14, 3)).toEqual({ average: 4.67, count: 3 });
  expect(toRating(0, 0)).toBeNull();
});

test("includes the violated limit in a refusal", () => {
  const catchDetails = (act: () => unknown): unknown => {
    try {
      return act();
    } catch (error) {
      return isDomainError(error) ? error.details : error;
    }
  };
  expect(catchDetails(() => checkMayReview(trip, new Date("2027-01-01T00:00:00Z")))).toEqual({
    ended_at: "2026-12-23T05:00:00.000Z",
  });
  expect(catchDetails(() => checkScores("host", { stars: 0 }))).toEqual({ max: 5 });
  expect(catchDetails(() => cleanReview("x".repeat(21), 20))).toEqual({ limit: 20 });
  expect(catchDetails(() => cleanReview("x".repeat(20), 20))).toBe("x".repeat(20));
});
