// Which pickup times a delayed flight can have.
import { expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import { isDomainError } from "../errors.ts";
import { checkFlightDelay, delayedPickups, latestDelayedPickup } from "./flight-delay.ts";

const period = rentalPeriod("2026-12-05", "2026-12-08", {
  pickupTime: "10:00",
  returnTime: "10:00",
});
const at = (nassau: string): Date => new Date(`2026-12-${nassau}-05:00`);
const NOBODY = { pickup: null, return: null };

function check(newPickup: Date, now: Date, pickup: Date | null = null): string {
  try {
    checkFlightDelay(newPickup, { period, confirmedAt: { ...NOBODY, pickup } }, now);
    return "ok";
  } catch (error) {
    return isDomainError(error) ? error.code : String(error);
  }
}

test.each([
  ["05T10:30", "ok"],
  ["05T22:00", "ok"],
  ["05T22:30", "delay_too_long"],
  ["05T10:00", "delay_not_later"],
  ["05T08:00", "delay_not_later"],
  ["05T13:15", "delay_off_grid"],
  ["05T13:00:01", "delay_off_grid"],
])("a pickup at %s instead of 10:00: %s", (newPickup, expected) => {
  expect(check(at(newPickup), at("05T09:00"))).toBe(expected);
});

test("refuses a time that has passed, and any once the pickup is confirmed", () => {
  expect(check(at("05T13:00"), at("05T13:00"))).toBe("ok");
  expect(check(at("05T13:00"), at("05T13:00:01"))).toBe("delay_in_past");
  expect(check(at("05T13:00"), at("05T11:00"), at("05T10:20"))).toBe("delay_after_pickup");
});

test("offers the remaining half hours before the return", () => {
  const iso = (now: string) => delayedPickups(period, at(now)).map((each) => each.toISOString());
  expect(iso("01T12:00")).toHaveLength(24);
  expect(iso("01T12:00")[0]).toBe("2026-12-05T15:30:00.000Z");
  expect(iso("05T20:45")).toEqual([
    "2026-12-06T02:00:00.000Z",
    "2026-12-06T02:30:00.000Z",
    "2026-12-06T03:00:00.000Z",
  ]);
  expect(iso("05T22:01")).toEqual([]);
  const timeless = rentalPeriod("2026-12-05", "2026-12-08");
  expect(latestDelayedPickup(timeless)).toEqual(at("06T12:00"));
  const night = rentalPeriod("2026-12-05", "2026-12-06", {
    pickupTime: "20:00",
    returnTime: "06:00",
  });
  expect(latestDelayedPickup(night)).toEqual(at("06T05:30"));
});
