import { expect, test } from "vitest";
import { mayReadPickupInstructions } from "./pickup-instructions.ts";

const NOTHING = { isSuspended: false, isDisputed: false, isOnHold: false, isAtMeetingPlace: false };

test.each([
  ["approved", {}, true],
  ["approved", { isOnHold: true }, false],
  ["approved", { isSuspended: true }, false],
  ["approved", { isDisputed: true }, false],
  ["approved", { isAtMeetingPlace: true }, false],
  ["pending", {}, false],
  ["completed", {}, false],
  ["cancelled", {}, false],
] as const)("%s, %j: may read %s", (status, change, may) => {
  expect(mayReadPickupInstructions({ status, ...NOTHING, ...change })).toBe(may);
});
