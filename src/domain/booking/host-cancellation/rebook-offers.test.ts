// Who is offered another car, and which.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rentalPeriod } from "../rental-period.ts";
import { nearestInPrice, replacementPeriod } from "./rebook-offers.ts";

const period = rentalPeriod("2026-12-21", "2026-12-24", {
  pickupTime: "10:00",
  returnTime: "10:00",
});
const PICKUP = new Date("2026-12-21T15:00:00Z");
const BEFORE = new Date(PICKUP.getTime() - 1);
const cancelled = {
  status: "cancelled",
  paymentStatus: "paid",
  cancelledBy: "host",
  period,
} as const;

test.each([
  ["the host cancelled", {}, BEFORE, true],
  ["an admin cancelled", { cancelledBy: "admin" }, BEFORE, true],
  ["the refund is made", { paymentStatus: "refunded" }, BEFORE, true],
  ["the renter cancelled", { cancelledBy: "renter" }, BEFORE, false],
  ["a bank took the payment back", { cancelledBy: "system" }, BEFORE, false],
  ["a request was never charged", { paymentStatus: "voided" }, BEFORE, false],
  ["the booking is approved", { status: "approved" }, BEFORE, false],
] as const)("offers another car if %s: %j", (_what, change, now, needs) => {
  expect(replacementPeriod({ ...cancelled, ...change }, now)).toEqual(needs ? period : undefined);
});

test.each([
  ["at the pickup time", "2026-12-21T15:00:00.000Z", "10:00"],
  ["after it", "2026-12-21T15:00:01Z", "10:30"],
  ["in the last half hour of pickups", "2026-12-22T04:30:00Z", "23:30"],
  ["at the end of the day", "2026-12-22T04:30:01Z", undefined],
  ["a day later", "2026-12-22T15:00:00Z", undefined],
] as const)("%s, offers cars from the next half hour on", (_when, now, pickupTime) => {
  expect(replacementPeriod(cancelled, new Date(now))).toEqual(
    pickupTime && { ...period, pickupTime },
  );
});

test("offers nothing for a booking without times once its start date has begun", () => {
  const withoutTimes = { ...cancelled, period: rentalPeriod("2026-12-21", "2026-12-24") };
  const midnight = new Date("2026-12-21T05:00:00Z");
  const before = new Date(midnight.getTime() - 1);
  expect(replacementPeriod(withoutTimes, before)).toEqual(withoutTimes.period);
  expect(replacementPeriod(withoutTimes, midnight)).toBeUndefined();
});

test("offers the three cars nearest in price, and the cheaper of two equals first", () => {
  const cars = [300, 90, 110, 100, 500].map((totalCents) => ({ totalCents }));
  expect(nearestInPrice(100, cars).map(({ totalCents }) => totalCents)).toEqual([100, 90, 110]);
  expect(nearestInPrice(100, [])).toEqual([]);
});

test("leaves out no car that is nearer in price than an offered one", () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(fc.nat(100_000), { maxLength: 12 }), (booked, totals) => {
      const cars = totals.map((totalCents, id) => ({ id, totalCents }));
      const offered = nearestInPrice(booked, cars);
      expect(offered).toHaveLength(Math.min(3, cars.length));
      const distance = ({ totalCents }: { totalCents: number }) => Math.abs(totalCents - booked);
      const farthest = Math.max(0, ...offered.map(distance));
      const left = cars.filter((car) => !offered.includes(car));
      expect(left.every((car) => distance(car) >= farthest)).toBe(true);
    }),
  );
});
