// The fleet's calendar marks the cars that renters can't find.
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { id, listing } from "../../../../../../test/components/examples.ts";
import { respondTo } from "../../../../../../test/components/fake-api.ts";
import { show } from "../../../../../../test/components/screen.tsx";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { FleetCalendar } from "./fleet-calendar.tsx";

const insuredUntil = (expires_on: CalendarDate): (typeof listing)["documents"] => [
  {
    id: id(9),
    kind: "insurance",
    type: "application/pdf",
    bytes: 1000,
    expires_on,
    inspected_on: null,
    created_at: "2026-01-05T14:00:00.000Z",
  },
];
const car = (digit: number, title: string, changes: Partial<typeof listing>) => ({
  ...listing,
  id: id(digit),
  title,
  license_plate: `SD ${digit}`,
  ...changes,
});
const CARS = [
  car(1, "Found Jeep", { documents: insuredUntil("2026-06-01") }),
  car(2, "Parked Jeep", { is_available: false }),
  car(3, "Expired Jeep", { documents: insuredUntil("2026-05-31") }),
  car(4, "New Jeep", { is_approved: false }),
  car(5, "Rejected Jeep", { is_approved: false, rejection_reason: "No photo." }),
];
/** What each car says under its title. The insurance of the first is valid until tonight. */
const MARKS = [
  ["Found Jeep", "SD 1"],
  ["Parked Jeep", "SD 2 · Inactive"],
  ["Expired Jeep", "SD 3 · Insurance expired"],
  ["New Jeep", "SD 4 · Pending approval"],
  ["Rejected Jeep", "SD 5 · Not approved"],
] as const;

beforeEach(() => {
  respondTo("GET /api/host/listings", () => ({
    listings: CARS,
    next_cursor: null,
    total: CARS.length,
    active: 1,
  }));
  respondTo("GET /api/host/calendar", () => ({ today: "2026-06-01", cars: [] }));
  respondTo("GET /api/host/renters", () => ({ bookings: [] }));
});

test("says in each row of the timeline why a car is hidden", async () => {
  await show(<FleetCalendar />);
  for (const [title, marks] of MARKS)
    await expect
      .element(page.getByRole("link", { name: `${title} ${marks}`, exact: true }))
      .toBeVisible();
});

test("says why on each card on a phone", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  await show(<FleetCalendar />);
  for (const [title, marks] of MARKS)
    await expect
      .element(page.getByRole("article", { name: title }).getByText(marks, { exact: true }))
      .toBeVisible();
});
