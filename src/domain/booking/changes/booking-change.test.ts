import { expect, test } from "vitest";
import {
  CHANGE_SIDES,
  CHANGE_STATES,
  changeExpiresAt,
  changeSteps,
  isOpenChange,
  requireChangeable,
  requireChangeStep,
} from "./booking-change.ts";

test("says what each side may do in each state", () => {
  const steps = (state: (typeof CHANGE_STATES)[number]) =>
    CHANGE_SIDES.map((side) => changeSteps({ state, requestedBy: "renter" }, side));
  expect(steps("requested")).toEqual([["withdraw"], ["accept", "decline"]]);
  expect(steps("awaiting_payment")).toEqual([["pay", "withdraw"], []]);
  for (const state of ["accepted", "declined", "withdrawn", "expired"] as const)
    expect(steps(state)).toEqual([[], []]);
  expect(CHANGE_STATES.filter(isOpenChange)).toEqual(["requested", "awaiting_payment"]);
});

test("refuses the other side's step, and a step that comes too late", () => {
  const asked = { state: "requested", requestedBy: "host" } as const;
  expect(() => requireChangeStep(asked, "renter", "accept")).not.toThrow();
  expect(() => requireChangeStep(asked, "host", "accept")).toThrow(
    expect.objectContaining({ code: "forbidden" }),
  );
  expect(() => requireChangeStep({ ...asked, state: "expired" }, "renter", "accept")).toThrow(
    expect.objectContaining({ code: "change_closed", details: { state: "expired" } }),
  );
});

const now = new Date("2026-12-07T18:20:00Z");
test.each([
  ["2026-12-08T20:00:00Z", "2026-12-08T02:20:00.000Z"], // 8 hours
  ["2026-12-08T10:20:00Z", "2026-12-08T02:20:00.000Z"], // half of 16 hours
  ["2026-12-07T20:20:00Z", "2026-12-07T19:20:00.000Z"], // half of 2 hours
])("a request about %s can be answered until %s", (beginsAt, expected) => {
  expect(changeExpiresAt(now, new Date(beginsAt)).toISOString()).toBe(expected);
});

test.each([
  [{ status: "approved", phase: "ahead", isOnHold: false }, null],
  [{ status: "approved", phase: "under_way", isOnHold: false }, null],
  [{ status: "approved", phase: "over", isOnHold: false }, "over"],
  [{ status: "approved", phase: "ahead", isOnHold: true }, "on_hold"],
  [{ status: "pending", phase: "ahead", isOnHold: false }, "pending"],
] as const)("%j can change, except: %s", (booking, status) => {
  const check = () => requireChangeable(booking);
  if (status === null) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({ code: "change_not_possible", details: { status } }),
    );
});
