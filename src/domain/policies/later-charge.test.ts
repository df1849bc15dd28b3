import { expect, test } from "vitest";
import { laterChargeSteps } from "./later-charge.ts";

test.each([
  ["renter", "announced", ["pay", "contest"]],
  ["renter", "contested", []],
  ["renter", "outstanding", ["pay"]],
  ["host", "announced", ["waive"]],
  ["host", "contested", ["waive"]],
  ["host", "paid", []],
  ["admin", "announced", ["waive_for_reason"]],
  ["admin", "outstanding", ["waive_for_reason"]],
  ["admin", "paying", []],
  ["admin", "paid", ["refund"]],
] as const)("a %s of an %s charge", (party, state, steps) => {
  expect(laterChargeSteps(party, { state, origin: "readings" })).toEqual(steps);
});

test("nobody can contest the charge of a case", () => {
  expect(laterChargeSteps("renter", { state: "announced", origin: "case" })).toEqual(["pay"]);
});
