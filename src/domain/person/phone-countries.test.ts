// Tests phone numbers as entered in many countries, and as stored.
import { describe, expect, test } from "vitest";
import {
  DIAL_CODES,
  isInCountry,
  isRightLength,
  isWholePhone,
  joinPhone,
  splitPhone,
} from "./phone-countries.ts";
import { isPhone } from "./phone.ts";

test.each([
  ["BS", "555 0100", "+12425550100"],
  ["BS", "(242) 555-0100", "+12425550100"],
  ["BS", "1 242 555 0100", "+12425550100"],
  ["US", "305-555-0100", "+13055550100"],
  ["GB", "07700 900123", "+447700900123"],
  ["DE", "030 123456", "+4930123456"],
  ["IT", "06 1234 5678", "+390612345678"],
  ["BS", "+44 7700 900123", "+447700900123"],
  ["BS", "0044 7700 900123", "+447700900123"],
  ["BS", "  ", ""],
  ["BS", "123 4567", "+12421234567"],
  ["SM", "0549 123456", "+3780549123456"],
  ["VA", "06 1234 5678", "+390612345678"],
  ["CI", "01 23 45 67 89", "+2250123456789"],
  ["CG", "06 123 4567", "+242061234567"],
  ["BJ", "01 23 45 67 89", "+2290123456789"],
])("%s %j is stored as %s", (country, number, stored) => {
  expect(joinPhone({ country, number })).toBe(stored);
});

describe("shows a stored number with its country", () => {
  test.each([
    ["+12425550100", "BS", "5550100"],
    ["+13055550100", "US", "3055550100"],
    ["+447700900123", "GB", "7700900123"],
    ["+18295550100", "US", "8295550100"],
    ["+5072345678", "PA", "2345678"],
  ])("%s", (stored, country, number) => {
    expect(splitPhone(stored)).toEqual({ country, number });
    expect(joinPhone({ country, number })).toBe(stored);
  });
  test("round-trips every calling code", () => {
    for (const [country, code] of DIAL_CODES) {
      const whole = `+${code}${code.startsWith("1") ? "5550100000".slice(0, 11 - code.length) : "2345678"}`;
      expect(isPhone(whole) && isRightLength(whole), country).toBe(true);
      expect(joinPhone(splitPhone(whole)), country).toBe(whole);
    }
  });
});

test("requires ten digits in North America", () => {
  expect(isRightLength("+1242555010")).toBe(false);
  expect(isRightLength("+4930123456")).toBe(true);
  // Eleven digits count only if the first is the 1.
  expect(isRightLength(joinPhone({ country: "BS", number: "24255501001" }))).toBe(false);
});

test.each([
  ["+12425550100", true],
  ["+4930123456", true],
  ["+19005550100", false], // premium rate
  ["+19765550100", false],
  ["+870773111632", false], // satellite
  ["+80012345678", false], // no country
  ["12425550100", false],
])("%s belongs to a country: %s", (phone, expected) => {
  expect(isInCountry(phone)).toBe(expected);
});

test.each([
  ["+1 242", true],
  [" 00 44", true],
  ["242 555 0100", false],
  ["242+555", false],
  ["0242", false],
])("%j starts with a country code: %s", (typed, expected) => {
  expect(isWholePhone(typed)).toBe(expected);
});

test("keeps the country and the typed number if the code is unknown", () => {
  expect(splitPhone("+999 123", "GB")).toEqual({ country: "GB", number: "999123" });
  expect(splitPhone("00 44 7700 900123")).toEqual({ country: "GB", number: "7700900123" });
  expect(splitPhone("+")).toEqual({ country: "BS", number: "" });
});

test.each([
  ["BS", "1242"],
  ["LC", "1758"],
  ["BA", "387"],
  ["CL", "56"],
  ["FO", "298"],
  ["IE", "353"],
  ["LK", "94"],
  ["MV", "960"],
  ["PL", "48"],
  ["SM", "378"],
  ["UY", "598"],
])("the code of %s is %s", (country, code) => {
  expect(DIAL_CODES.get(country)).toBe(code);
});
