// Tests when hosts are reminded of inspections and of the licensing month.
import { expect, test } from "vitest";
import { addDays } from "../calendar/dates.ts";
import {
  findDueInspection,
  EARLIEST_INSPECTION_REMINDER_DAYS,
  isInspectionDay,
  findLicensingYear,
} from "./document-reminders.ts";

const FAR = "2030-01-01";

test.each([
  ["15 days before", "2026-06-10", FAR, null, "2026-11-25", undefined],
  ["14 days before", "2026-06-10", FAR, null, "2026-11-26", "2026-12-10"],
  ["on the day", "2026-06-10", FAR, null, "2026-12-10", "2026-12-10"],
  ["30 days overdue", "2026-06-10", FAR, null, "2027-01-09", "2026-12-10"],
  ["31 days overdue", "2026-06-10", FAR, null, "2027-01-10", undefined],
  ["already reminded", "2026-06-10", FAR, "2026-12-10", "2026-12-10", undefined],
  ["the second half-year", "2026-06-10", FAR, "2026-12-10", "2027-06-01", "2027-06-10"],
  ["reminded of a later one", "2026-06-10", FAR, "2027-06-10", "2026-12-10", undefined],
  [
    "the document expires 31 days later",
    "2026-06-10",
    "2027-01-10",
    null,
    "2026-12-01",
    "2026-12-10",
  ],
  ["the document expires 30 days later", "2026-06-10", "2027-01-09", null, "2026-12-01", undefined],
  ["the document expires before", "2026-06-10", "2026-12-09", null, "2026-12-01", undefined],
  ["a month without a 31st", "2026-08-31", FAR, null, "2027-02-28", "2027-02-28"],
  ["a leap year", "2027-08-31", FAR, null, "2028-02-29", "2028-02-29"],
  ["across the end of a year", "2026-07-05", FAR, null, "2027-01-01", "2027-01-05"],
] as const)("half-yearly inspection: %s", (_name, inspectedOn, expiresOn, reminded, today, due) => {
  expect(findDueInspection({ inspectedOn, expiresOn, reminded }, today)).toBe(due);
});

test.each([
  ["2027-04-23", undefined],
  ["2027-04-24", 2027],
  ["2027-05-01", 2027],
  ["2028-05-31", 2028],
  ["2027-06-01", undefined],
  ["2027-12-24", undefined],
] as const)("licensing month on %s: %s", (today, year) => {
  expect(findLicensingYear(today)).toBe(year);
});

test.each([
  ["2025-11-19", false],
  ["2025-11-20", true],
  ["2026-11-21", true],
  ["2026-11-22", false],
] as const)("%s can be the day of an inspection of the past year: %s", (day, isAccepted) => {
  expect(isInspectionDay(day, "2026-11-21")).toBe(isAccepted);
});

test("no reminder comes before the earliest one that the job looks for", () => {
  const first = addDays("2026-09-01", EARLIEST_INSPECTION_REMINDER_DAYS);
  const dates = { inspectedOn: "2026-09-01", expiresOn: FAR, reminded: null } as const;
  expect(findDueInspection(dates, first)).toBe("2027-03-01");
  expect(findDueInspection(dates, addDays(first, -1))).toBeUndefined();
});
