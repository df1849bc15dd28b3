import { expect, test } from "vitest";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { readDays, withDay, type DayFilter } from "./day-filter.ts";

test("reads the days of a URL, but no last day before the first", () => {
  const read = (search: string) => readDays(new URLSearchParams(search));
  expect(read("from=2026-12-31&to=2026-12-01")).toEqual({ from: "2026-12-31" });
  expect(read("to=2026-12-01")).toEqual({ to: "2026-12-01" });
});

test("a first day after the last day moves the last day, and the reverse", () => {
  const filters: DayFilter & { car: string } = { car: "a", from: "2026-12-05", to: "2026-12-08" };
  const change = (end: "from" | "to", day?: CalendarDate) => withDay(filters, end, day);
  expect(change("from", "2026-12-06")).toEqual({ ...filters, from: "2026-12-06" });
  const later = { car: "a", from: "2026-12-20", to: "2026-12-20" };
  expect(change("from", "2026-12-20")).toEqual(later);
  const earlier = { car: "a", from: "2026-12-01", to: "2026-12-01" };
  expect(change("to", "2026-12-01")).toEqual(earlier);
  expect(change("to")).toEqual({ car: "a", from: "2026-12-05" });
});
