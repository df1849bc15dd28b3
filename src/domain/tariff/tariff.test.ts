import { expect, test } from "vitest";
import {
  CASE_KINDS,
  ceilingCents,
  CHARGE_ORIGINS,
  DEFAULT_EXCESS_CENTS,
  excessCents,
  findTariff,
  readTariffVersion,
  TARIFF_VERSION,
  USAGE_KINDS,
} from "./tariff.ts";

test("the ceiling is $1,020 with the default excess", () => {
  expect(ceilingCents(TARIFF_VERSION, DEFAULT_EXCESS_CENTS)).toBe(102_000);
  expect(ceilingCents(1, 0)).toBe(52_000);
  expect(excessCents(1, 102_000)).toBe(50_000);
});

test("version 1 has the amounts of the decision", () => {
  expect(findTariff(1)).toEqual({
    lateReturn: { graceMinutes: 60, hoursPerDayPrice: 8 },
    fuel: { serviceCents: 1_000 },
    charging: [
      { upToPercent: 20, amountCents: 5_000 },
      { upToPercent: 50, amountCents: 2_000 },
      { upToPercent: 80, amountCents: 1_000 },
    ],
    cleaning: { dirtCents: 4_000, stainsCents: 12_000 },
    smokingCents: 15_000,
    lostKeyMaxCents: 25_000,
    claimHours: 24,
    ticketDays: 90,
    usageChargeHours: 72,
    hostShareBasisPoints: {
      late_return: 8_500,
      distance: 8_500,
      fuel: 10_000,
      charging: 10_000,
      cleaning: 10_000,
      smoking: 10_000,
      lost_key: 10_000,
      ticket: 10_000,
      damage: 10_000,
    },
  });
});

test("only cases are decided; usage charges follow from the return or the readings", () => {
  expect(Object.keys(CHARGE_ORIGINS)).toEqual([...USAGE_KINDS, ...CASE_KINDS]);
  expect(USAGE_KINDS.map((kind) => CHARGE_ORIGINS[kind])).toEqual([
    "return",
    "readings",
    "readings",
    "readings",
  ]);
  expect(new Set(CASE_KINDS.map((kind) => CHARGE_ORIGINS[kind]))).toEqual(new Set(["case"]));
});

test("reads only versions that exist", () => {
  expect(readTariffVersion(1)).toBe(1);
  for (const unknown of [0, 2, 1.5])
    expect(() => readTariffVersion(unknown)).toThrow(`not a tariff version: ${unknown}`);
});
