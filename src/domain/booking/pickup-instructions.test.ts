import { expect, test } from "vitest";
import { mayReadPickupInstructions } from "./pickup-instructions.ts";

test.each([
  ["approved", false, false, true],
  ["approved", true, false, false],
  ["approved", false, true, false],
  ["pending", false, false, false],
  ["completed", false, false, false],
  ["cancelled", false, false, false],
] as const)(
  "%s, suspended %s, disputed %s: may read %s",
  (status, isSuspended, isDisputed, may) => {
    expect(mayReadPickupInstructions({ status, isSuspended, isDisputed })).toBe(may);
  },
);
