import { describe, expect, test } from "vitest";
import { describeDistance } from "./distance-text.ts";
import { findTariff } from "./tariff.ts";
import {
  listUsage,
  tariffUsageRows,
  bookedCaseRows,
  caseRows,
  describeCaseOpening,
  describeCeiling,
  describeUsageCharging,
  usageRows,
} from "./tariff-text.ts";
import type { UsageTerms } from "./usage-terms.ts";

const LIMIT = { includedMilesPerDay: 200, pricePerMileCents: 20 };
const TERMS: UsageTerms = {
  tariffVersion: 1,
  ceilingCents: 102_000,
  distance: LIMIT,
  level: { kind: "fuel", tankGallons: 23, pumpPriceCents: 610 },
  depositCents: 0,
};
const RENTAL = { totalCents: 41_800, days: 6 };

test.each([
  [null, 6, "Unlimited distance"],
  [LIMIT, 6, "1,200 miles included, then $0.20 a mile"],
  [LIMIT, undefined, "200 miles a day included, then $0.20 a mile"],
])("the distance of %o over %s days", (limit, days, text) => {
  expect(describeDistance(limit, days)).toBe(text);
});

describe("the charges of a booking", () => {
  test("have the car's rates", () => {
    expect(usageRows(TERMS, RENTAL)).toEqual([
      {
        kind: "late_return",
        amount: "$8.71 an hour",
        detail:
          "The first 60 minutes are free. After that, each hour you start costs this, at most $69.67 in 24 hours.",
      },
      {
        kind: "distance",
        amount: "$0.20 a mile",
        detail: "1,200 miles are included, 200 for each day.",
      },
      {
        kind: "fuel",
        amount: "$17.54 an eighth",
        detail:
          "Only for what is missing from the level at pickup: $6.10 a gallon, with a tank of 23 gallons. Plus $10.00 once.",
      },
    ]);
  });

  test("leave out what doesn't apply", () => {
    const kinds = (terms: UsageTerms) => usageRows(terms, RENTAL).map(({ kind }) => kind);
    expect(kinds({ ...TERMS, distance: null, level: null })).toEqual(["late_return"]);
    expect(kinds({ ...TERMS, level: { kind: "charging" } })).toEqual([
      "late_return",
      "distance",
      "charging",
    ]);
  });

  test("name the excess of the booking's own ceiling", () => {
    expect(bookedCaseRows({ ...TERMS, ceilingCents: 152_000 })).toEqual([
      {
        kind: "damage",
        amount: "Up to $1,000.00",
        detail:
          "At cost, based on an estimate. Without photos of both handovers, nothing can be claimed.",
      },
      { kind: "lost_key", amount: "Up to $250.00", detail: "At cost." },
      { kind: "smoking", amount: "$150.00", detail: "Only with a photo." },
      {
        kind: "cleaning",
        amount: "$40.00 or $120.00",
        detail: "For dirt, or for stains and smell.",
      },
      {
        kind: "ticket",
        amount: "At cost",
        detail: "Only with the ticket or bill. We add no fee.",
      },
    ]);
  });
});

test("the usage charges of all cars", () => {
  expect(tariffUsageRows(findTariff(1))).toEqual([
    {
      kind: "late_return",
      amount: "An eighth of a day's price for each hour",
      detail:
        "The first 60 minutes are free. After that, each hour you start costs this, at most a day's price in 24 hours. A day's price is the rental's average.",
    },
    {
      kind: "distance",
      amount: "The car's price a mile",
      detail: "Only if the host limits the distance, for miles beyond those included.",
    },
    {
      kind: "fuel",
      amount: "At the pump price",
      detail:
        "For the missing part of the tank, in eighths, at the island's price. Plus $10.00 once.",
    },
    {
      kind: "charging",
      amount: "$10.00 to $50.00",
      detail:
        "$10.00 at 80% or less, $20.00 at 50% or less, $50.00 at 20% or less. Nothing if the charge is no lower than at pickup.",
    },
  ]);
});

test("the ceiling and when usage charges are made", () => {
  expect(describeCeiling(102_000)).toBe("Never more than $1,020.00");
  expect(describeUsageCharging(findTariff(1), true)).toBe(
    "When you return the car, we send you the amount and how it's calculated. Pay it or contest it; otherwise we charge your card 72 hours later.",
  );
  expect(describeUsageCharging(findTariff(1), false)).toBe(
    "When the car is returned, we send both sides the amount and how it's calculated. The renter can pay or contest it; otherwise we charge the renter's card 72 hours later.",
  );
  expect(describeCaseOpening(findTariff(1))).toBe(
    "Claims must be opened within 24 hours of the return and before the car's next pickup, tickets within 90 days.",
  );
});

test("the list of usage charges, and the excess that depends on the booking", () => {
  const list = (terms: UsageTerms) => listUsage(usageRows(terms, RENTAL));
  expect(list(TERMS)).toBe("late return, extra distance and fuel");
  expect(list({ ...TERMS, level: null })).toBe("late return and extra distance");
  expect(list({ ...TERMS, distance: null, level: null })).toBe("late return");
  expect(caseRows(findTariff(1), null)[0]).toMatchObject({
    amount: "Up to your booking's maximum",
  });
});
