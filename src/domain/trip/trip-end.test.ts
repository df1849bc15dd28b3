// When a trip is over, overdue, or expected to end.
import { expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import {
  expectedEndDay,
  expectedPickup,
  isOut,
  isOverdue,
  openDelay,
  toTripTimes,
  tripEndDay,
  tripPhase,
} from "./trip-end.ts";

const at = (nassau: string): Date => new Date(`2026-12-${nassau}-05:00`);
const period = rentalPeriod("2026-12-05", "2026-12-08", {
  pickupTime: "10:00",
  returnTime: "18:00",
});
const trip = (pickedUp?: string, returned?: string) => ({
  period,
  pickedUpAt: pickedUp ? at(pickedUp) : null,
  returnedAt: returned ? at(returned) : null,
});

const ROW = {
  start_date: "2026-12-05",
  end_date: "2026-12-08",
  pickup_time: "10:00",
  return_time: "18:00",
  picked_up_at: "2026-12-05T15:00:00.000Z",
  returned_at: null,
  return_noticed_at: null,
  delayed_pickup_at: null,
} as const;

test.each([
  ["05T09:59", trip(), "ahead"],
  ["05T10:00", trip(), "under_way"],
  ["08T23:59", trip(), "under_way"],
  ["09T00:00", trip(), "over"],
  ["05T09:00", trip("05T08:30"), "under_way"],
  ["09T00:00", trip("05T10:05"), "under_way"],
  ["20T12:00", trip("05T10:05"), "under_way"],
  ["05T09:50", trip("05T08:30", "05T09:40"), "over"],
  ["06T12:00", trip("05T10:05", "06T11:00"), "over"],
] as const)("on December %s, %o is %s", (now, times, phase) => {
  expect(tripPhase(times, at(now))).toBe(phase);
});

test.each([
  ["08T17:59", trip("05T10:00"), false],
  ["08T18:00", trip("05T10:00"), true],
  ["09T18:00", trip("05T10:00", "09T12:00"), false],
  ["09T18:00", trip(), false],
] as const)("overdue on December %s, %o: %s", (now, times, expected) => {
  expect(isOverdue(times, at(now))).toBe(expected);
});

test("a delayed flight moves the beginning, until the pickup is confirmed", () => {
  const delayed = { ...trip(), delayedPickupAt: at("06T01:30") };
  expect(tripPhase(delayed, at("06T01:29"))).toBe("ahead");
  expect(tripPhase(delayed, at("06T01:30"))).toBe("under_way");
  expect(tripPhase({ ...delayed, pickedUpAt: at("05T22:00") }, at("05T23:00"))).toBe("under_way");
  const row = { ...ROW, status: "approved" as const, picked_up_at: null };
  expect(expectedPickup(row)).toEqual({ date: "2026-12-05", time: "10:00" });
  const late = { ...row, delayed_pickup_at: "2026-12-06T06:30:00.000Z" };
  expect(expectedPickup(late)).toEqual({ date: "2026-12-06", time: "01:30" });
  expect(openDelay({ ...late, picked_up_at: late.delayed_pickup_at })).toBeNull();
  expect(openDelay({ ...late, status: "cancelled" })).toBeNull();
});

test("a car is not overdue once the renter has said that it is back", () => {
  const noticed = { ...trip("05T10:00"), returnNoticedAt: at("08T17:00") };
  expect(isOverdue(noticed, at("08T18:00"))).toBe(false);
});

test("a car is not overdue while a storm affects its trip", () => {
  const row = { ...ROW, storm: { name: "Hurricane Imani" } };
  expect(isOverdue(toTripTimes(row), at("09T18:00"))).toBe(false);
  expect(isOverdue(toTripTimes({ ...row, storm: null }), at("09T18:00"))).toBe(true);
});

test("a trip ends on the day of its return, or as booked if nobody recorded it", () => {
  expect(tripEndDay(trip())).toBe("2026-12-08");
  expect(tripEndDay(trip("05T10:00"))).toBeNull();
  expect(tripEndDay(trip("05T10:00", "06T23:59"))).toBe("2026-12-06");
  expect(tripEndDay(trip("05T10:00", "11T00:00"))).toBe("2026-12-11");
  expect(isOut(trip("05T10:00", "06T23:59"))).toBe(false);
  expect(isOut(trip())).toBe(false);
});

test("a car that is out is expected back on the booked day, or today if that has passed", () => {
  expect(expectedEndDay(null, "2026-12-08", "2026-12-07")).toBe("2026-12-08");
  expect(expectedEndDay(null, "2026-12-08", "2026-12-08")).toBe("2026-12-08");
  expect(expectedEndDay(null, "2026-12-08", "2026-12-09")).toBe("2026-12-09");
  expect(expectedEndDay("2026-12-06", "2026-12-08", "2026-12-09")).toBe("2026-12-06");
});

test("reads the times of a row", () => {
  const none = { returnNoticedAt: null, delayedPickupAt: null, isInStorm: false };
  expect(toTripTimes(ROW)).toEqual({ ...trip("05T10:00"), ...none });
  expect(toTripTimes({ ...ROW, returned_at: "2026-12-06T15:00:00.000Z" })).toEqual({
    ...trip("05T10:00", "06T10:00"),
    ...none,
  });
  const at10 = "2026-12-05T15:00:00.000Z";
  expect(toTripTimes({ ...ROW, return_noticed_at: at10, delayed_pickup_at: at10 })).toMatchObject({
    returnNoticedAt: new Date(at10),
    delayedPickupAt: new Date(at10),
  });
});
