import { describe, expect, test } from "vitest";
import { rentalPeriod, type RentalTimes } from "./rental-period.ts";
import { type CalendarDate, addDays } from "../calendar/dates.ts";
import { instantInNassau, type TimeOfDay } from "../calendar/time-of-day.ts";
import {
  BOOKING_STATUSES,
  type BookingStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "./booking.ts";
import {
  badgeStyle,
  isAbandonedCheckout,
  isPast,
  isInProgress,
  isUpcoming,
  type ListedBooking,
} from "./booking-lists.ts";

const UNRECORDED = { pickedUpAt: null, returnedAt: null };

/** The lists of a rental from 5 to 8 December, at a time of a day. */
function findLists(
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  [today, time]: [CalendarDate, TimeOfDay],
  times?: RentalTimes,
): string {
  const period = rentalPeriod("2026-12-05", "2026-12-08", times);
  const booking: ListedBooking = { status, paymentStatus, period, ...UNRECORDED };
  const now = instantInNassau(today, time);
  return [
    isUpcoming(booking, now) && "upcoming",
    isInProgress(booking, now) && "under way",
    isPast(booking, now) && "past",
  ]
    .filter(Boolean)
    .join();
}

describe("booking lists", () => {
  test.each<[BookingStatus, PaymentStatus, CalendarDate, string]>([
    ["approved", "paid", "2026-12-04", "upcoming"],
    ["approved", "paid", "2026-12-05", "under way"],
    ["approved", "paid", "2026-12-08", "under way"],
    ["approved", "paid", "2026-12-09", "past"], // when the completion job is late
    ["completed", "paid", "2026-12-09", "past"],
    ["completed", "paid", "2026-12-08", "past"],
    ["pending", "authorized", "2026-12-04", "upcoming"],
    ["pending", "authorized", "2026-12-05", ""],
    ["pending", "authorized", "2026-12-09", "past"],
    ["pending", "unpaid", "2026-12-04", ""],
    ["pending", "unpaid", "2026-12-09", ""],
    ["cancelled", "refunded", "2026-12-04", ""],
    ["cancelled", "paid", "2026-12-06", ""],
    ["cancelled", "refunded", "2026-12-09", "past"],
    ["cancelled", "expired", "2026-12-04", ""],
    ["cancelled", "expired", "2026-12-09", ""],
    ["rejected", "voided", "2026-12-04", ""],
    ["rejected", "voided", "2026-12-09", "past"],
  ])("%s/%s on %s: %s", (status, paymentStatus, today, expected) => {
    expect(findLists(status, paymentStatus, [today, "12:00"])).toBe(expected);
  });

  test.each<[CalendarDate, TimeOfDay, string]>([
    ["2026-12-05", "14:30", "upcoming"],
    ["2026-12-05", "15:00", "under way"],
    ["2026-12-08", "23:30", "under way"],
    ["2026-12-09", "00:00", "past"],
  ])("a trip from 15:00 to 10:00, on %s at %s: %s", (today, time, expected) => {
    const times = { pickupTime: "15:00", returnTime: "10:00" } as const;
    expect(findLists("approved", "paid", [today, time], times)).toBe(expected);
  });

  test("puts no booking in two lists", () => {
    for (const status of BOOKING_STATUSES)
      for (const paymentStatus of PAYMENT_STATUSES)
        for (let day = 1; day <= 9; day++)
          expect(
            findLists(status, paymentStatus, [addDays("2026-11-30", day), "12:00"]),
          ).not.toContain(",");
  });
});

test("counts only these states as abandoned checkouts", () => {
  const found = BOOKING_STATUSES.flatMap((status) =>
    PAYMENT_STATUSES.filter((paymentStatus) => isAbandonedCheckout({ status, paymentStatus })).map(
      (paymentStatus) => `${status}/${paymentStatus}`,
    ),
  );
  expect(found).toEqual(["pending/unpaid", "cancelled/expired"]);
});

test("gives each status its badge style", () => {
  expect(BOOKING_STATUSES.map((status) => `${status}: ${badgeStyle(status)}`)).toEqual([
    "pending: secondary",
    "approved: default",
    "rejected: destructive",
    "completed: default",
    "cancelled: destructive",
  ]);
});
