// Shared by the tests of the car page: cars and their days, a renter who may book, and common
// locators.
import type { Page } from "@playwright/test";
import { SUGGESTED_TIME } from "../src/domain/booking/booking-rules.ts";
import { toRentalPeriod } from "../src/domain/booking/rental-period.ts";
import { addDays, todayInNassau, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { formatPeriod } from "../src/domain/text/format.ts";
import { newPersonData, signUpOnPage, stateDateOfBirth, type Car } from "./people.ts";

export interface PeriodFields {
  start_date: CalendarDate;
  end_date: CalendarDate;
}

/** The page of a car with dates chosen. */
export const carPath = (car: Car, { start_date, end_date }: PeriodFields): string =>
  `/book/${car.id}?start_date=${start_date}&end_date=${end_date}`;

/** A period with the suggested times as the page writes it. */
export const formatTripDates = (dates: PeriodFields): string =>
  formatPeriod(
    toRentalPeriod({ ...dates, pickup_time: SUGGESTED_TIME, return_time: SUGGESTED_TIME }),
    todayInNassau(new Date()),
  );

export const focused = (page: Page) => page.locator(":focus");

/**
 * Simulates returning from another tab. Playwright keeps every page focused, so the browser fires
 * no event.
 */
export const refocus = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event("focus")));

/** Signs up a renter who may book immediately. */
export async function newRenter(page: Page, firstName: string): Promise<void> {
  await signUpOnPage(page, newPersonData(firstName));
  await stateDateOfBirth(page);
}

/** A demo car with taken days and free ones before them, and those taken days. */
export async function carWithTakenDays(page: Page): Promise<{ car: Car; taken: PeriodFields }> {
  const today = new Date().toISOString().slice(0, 10);
  const response = await page.request.get("/api/listings?sort=price");
  const { listings } = (await response.json()) as { listings: (Car & { booking_mode: string })[] };
  for (const car of listings) {
    const days = await page.request.get(`/api/listings/${car.id}/availability`);
    const { taken } = (await days.json()) as { taken: PeriodFields[] };
    const found = taken.find(({ start_date }, index) => {
      const before = taken[index - 1]?.end_date ?? today;
      return before < addDays(start_date, -4) && start_date.slice(8) > "06";
    });
    if (found && car.booking_mode === "instant") return { car, taken: found };
  }
  throw new Error("no demo car has taken days ahead");
}
