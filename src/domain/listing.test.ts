import { expect, test } from "vitest";
import { isPubliclyVisible } from "./listing.ts";

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [false, false, false],
])("approved %s, available %s: public %s", (isApproved, isAvailable, expected) => {
  expect(isPubliclyVisible({ isApproved, isAvailable })).toBe(expected);
});
