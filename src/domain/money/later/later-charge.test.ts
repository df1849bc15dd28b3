import { expect, test } from "vitest";
import {
  isChargeable,
  LATER_CHARGE_STATES,
  laterChargeDueAt,
  nextSteps,
  requireStep,
} from "./later-charge.ts";

test("lists the steps of each state", () => {
  expect(Object.fromEntries(LATER_CHARGE_STATES.map((state) => [state, nextSteps(state)]))).toEqual(
    {
      announced: ["pay", "contest", "waive", "waive_for_reason"],
      waived: [],
      contested: ["waive", "waive_for_reason"],
      paying: ["pay"],
      outstanding: ["pay", "waive", "waive_for_reason"],
      paid: ["refund"],
    },
  );
});

test("refuses a step that comes too late", () => {
  expect(() => requireStep("announced", "contest")).not.toThrow();
  expect(() => requireStep("paid", "waive")).toThrow(
    expect.objectContaining({ code: "later_charge_closed", details: { state: "paid" } }),
  );
});

test("skips a charge that is too small for a card", () => {
  expect(isChargeable({ amountCents: 49 })).toBe(false);
  expect(isChargeable({ amountCents: 50 })).toBe(true);
});

test("is due after the tariff's hours", () => {
  expect(laterChargeDueAt(new Date("2026-12-08T16:00:00Z"), 72)).toEqual(
    new Date("2026-12-11T16:00:00Z"),
  );
});
