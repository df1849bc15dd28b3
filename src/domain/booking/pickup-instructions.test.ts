import { expect, test } from "vitest";
import { mayReadPickupInstructions } from "./pickup-instructions.ts";

test.each([
  ["approved", false, false, false, true],
  ["approved", false, false, true, false],
  ["approved", true, false, false, false],
  ["approved", false, true, false, false],
  ["pending", false, false, false, false],
  ["completed", false, false, false, false],
  ["cancelled", false, false, false, false],
] as const)(
  "%s, suspended %s, disputed %s, on hold %s: may read %s",
  (status, isSuspended, isDisputed, isOnHold, may) => {
    expect(mayReadPickupInstructions({ status, isSuspended, isDisputed, isOnHold })).toBe(may);
  },
);
