import { expect, test } from "vitest";
import { rentalPeriod } from "./rental-period.ts";
import { addDays, type CalendarDate } from "../calendar/dates.ts";
import { cancellationTerms, freeCancellation } from "./cancellation.ts";
import { describeCancellation, describeCancellationEnd } from "./cancellation-text.ts";

const booking = {
  status: "approved",
  paymentStatus: "paid",
  period: rentalPeriod("2026-12-05", "2026-12-08"),
  trip: { pickedUpAt: null, returnedAt: null },
  amountDueCents: 20_099,
  refundedCents: 0,
  lostCents: 0,
  creditCents: 9_000,
  creditReturnedCents: 1_000,
} as const;
const inTime = new Date("2026-12-04T04:59:59.999Z");
const late = new Date("2026-12-04T05:00:00Z");

test("refunds the full amount due and the credit without a fee when in time", () => {
  expect(cancellationTerms({ booking, now: inTime })).toEqual({
    allowed: true,
    feeCents: 0,
    refundCents: 20_099,
    creditCents: 8_000,
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
    creditCents: 0,
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

/** Booked before there were times. */
const from = (start: CalendarDate) => rentalPeriod(start, addDays(start, 1));

test.each<[CalendarDate, string, string, string]>([
  // start date, now, state, sentence
  ["2026-12-05", "2026-12-01T12:00:00Z", "free", "Thu, Dec 3, 11:59 PM."],
  ["2026-12-05", "2026-12-04T04:59:59.999Z", "free", "Thu, Dec 3, 11:59 PM."],
  ["2026-12-05", "2026-12-04T05:00:00Z", "starting", "within 24 hours"], // exactly 24 hours
  ["2026-12-05", "2026-12-05T20:00:00Z", "starting", "within 24 hours"], // the trip has begun
  ["2026-12-05", "2026-12-06T04:59:59Z", "starting", "within 24 hours"],
  ["2026-12-05", "2026-12-06T05:00:00Z", "over", "ended on Thu, Dec 3, 11:59 PM."],
  // The clocks go forward on 8 March and back on 1 November; 24 hours stay 24 hours.
  ["2026-03-09", "2026-03-08T03:59:59Z", "free", "Sat, Mar 7, 11:00 PM."],
  ["2026-03-09", "2026-03-08T04:00:00Z", "starting", "within 24 hours"],
  ["2026-11-02", "2026-11-01T04:59:59Z", "free", "Sun, Nov 1, 1:00 AM."],
  ["2026-11-02", "2026-11-01T05:00:00Z", "starting", "within 24 hours"],
  // The year is included unless it is the current one.
  ["2027-01-02", "2026-12-01T12:00:00Z", "free", "Thu, Dec 31, 11:59 PM."],
  ["2027-01-03", "2026-12-01T12:00:00Z", "free", "Fri, Jan 1, 2027, 11:59 PM."],
])("on a trip from %s at %s, free cancellation is %s", (startDate, at, state, words) => {
  const now = new Date(at);
  const cancellation = freeCancellation(from(startDate), now);
  expect(cancellation.state).toBe(state);
  expect(describeCancellation(cancellation, now)).toContain(words);
});

test("counts back from the pickup of a trip with times", () => {
  const times = { pickupTime: "15:30", returnTime: "10:00" } as const;
  const period = rentalPeriod("2026-12-05", "2026-12-06", times);
  const { until, state } = freeCancellation(period, new Date("2026-12-04T20:29:59Z"));
  expect([until.toISOString(), state]).toEqual(["2026-12-04T20:30:00.000Z", "free"]);
  expect(freeCancellation(period, until).state).toBe("starting");
});

test("writes the sentences", () => {
  const now = new Date("2026-12-04T12:00:00Z");
  const starting = freeCancellation(from("2026-12-05"), now);
  expect(describeCancellation(freeCancellation(from("2026-12-25"), now), now)).toBe(
    "Free cancellation until Wed, Dec 23, 11:59 PM.",
  );
  expect(describeCancellation(starting, now)).toBe(
    "This trip starts within 24 hours and can't be cancelled or refunded.",
  );
  expect(describeCancellation(starting, now, { isRequest: true })).toBe(
    "Once the host approves, this trip can't be cancelled or refunded.",
  );
  expect(describeCancellationEnd(starting, now)).toBe(
    "The free cancellation period ended on Thu, Dec 3, 11:59 PM.",
  );
});
