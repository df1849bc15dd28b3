import { expect, test } from "vitest";
import { compactPhone, isPhone } from "./phone.ts";

test.each([
  ["+1 (242) 555-0100", "+12425550100", true],
  ["+44.20.7946.0000", "+442079460000", true],
  ["242 555 0100", "2425550100", false],
  ["+0 242 555 0100", "+02425550100", false],
  ["tel:+12425550100", "tel:+12425550100", false],
  ["+1", "+1", false],
  ["+1234567890123456", "+1234567890123456", false],
  ["+1 242 CALL ME", "+1242CALLME", false],
  ["", "", false],
])("%j is %j: %s", (typed, compact, valid) => {
  expect(compactPhone(typed)).toBe(compact);
  expect(isPhone(compact)).toBe(valid);
});
