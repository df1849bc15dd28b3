// Shared by the tests of a host's calendar: the demo host's cars, a month without bookings, and
// what a renter sees of its days.
import type { Page } from "@playwright/test";
import { formatFullDay } from "../src/domain/text/format.ts";
import type { HostListing } from "../src/contract/host/host-listings.ts";
import {
  addDays,
  todayInNassau,
  firstOfMonth,
  type CalendarDate,
} from "../src/domain/calendar/dates.ts";
import { carPath } from "./car-page.ts";
import { expect } from "./fixtures.ts";
import { callAs, signInOnPage } from "./people.ts";

export const HOST_PASSWORD = "caydrive-demo";
export const TODAY = todayInNassau(new Date());
/** A month in which the demo has no bookings. */
export const MONTH = addDays(TODAY, 110).slice(0, 7);
/** A day of that month. */
export const on = (day: number): CalendarDate => addDays(firstOfMonth(MONTH), day - 1);
const TAKEN = "This car is booked on these dates.";

/** A day in the calendar of one car. */
export const day = (page: Page, date: CalendarDate) =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${formatFullDay(date)}`) });

/**
 * Signs in as the demo's host.
 * @returns the cars
 */
export async function signInAsHost(page: Page): Promise<HostListing[]> {
  await signInOnPage(page, "host@caydrive.test", HOST_PASSWORD);
  return (await callAs<{ listings: HostListing[] }>(page, "GET", "/api/host/listings")).listings;
}

/** One of the demo host's bookable cars. */
export function carNamed(listings: readonly HostListing[], model: string): HostListing {
  const car = listings.find((each) => each.model === model);
  if (!car) throw new Error(`the demo's host has no ${model}`);
  return car;
}

/** Asserts what a renter reads about these days on a car's page. */
export async function expectTaken(
  page: Page,
  car: HostListing,
  first: CalendarDate,
  end: CalendarDate,
  taken: boolean,
): Promise<void> {
  await page.goto(carPath(car, { start_date: first, end_date: end }));
  const shown = taken ? page.getByText(TAKEN) : page.getByText("Total", { exact: true });
  await expect(shown.first()).toBeVisible();
  await expect(page.getByText(TAKEN)).toHaveCount(taken ? 1 : 0);
}
