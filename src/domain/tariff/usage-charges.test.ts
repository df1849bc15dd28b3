// Usage charges to the cent, and their properties.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TankLevel } from "../trip/entry.ts";
import { averageDayCents, usageCharges, type UsageCharge, type UsedTrip } from "./usage-charges.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DUE = new Date("2026-12-20T15:00:00Z");
const eighths = (value: number): TankLevel => ({ unit: "eighths", value });
const percent = (value: number): TankLevel => ({ unit: "percent", value });

/** Six days for $418.00, with 23 gallons, 150 miles a day and $0.20 for each further one. */
const TRIP: UsedTrip = {
  terms: {
    tariffVersion: 1,
    ceilingCents: 102_000,
    distance: { includedMilesPerDay: 150, pricePerMileCents: 20 },
    level: { kind: "fuel", tankGallons: 23, pumpPriceCents: 610 },
    depositCents: 0,
  },
  totalCents: 41_800,
  days: 6,
  dueAt: DUE,
  returnedAt: DUE,
  stormMs: 0,
  pickup: { miles: 40_000, level: eighths(8) },
  return: { miles: 40_900, level: eighths(8) },
};
const late = (ms: number, trip: UsedTrip = TRIP): UsedTrip => ({
  ...trip,
  returnedAt: new Date(trip.dueAt.getTime() + ms),
});
const returnedAt = (level: TankLevel, pickup: TankLevel, trip: UsedTrip = TRIP): UsedTrip => ({
  ...trip,
  pickup: { miles: 40_000, level: pickup },
  return: { miles: 40_000, level },
});
const ELECTRIC: UsedTrip = { ...TRIP, terms: { ...TRIP.terms, level: { kind: "charging" } } };

test("a trip within its terms costs nothing", () => {
  expect(usageCharges(TRIP)).toEqual([]);
});

test("a day's price is the average after the discount, rounded half up", () => {
  expect(averageDayCents(41_800, 6)).toBe(6_967);
  expect(averageDayCents(101, 2)).toBe(51);
  expect(averageDayCents(6_000, 1)).toBe(6_000);
});

describe("late return", () => {
  test.each([
    ["on time", 0, null],
    ["early", -5 * HOUR, null],
    ["the end of the grace", HOUR, null],
    ["a millisecond later", HOUR + 1, [1, 871]],
    ["two hours", 2 * HOUR, [1, 871]],
    ["two hours and a minute", 2 * HOUR + MINUTE, [2, 1_742]],
    ["seven hours begun", 8 * HOUR, [7, 6_097]],
    ["eight hours begun: a day's price", 9 * HOUR, [8, 6_967]],
    ["24 hours begun: a day's price still", 25 * HOUR, [24, 6_967]],
    ["25 hours begun", 26 * HOUR, [25, 6_967 + 871]],
    ["32 hours begun", 33 * HOUR, [32, 2 * 6_967]],
  ])("%s", (_when, ms, expected) => {
    const [charge] = usageCharges(late(ms));
    expect(charge ? [charge.quantity, charge.amountCents] : null).toEqual(expected);
  });

  test("prints its arithmetic, with the cap if it applies", () => {
    expect(usageCharges(late(3.5 * HOUR))).toEqual([
      {
        kind: "late_return",
        quantity: 3,
        unit: "hour",
        amountCents: 2_613,
        hostShareCents: 2_221,
        explanation: "3 hours after 60 minutes of grace: 3 × $8.71",
      },
    ]);
    expect(usageCharges(late(9 * HOUR))[0]?.explanation).toBe(
      "8 hours after 60 minutes of grace: $8.71 each, at most $69.67 in 24 hours",
    );
    expect(usageCharges(late(HOUR + 1))[0]?.explanation).toBe(
      "1 hour after 60 minutes of grace: 1 × $8.71",
    );
  });

  test("does not count the time of a storm", () => {
    const inStorm = { ...late(26 * HOUR), stormMs: 24 * HOUR };
    expect(usageCharges(inStorm)).toMatchObject([
      {
        quantity: 1,
        amountCents: 871,
        explanation: "1 hour after 60 minutes of grace and the time of the storm: 1 × $8.71",
      },
    ]);
    expect(usageCharges({ ...inStorm, stormMs: 25 * HOUR })).toEqual([]);
  });

  test("counts elapsed hours while the clocks change", () => {
    // Due at 00:30 and back at 04:30 by the clocks of Nassau, which go back at 2:00.
    const dueAt = new Date("2026-11-01T04:30:00Z");
    const returned = new Date("2026-11-01T09:30:00Z");
    expect(usageCharges({ ...TRIP, dueAt, returnedAt: returned })[0]?.quantity).toBe(4);
  });

  test("needs no readings", () => {
    expect(usageCharges({ ...late(2 * HOUR), pickup: null, return: null })).toHaveLength(1);
  });
});

describe("distance", () => {
  const driven = (miles: number, trip: UsedTrip = TRIP) =>
    usageCharges({ ...trip, return: { miles: 40_000 + miles, level: eighths(8) } });

  test("charges the miles beyond the included ones", () => {
    expect(driven(1_012)).toEqual([
      {
        kind: "distance",
        quantity: 112,
        unit: "mile",
        amountCents: 2_240,
        hostShareCents: 1_904,
        explanation: "1,012 miles driven, 900 included: 112 × $0.20",
      },
    ]);
    expect(driven(901)[0]?.amountCents).toBe(20);
    expect(driven(900)).toEqual([]);
  });

  test("costs nothing without a limit or without both readings", () => {
    expect(driven(5_000, { ...TRIP, terms: { ...TRIP.terms, distance: null } })).toEqual([]);
    const far = { miles: 45_000, level: eighths(0) };
    expect(usageCharges({ ...TRIP, pickup: null, return: far })).toEqual([]);
    expect(usageCharges({ ...TRIP, return: null })).toEqual([]);
  });
});

describe("fuel", () => {
  test("charges missing eighths at the pump price, plus the service fee once", () => {
    expect(usageCharges(returnedAt(eighths(5), eighths(8)))).toEqual([
      {
        kind: "fuel",
        quantity: 3,
        unit: "eighth",
        // 52.6125 and 10.
        amountCents: 6_261,
        hostShareCents: 6_261,
        explanation: "3/8 of 23 gal × $6.10, plus $10.00",
      },
    ]);
  });

  test("costs nothing if no fuel is missing, it is prepaid, or the units differ", () => {
    expect(usageCharges(returnedAt(eighths(4), eighths(4)))).toEqual([]);
    expect(usageCharges(returnedAt(eighths(8), eighths(4)))).toEqual([]);
    const prepaid = { ...TRIP, terms: { ...TRIP.terms, level: null } };
    expect(usageCharges(returnedAt(eighths(0), eighths(8), prepaid))).toEqual([]);
    expect(usageCharges(returnedAt(percent(5), eighths(8)))).toEqual([]);
    expect(usageCharges(returnedAt(eighths(1), percent(90)))).toEqual([]);
  });
});

describe("charging", () => {
  test.each([
    [100, 81, null],
    [100, 80, 1_000],
    [100, 51, 1_000],
    [100, 50, 2_000],
    [100, 21, 2_000],
    [100, 20, 5_000],
    [100, 0, 5_000],
    [15, 15, null],
    [15, 16, null],
    [15, 14, 5_000],
  ])("from %s%% to %s%%", (pickup, back, amountCents) => {
    const [charge] = usageCharges(returnedAt(percent(back), percent(pickup), ELECTRIC));
    expect(charge?.amountCents ?? null).toBe(amountCents);
  });

  test("prints its step, and needs readings in percent", () => {
    expect(usageCharges(returnedAt(percent(34), percent(90), ELECTRIC))).toEqual([
      {
        kind: "charging",
        quantity: 56,
        unit: "percent",
        amountCents: 2_000,
        hostShareCents: 2_000,
        explanation: "Returned at 34% and picked up at 90%: $20.00 at 50% or less",
      },
    ]);
    expect(usageCharges(returnedAt(eighths(1), eighths(8), ELECTRIC))).toEqual([]);
    expect(usageCharges(returnedAt(eighths(1), percent(90), ELECTRIC))).toEqual([]);
  });
});

describe("any trip", () => {
  const level = fc.oneof(
    fc.integer({ min: 0, max: 8 }).map(eighths),
    fc.integer({ min: 0, max: 100 }).map(percent),
  );
  const reading = fc.record({ miles: fc.integer({ min: 0, max: 50_000 }), level });
  const trips: fc.Arbitrary<UsedTrip> = fc
    .record({
      terms: fc.record({
        tariffVersion: fc.constant(1 as const),
        ceilingCents: fc.constant(102_000),
        depositCents: fc.constant(0),
        distance: fc.option(
          fc.record({
            includedMilesPerDay: fc.integer({ min: 100, max: 1_000 }),
            pricePerMileCents: fc.integer({ min: 5, max: 50 }),
          }),
        ),
        level: fc.constantFrom(null, TRIP.terms.level, { kind: "charging" as const }),
      }),
      // At least the lowest price of a day less the largest discount, for the longest rental.
      totalCents: fc.integer({ min: 40 * 90, max: 90_000_000 }),
      days: fc.integer({ min: 1, max: 90 }),
      dueAt: fc.date({
        min: new Date("2026-01-01T00:00:00Z"),
        max: new Date("2027-12-31T00:00:00Z"),
        noInvalidDate: true,
      }),
      pickup: reading,
      return: reading,
      lateMs: fc.integer({ min: -48 * HOUR, max: 100 * HOUR }),
    })
    .map(({ lateMs, ...trip }) => ({
      ...trip,
      stormMs: 0,
      returnedAt: new Date(trip.dueAt.getTime() + lateMs),
    }));
  const amount = (charges: readonly UsageCharge[], kind: UsageCharge["kind"]) =>
    charges.find((charge) => charge.kind === kind)?.amountCents ?? 0;

  test("each charge is positive whole cents and belongs to the host up to its share", () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const charges = usageCharges(trip);
        expect(new Set(charges.map(({ kind }) => kind)).size).toBe(charges.length);
        for (const { amountCents, hostShareCents, quantity, kind } of charges) {
          expect(Number.isSafeInteger(amountCents) && amountCents > 0).toBe(true);
          expect(Number.isSafeInteger(quantity) && quantity > 0).toBe(true);
          const isShared = kind === "late_return" || kind === "distance";
          expect(hostShareCents).toBe(
            isShared ? Math.floor((amountCents * 85 + 50) / 100) : amountCents,
          );
        }
      }),
    );
  });

  test("equal readings and a return in time cost nothing", () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const same = { ...trip, return: trip.pickup, returnedAt: trip.dueAt };
        expect(usageCharges(same)).toEqual([]);
      }),
    );
  });

  test("later, further and emptier never costs less, and late fees stay capped", () => {
    fc.assert(
      fc.property(
        trips,
        fc.integer({ min: 0, max: 30 * HOUR }),
        fc.integer({ min: 0, max: 500 }),
        (trip, ms, miles) => {
          const back = trip.return!;
          const emptier = { ...back.level, value: Math.max(0, back.level.value - 1) };
          const before = usageCharges(trip);
          const after = usageCharges({
            ...trip,
            returnedAt: new Date(trip.returnedAt.getTime() + ms),
            return: { miles: back.miles + miles, level: emptier },
          });
          for (const kind of ["late_return", "distance", "fuel", "charging"] as const)
            expect(amount(after, kind)).toBeGreaterThanOrEqual(amount(before, kind));
          const lateDays = Math.ceil(
            Math.max(0, trip.returnedAt.getTime() - trip.dueAt.getTime()) / (24 * HOUR),
          );
          expect(amount(before, "late_return")).toBeLessThanOrEqual(
            lateDays * averageDayCents(trip.totalCents, trip.days),
          );
        },
      ),
    );
  });
});
