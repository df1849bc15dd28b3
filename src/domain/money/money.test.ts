import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  centsToDollars,
  centsToNumeric,
  dollarsToCents,
  dollarsToFractionalCents,
  percentOfCents,
} from "./money.ts";
import { formatUsd } from "../text/format.ts";

describe("dollarsToCents", () => {
  test.each([
    ["180.00", 18_000],
    ["180.5", 18_050],
    ["180", 18_000],
    ["0.00", 0],
    ["-0.00", 0],
    ["-2.00", -200],
    ["0.07", 7],
    ["9999999999.99", 999_999_999_999],
    [180, 18_000],
    [60.5, 6_050],
    [1.15, 115],
    [0.29, 29],
    [-0.01, -1],
    [0, 0],
    [-0, 0],
    ["9999999999999.99", 999_999_999_999_999],
  ])("converts %j to %i cents", (dollars, cents) => {
    expect(dollarsToCents(dollars)).toBe(cents);
  });

  test.each([
    1.005,
    0.1 + 0.2,
    Number.NaN,
    Infinity,
    1e21,
    1e-7,
    "",
    "abc",
    "1.234",
    "1,000.00",
    "$1",
    " 1",
    "1\n",
    ".5",
    "5.",
    "01",
    "1e3",
    "+1",
    "--1",
    "10000000000000.00",
  ])("refuses %j", (value) => {
    expect(() => dollarsToCents(value)).toThrow(/^not an amount in (dollars|cents): /);
  });
});

const anyCents = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });

test("keeps every amount intact through dollars, JSON and a numeric column", () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(dollarsToCents(centsToDollars(cents))).toBe(cents);
      expect(dollarsToCents(JSON.parse(JSON.stringify(centsToDollars(cents))) as number)).toBe(
        cents,
      );
      expect(dollarsToCents(centsToNumeric(cents))).toBe(cents);
    }),
  );
});

test.each([0.5, Number.NaN, Infinity, 1_000_000_000_000_000, -1_000_000_000_000_000])(
  "refuses %d as an amount in cents",
  (cents) => {
    expect(() => centsToDollars(cents)).toThrow("not an amount in cents");
    expect(() => centsToNumeric(cents)).toThrow(RangeError);
    expect(() => formatUsd(cents)).toThrow(RangeError);
    expect(() => percentOfCents(cents, 1_000)).toThrow(RangeError);
  },
);

test.each([
  [0, "0.00"],
  [7, "0.07"],
  [-7, "-0.07"],
  [-200, "-2.00"],
  [6_000, "60.00"],
  [6_050, "60.50"],
  [18_000, "180.00"],
  [99_999, "999.99"],
  [118_000, "1180.00"],
  [123_456_789, "1234567.89"],
])("writes %i cents as %s", (cents, numeric) => {
  expect(centsToNumeric(cents)).toBe(numeric);
});

describe("percentOfCents", () => {
  test.each([
    [18_000, 1_000, 1_800],
    [4, 1_000, 0], // 0.4
    [5, 1_000, 1], // 0.5 rounds up
    [14, 1_000, 1],
    [15, 1_000, 2],
    [10, 8_500, 9], // 8.5 rounds up
    [30, 8_500, 26], // 25.5, which 0.85 * 30 misses in floats
    [1_99, 10_000, 199],
    [199, 0, 0],
    [0, 8_500, 0],
    [9_999, 1, 1],
    [4_999, 1, 0],
    [999_999_999_999_999, 10_000, 999_999_999_999_999],
  ])("%i cents at %i basis points are %i", (cents, basisPoints, share) => {
    expect(percentOfCents(cents, basisPoints)).toBe(share);
  });

  test("agrees with exact integers of any size", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, basisPoints) => {
          const exact = (BigInt(cents) * BigInt(basisPoints) * 2n + 10_000n) / 20_000n;
          expect(percentOfCents(cents, basisPoints)).toBe(Number(exact));
        },
      ),
    );
  });

  test.each([
    [-1, 1_000, "a share of a negative amount: -1"],
    [100, -1, "not a rate in basis points: -1"],
    [100, 10_001, "not a rate in basis points: 10001"],
    [100, 0.5, "not a rate in basis points: 0.5"],
  ])("refuses %d cents at %d: %s", (cents, basisPoints, message) => {
    expect(() => percentOfCents(cents, basisPoints)).toThrow(new RangeError(message));
  });
});

test.each([
  [45, 4500],
  [4.35, 435],
  [0.125, 12.5],
  [1.005, 100.5],
])("converts a limit of %d dollars to %d cents, without rounding", (dollars, cents) =>
  expect(dollarsToFractionalCents(dollars)).toBe(cents),
);
