// Tests which numbers are VAT numbers.
import { expect, test } from "vitest";
import { compactVatNumber, isVatNumber } from "./vat-number.ts";

test.each([
  ["100234567", true],
  ["100 234 567", true],
  ["100-234-567", true],
  ["10023456", false],
  ["1002345678", false],
  ["10023456a", false],
  ["", false],
])("VAT number %j: %s", (typed, expected) => {
  expect(isVatNumber(compactVatNumber(typed))).toBe(expected);
});
