import { expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import { hourInNassau, type CalendarDate } from "../calendar/dates.ts";
import type { TimeOfDay } from "../calendar/time-of-day.ts";
import {
  checkTemplate,
  fillTemplate,
  isTemplateDue,
  momentAt,
  TEMPLATE_MOMENTS,
  type TemplateOccasion,
  type TemplateValues,
} from "./template.ts";

const VALUES: TemplateValues = {
  first_name: "Jordan",
  car: "Toyota Prado",
  pickup_date: "Mon, Dec 7",
  pickup_time: "10:00 AM",
  pickup_place: "Marsh Harbour Airport",
  return_date: "Thu, Dec 10",
  return_time: "9:00 AM",
  trip_link: "https://caydrive.test/bookings/1/trip",
};

const refusal = (body: string) => {
  try {
    return checkTemplate(body);
  } catch (error) {
    return { ...(error as object) };
  }
};

test("fills in variables, with or without spaces, and nothing inside their values", () => {
  expect(fillTemplate("Hi {first_name}, {pickup_place} at { pickup_time }.", VALUES)).toBe(
    "Hi Jordan, Marsh Harbour Airport at 10:00 AM.",
  );
  expect(fillTemplate("Hi {first_name}", { ...VALUES, first_name: "{car}" })).toBe("Hi {car}");
  expect(fillTemplate("{car} {car}", VALUES)).toBe("Toyota Prado Toyota Prado");
  expect(fillTemplate("$& {car}", { ...VALUES, car: "$&" })).toBe("$& $&");
});

test("names every unknown variable once, and leaves single braces alone", () => {
  expect(refusal("Hi {first_name}, {trip_link}")).toBeUndefined();
  expect(refusal("A { brace } and {surname}, {surname} and {}")).toMatchObject({
    code: "template_variable_unknown",
    details: { names: ["brace", "surname", ""] },
  });
  expect(refusal("a { b")).toBeUndefined();
  expect(refusal("See you :-}")).toBeUndefined();
});

test.each([
  ["Hi {first_name, see you", "first_name"],
  ["Hi first_name}", "first_name"],
  ["Hi {{first_name}}", ""],
])("refuses a typo in the braces of %j", (body, name) => {
  expect(refusal(body)).toMatchObject({ details: { names: [name] } });
});

const PERIOD = rentalPeriod("2026-12-07" as CalendarDate, "2026-12-10" as CalendarDate, {
  pickupTime: "10:00" as TimeOfDay,
  returnTime: "09:00" as TimeOfDay,
});
const APPROVED_AT = new Date("2026-11-20T12:00:00Z");
const BOOKED = { period: PERIOD, approvedAt: APPROVED_AT, pickedUpAt: null, returnedAt: null };
const RETURNED_AT = new Date("2026-12-10T13:30:00Z");

test("each moment has its time, and is over once its handover is confirmed", () => {
  const at = (occasion: TemplateOccasion) =>
    TEMPLATE_MOMENTS.map((moment) => momentAt(moment, occasion)?.toISOString() ?? null);
  expect(at(BOOKED)).toEqual([
    APPROVED_AT.toISOString(),
    hourInNassau("2026-12-06" as CalendarDate, 9).toISOString(),
    "2026-12-06T15:00:00.000Z",
    "2026-12-10T12:00:00.000Z",
    null,
  ]);
  const returned = { ...BOOKED, pickedUpAt: APPROVED_AT, returnedAt: RETURNED_AT };
  expect(at(returned)).toEqual([
    APPROVED_AT.toISOString(),
    null,
    null,
    null,
    RETURNED_AT.toISOString(),
  ]);
});

test("a template is due from its moment on, for six hours", () => {
  const template = { moment: "check_in", changedAt: APPROVED_AT } as const;
  const due = (now: string, more: object = {}, given: object = {}) =>
    isTemplateDue({ ...template, ...given }, { ...BOOKED, ...more }, new Date(now));
  expect(due("2026-12-06T14:59:59.999Z")).toBe(false);
  expect(due("2026-12-06T15:00:00Z")).toBe(true);
  expect(due("2026-12-06T20:59:59.999Z")).toBe(true);
  expect(due("2026-12-06T21:00:00Z")).toBe(false);
  // Approved, or written, only afterwards.
  expect(due("2026-12-06T16:00:00Z", { approvedAt: new Date("2026-12-06T15:00:00.001Z") })).toBe(
    false,
  );
  expect(due("2026-12-06T16:00:00Z", { approvedAt: new Date("2026-12-06T15:00:00Z") })).toBe(true);
  expect(due("2026-12-06T16:00:00Z", {}, { changedAt: new Date("2026-12-06T15:00:00.001Z") })).toBe(
    false,
  );
  expect(due("2026-12-06T16:00:00Z", {}, { changedAt: new Date("2026-12-06T15:00:00Z") })).toBe(
    true,
  );
  expect(due("2026-12-06T16:00:00Z", { pickedUpAt: APPROVED_AT })).toBe(false);
});
