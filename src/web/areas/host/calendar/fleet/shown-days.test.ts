import { expect, test } from "vitest";
import { listShownDays, readFirstDay } from "./shown-days.ts";

const TODAY = "2026-11-23";

test("opens with the day before yesterday", () => {
  const days = listShownDays(readFirstDay(null, TODAY));
  expect([days[0], days.at(-1), days.length]).toEqual(["2026-11-21", "2026-12-20", 30]);
});

test.each([
  ["2026-12-01", "2026-12-01"],
  ["2024-11-23", "2024-11-23"],
  ["2024-11-22", "2026-11-21"],
  ["2028-11-21", "2028-11-21"],
  ["2028-11-22", "2026-11-21"],
  ["2026-02-30", "2026-11-21"],
  ["soon", "2026-11-21"],
])("reads %s as %s", (requested, first) => {
  expect(readFirstDay(requested, TODAY)).toBe(first);
});
