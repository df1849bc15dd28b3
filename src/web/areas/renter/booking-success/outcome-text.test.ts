// The headline of a booking's outcome.
import { expect, test } from "vitest";
import { booking } from "../../../../../test/components/examples.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { describeOutcome } from "./outcome-text.ts";

test("names the year of a trip in another year", () => {
  const year = Number(todayInNassau(new Date()).slice(0, 4)) + 1;
  const next = booking({ start_date: `${year}-02-08`, end_date: `${year}-02-10` });
  const text = describeOutcome({ booking: next, checkout: null }).text;
  expect(text).toMatch(new RegExp(`is yours from \\w+, Feb 8, ${year}\\.$`));
});
