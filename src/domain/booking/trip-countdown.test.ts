// How far away a trip is, from the days before it to the day after.
import { expect, test } from "vitest";
import { rentalPeriod } from "./rental-period.ts";
import { describeCountdown } from "./trip-countdown.ts";

const UNRECORDED = { pickedUpAt: null, returnedAt: null };
const at = (nassau: string): Date => new Date(`${nassau}-05:00`);

test.each([
  ["2026-11-30T12:00", "Starts in 30 days"],
  ["2026-12-28T12:00", "Starts in 2 days"],
  ["2026-12-29T23:59", "Starts tomorrow"],
  ["2026-12-30T00:00", "Starts today"],
  ["2026-12-31T12:00", "In progress, due back Sat, Jan 2, 2027"],
  ["2027-01-01T12:00", "In progress, due back tomorrow"],
  ["2027-01-02T12:00", "In progress, due back today"],
  ["2027-01-03T00:00", null],
])("without times, at %s: %s", (now, text) => {
  expect(
    describeCountdown({ ...UNRECORDED, period: rentalPeriod("2026-12-30", "2027-01-02") }, at(now)),
  ).toBe(text);
});

test.each([
  ["2026-12-04T23:59", "Starts tomorrow"],
  ["2026-12-05T00:00", "Pickup in 10 hours"],
  ["2026-12-05T06:31", "Pickup in 3 hours"],
  ["2026-12-05T09:00", "Pickup in 1 hour"],
  ["2026-12-05T09:00:30", "Pickup in 1 hour"],
  ["2026-12-05T09:01", "Pickup in 59 minutes"],
  ["2026-12-05T09:59", "Pickup in 1 minute"],
  ["2026-12-05T10:00", "In progress, due back tomorrow at 6:30 PM"],
  ["2026-12-06T18:00", "In progress, due back today at 6:30 PM"],
  ["2026-12-07T00:00", null],
])("with times, at %s: %s", (now, text) => {
  const times = { pickupTime: "10:00", returnTime: "18:30" } as const;
  const trip = rentalPeriod("2026-12-05", "2026-12-06", times);
  expect(describeCountdown({ ...UNRECORDED, period: trip }, at(now))).toBe(text);
});

test.each([
  ["2026-12-05T15:00", "Starts tomorrow"],
  ["2026-12-06T00:59", "Pickup in 1 minute"],
  ["2026-12-06T01:00", "In progress, due back today at 6:30 PM"],
])("after a delayed flight, at %s: %s", (now, text) => {
  const times = { pickupTime: "14:00", returnTime: "18:30" } as const;
  const period = rentalPeriod("2026-12-05", "2026-12-06", times);
  const trip = { ...UNRECORDED, period, delayedPickupAt: at("2026-12-06T01:00") };
  expect(describeCountdown(trip, at(now))).toBe(text);
  expect(describeCountdown(trip, at("2026-12-04T12:00"))).toBe("Starts in 2 days");
});

test("a car that the renter has returned waits for the confirmation", () => {
  const trip = {
    period: rentalPeriod("2026-12-05", "2026-12-06"),
    pickedUpAt: at("2026-12-05T08:55"),
    returnedAt: null,
    returnNoticedAt: at("2026-12-06T09:00"),
  };
  expect(describeCountdown(trip, at("2026-12-07T12:00"))).toBe(
    "Returned, waiting for confirmation",
  );
});

test.each([
  ["2026-12-05T09:00", null, "In progress, due back tomorrow at 6:30 PM"],
  ["2026-12-06T18:29", null, "In progress, due back today at 6:30 PM"],
  ["2026-12-06T18:30", null, "Overdue, was due back today at 6:30 PM"],
  ["2026-12-07T00:00", null, "Overdue, was due back yesterday at 6:30 PM"],
  ["2026-12-08T00:00", null, "Overdue, was due back Sun, Dec 6 at 6:30 PM"],
  ["2026-12-05T12:00", "2026-12-05T11:00", null],
])("picked up at 8:55, at %s, returned at %s: %s", (now, returned, text) => {
  const times = { pickupTime: "10:00", returnTime: "18:30" } as const;
  const trip = {
    period: rentalPeriod("2026-12-05", "2026-12-06", times),
    pickedUpAt: at("2026-12-05T08:55"),
    returnedAt: returned === null ? null : at(returned),
  };
  expect(describeCountdown(trip, at(now))).toBe(text);
});
