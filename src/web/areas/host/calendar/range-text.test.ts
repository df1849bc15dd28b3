// What a host reads about a range of the calendar.
import { expect, test } from "vitest";
import { block, id } from "../../../../../test/components/examples.ts";
import { datesOfRange, lastTakenDay, lastTouchedDay } from "./range-text.ts";

const trip = { ...block, kind: "booking" as const, booking_id: id(2) };
const after = (hours: number, until: string) => ({ ...trip, turnaround: { hours, until } });

test.each([
  ["a block", block, "Mon, Jul 6 – Thu, Jul 9 (4 days)"],
  ["a booking", trip, "Mon, Jul 6 – Thu, Jul 9 (4 days), back on Fri, Jul 10"],
  [
    "a booking with a turnaround on the day of return",
    after(3, "2026-07-10T17:00:00.000Z"),
    "Mon, Jul 6 – Thu, Jul 9 (4 days), back on Fri, Jul 10, free again at 1:00 PM",
  ],
  [
    "a booking with a turnaround until the next day",
    after(24, "2026-07-11T14:00:00.000Z"),
    "Mon, Jul 6 – Thu, Jul 9 (4 days), back on Fri, Jul 10, free again on Sat, Jul 11, at 10:00 AM",
  ],
])("names the days of %s", (_name, range, text) =>
  expect(datesOfRange(range, "2026-07-01")).toBe(text),
);

test.each([
  ["a booking", trip, "2026-07-09"],
  [
    "a turnaround that ends on the day of return",
    after(3, "2026-07-10T17:00:00.000Z"),
    "2026-07-09",
  ],
  ["a turnaround until midnight", after(14, "2026-07-11T04:00:00.000Z"), "2026-07-10"],
  ["a turnaround until the next day", after(24, "2026-07-11T14:00:00.000Z"), "2026-07-10"],
])("%s takes the car until the end of the last taken day", (_name, range, day) =>
  expect(lastTakenDay(range)).toBe(day),
);

test.each([
  ["a block", block, "2026-07-09"],
  ["a booking, which can be back at midnight or at no set time", trip, "2026-07-10"],
  ["a turnaround until midnight", after(14, "2026-07-11T04:00:00.000Z"), "2026-07-10"],
  ["a turnaround until the next day", after(24, "2026-07-11T14:00:00.000Z"), "2026-07-11"],
])("%s has a part of its last day", (_name, range, day) => expect(lastTouchedDay(range)).toBe(day));
