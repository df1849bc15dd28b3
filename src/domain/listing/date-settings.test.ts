// Tests what may be set for single dates, and the shortest rental that follows from it.
import { expect, test } from "vitest";
import { addDays, type CalendarDate } from "../calendar/dates.ts";
import {
  checkCustomPrice,
  checkDateMinDays,
  checkPricedDays,
  lastPricedDay,
  minDaysOn,
} from "./date-settings.ts";

const TODAY = "2026-11-27";
const RULES = { "2026-12-24": 4, "2026-12-25": 2, "2026-12-31": 7 };

test.each<[CalendarDate, number, number]>([
  ["2026-12-20", 4, 1],
  ["2026-12-20", 5, 4],
  ["2026-12-25", 1, 2],
  ["2026-12-25", 6, 2],
  ["2026-12-25", 7, 7],
])("a rental from %s for %i days must last %i days or more", (start, days, least) => {
  expect(minDaysOn(RULES, { start, end: addDays(start, days) })).toBe(least);
});

test.each<[CalendarDate, CalendarDate, object | null]>([
  ["2026-11-27", "2026-11-28", null],
  ["2026-11-26", "2026-11-28", { code: "dates_past", details: { today: TODAY } }],
  ["2026-11-28", "2026-11-28", { code: "dates_reversed" }],
  ["2027-12-01", lastPricedDay(TODAY), null],
  ["2027-12-01", "2028-02-26", { code: "price_dates_too_far", details: { max_days_ahead: 455 } }],
  ["2026-11-27", "2300-09-10", { code: "price_dates_too_many", details: { max_days: 400 } }],
])("checks the days from %s to %s", (start, end, error) => {
  const check = () => checkPricedDays({ start, end }, TODAY);
  if (error) expect(check).toThrow(expect.objectContaining(error));
  else expect(check).not.toThrow();
});

test.each([
  [99, false],
  [100, true],
  [1_000_000, true],
  [1_000_001, false],
])("a custom price of %i cents is allowed: %s", (cents, isAllowed) => {
  const check = () => checkCustomPrice(cents);
  if (isAllowed) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({
        code: "custom_price_out_of_range",
        details: { min: 1, max: 10_000 },
      }),
    );
});

test("a date may require as many days as the car's longest rental, but no more", () => {
  expect(() => checkDateMinDays(5, 5)).not.toThrow();
  expect(() => checkDateMinDays(6, 5)).toThrow(
    expect.objectContaining({
      code: "date_min_days_too_high",
      details: { min_days: 6, max_days: 5 },
    }),
  );
});
