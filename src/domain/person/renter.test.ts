import { expect, test } from "vitest";
import type { CalendarDate } from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import { ageOn, checkRenterAge, isDateOfBirth } from "./renter.ts";

test.each<[CalendarDate, CalendarDate, number]>([
  ["2005-06-15", "2026-06-14", 20],
  ["2005-06-15", "2026-06-15", 21],
  ["2005-06-15", "2026-07-01", 21],
  ["2005-06-15", "2026-01-31", 20],
  ["2004-02-29", "2025-02-28", 20], // no 29 February in 2025
  ["2004-02-29", "2025-03-01", 21],
  ["2004-02-29", "2028-02-28", 23],
  ["2004-02-29", "2028-02-29", 24],
  ["2005-12-31", "2026-01-01", 20],
  ["2026-05-05", "2026-05-05", 0],
  ["2027-01-01", "2026-05-05", -1],
])("a person born on %s is, on %s, %i years old", (dateOfBirth, onDate, age) => {
  expect(ageOn(dateOfBirth, onDate)).toBe(age);
});

test.each<[CalendarDate, CalendarDate]>([
  ["2005-02-29", "2026-01-01"],
  ["2005-01-01", "2026-13-01"],
])("refuses to compute an age from %s to %s", (dateOfBirth, onDate) => {
  expect(() => ageOn(dateOfBirth, onDate)).toThrow("not a calendar date: ");
});

test("checks the age on the start date, not the day of booking", () => {
  expect(() =>
    checkRenterAge({ dateOfBirth: "2005-06-15", startDate: "2026-06-15" }),
  ).not.toThrow();
  expect(() => checkRenterAge({ dateOfBirth: "2005-06-15", startDate: "2026-06-14" })).toThrow(
    expect.objectContaining({ code: "renter_too_young", details: { minimum_age: 21 } }),
  );
  expect(() => checkRenterAge({ dateOfBirth: "2030-01-01", startDate: "2026-06-14" })).toThrow(
    DomainError,
  );
  expect(() => checkRenterAge({ dateOfBirth: null, startDate: "2026-06-15" })).toThrow(
    expect.objectContaining({ code: "date_of_birth_required" }),
  );
});

test.each([
  ["1990-05-17", true],
  ["2026-11-20", true],
  ["2026-11-21", false],
  ["1900-01-01", true],
  ["1899-12-31", false],
  ["1990-02-30", false],
  ["", false],
])("%j may be a date of birth: %s", (date, expected) => {
  expect(isDateOfBirth(date, "2026-11-21")).toBe(expected);
});
