// The fee of a host who cancels, at each limit, and for any booking at any time.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rentalPeriod } from "../rental-period.ts";
import {
  BLOCKS_DAYS,
  cancellationYearStart,
  HOST_CANCELLATION_REASONS,
  HOST_FEE_STEPS,
  hostCancellationFee,
  MAX_HOST_FEE_CENTS,
  MIN_HOST_FEE_CENTS,
} from "./host-cancellation.ts";

const PERIOD = rentalPeriod("2026-12-21", "2026-12-24", {
  pickupTime: "10:00",
  returnTime: "10:00",
});
/** 10:00 in Nassau. */
const PICKUP_MS = Date.parse("2026-12-21T15:00:00Z");
const HOUR_MS = 3_600_000;

const booking = {
  period: PERIOD,
  totalCents: 26_400,
  earlierCancellations: 1,
  isDisputed: false,
  isInStorm: false,
  isDepositMissing: false,
};
const fee = (change: Partial<typeof booking>, aheadMs: number) =>
  hostCancellationFee({ ...booking, ...change }, new Date(PICKUP_MS - aheadMs));

test.each([
  ["more than 7 days", 7 * 24 * HOUR_MS + 1, 0, 0],
  ["7 days", 7 * 24 * HOUR_MS, 2_640, 1_000],
  ["more than 48 hours", 48 * HOUR_MS + 1, 2_640, 1_000],
  ["48 hours", 48 * HOUR_MS, 6_600, 2_500],
  ["more than 24 hours", 24 * HOUR_MS + 1, 6_600, 2_500],
  ["24 hours", 24 * HOUR_MS, 13_200, 5_000],
  ["a minute", 60_000, 13_200, 5_000],
  ["minus 5 hours", -5 * HOUR_MS, 13_200, 5_000],
])("%s before the pickup", (_when, aheadMs, feeCents, basisPoints) => {
  const freeBecause = feeCents === 0 ? "early" : null;
  expect(fee({}, aheadMs)).toEqual({ feeCents, basisPoints, freeBecause });
});

test.each([
  [10_000, 7 * 24 * HOUR_MS, 2_500],
  [25_010, 7 * 24 * HOUR_MS, 2_501],
  [49_998, HOUR_MS, 24_999],
  [100_000, HOUR_MS, 25_000],
])("a fee on %i cents is at least $25 and at most $250", (totalCents, aheadMs, feeCents) => {
  expect(fee({ totalCents }, aheadMs).feeCents).toBe(feeCents);
});

test("charges no fee for the first in a year, in a storm, for a missing deposit or a disputed payment", () => {
  const free = { feeCents: 0, basisPoints: 0 };
  expect(fee({ earlierCancellations: 0 }, HOUR_MS)).toEqual({
    ...free,
    freeBecause: "first_in_year",
  });
  expect(fee({ isInStorm: true }, HOUR_MS)).toEqual({ ...free, freeBecause: "storm" });
  expect(fee({ isDisputed: true }, HOUR_MS)).toEqual({ ...free, freeBecause: "disputed" });
  expect(fee({ isDepositMissing: true }, HOUR_MS)).toEqual({ ...free, freeBecause: "no_deposit" });
  expect(cancellationYearStart(new Date("2026-12-21T15:00:00Z"))).toEqual(
    new Date("2025-12-21T15:00:00Z"),
  );
});

test("a fee is 0 or within its bounds, and never falls as the pickup comes closer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 90_000_000 }),
      fc.integer({ min: -48 * 60, max: 30 * 24 * 60 }),
      fc.integer({ min: 0, max: 30 * 24 * 60 }),
      (totalCents, aheadMinutes, earlierMinutes) => {
        const late = fee({ totalCents }, aheadMinutes * 60_000).feeCents;
        const early = fee({ totalCents }, (aheadMinutes + earlierMinutes) * 60_000).feeCents;
        expect(late).toBeGreaterThanOrEqual(early);
        if (late > 0) {
          expect(late).toBeGreaterThanOrEqual(MIN_HOST_FEE_CENTS);
          expect(late).toBeLessThanOrEqual(MAX_HOST_FEE_CENTS);
        }
        expect(late > 0).toBe(aheadMinutes <= (HOST_FEE_STEPS.at(-1)?.hours ?? 0) * 60);
      },
    ),
  );
});

test("blocks the days if the car or the host is unavailable", () => {
  expect(HOST_CANCELLATION_REASONS.map((reason) => [reason, BLOCKS_DAYS[reason]])).toEqual([
    ["car_broken", true],
    ["car_elsewhere", true],
    ["host_unavailable", true],
    ["renter_concern", false],
    ["other", "ask"],
  ]);
});
