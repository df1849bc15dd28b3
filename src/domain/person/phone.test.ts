import { expect, test } from "vitest";
import { compactPhone, isPhone, readPhoneEnding } from "./phone.ts";

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

test.each([
  ["+1 242 555 0121", "12425550121"],
  ["001 242 555 0121", "12425550121"],
  ["(242) 555-0121", "2425550121"],
  ["555-0121", "5550121"],
  ["555-012", undefined],
  ["BK-4821-7390", undefined],
  ["", undefined],
])("a search for %j finds phones that end in %s", (text, ending) => {
  expect(readPhoneEnding(text)).toBe(ending);
});
