// The booking panel with the car's hours and calendar: the times that it shows, and sends.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { id, listing } from "../../../../../../test/components/examples.ts";
import { expectSent, hold, respondTo } from "../../../../../../test/components/fake-api.ts";
import { button, show } from "../../../../../../test/components/screen.tsx";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import {
  DEFAULT_RULES,
  toWireRules,
  type WireRules,
} from "../../../../../domain/booking/booking-rules.ts";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import type { WireTakenTime } from "../../../../../domain/calendar/taken-time.ts";
import { DomainError } from "../../../../../domain/errors.ts";
import { BookingPanel } from "./booking-panel.tsx";
import { useBooking } from "./use-booking.ts";

const car: ListingDetail = {
  ...listing,
  custom_prices: {},
  extras: [],
  verified_drivers_only: false,
  host: null,
  host_id: id(5),
  host_photo_id: null,
  is_host_verified: false,
  rating: null,
};
const DATES = "?start_date=2026-07-06&end_date=2026-07-09";

function Panel() {
  return <BookingPanel booking={useBooking(car)} island={null} />;
}

const respondWith = (
  rules: Partial<WireRules>,
  taken_times: WireTakenTime[] = [],
  date_min_days: Record<CalendarDate, number> = {},
) =>
  respondTo("GET /api/listings/{id}/availability", () => ({
    today: "2026-06-01",
    taken: [],
    taken_times,
    extras_taken: [],
    rules: { ...toWireRules(DEFAULT_RULES), ...rules },
    date_min_days,
  }));

/** Accepts a booking, whose checkout opens in another tab. */
function acceptBooking(): void {
  const tab = { close: vi.fn<() => void>(), location: { replace: vi.fn<() => void>() } };
  vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  respondTo("POST /functions/v1/create-booking-checkout", () => ({
    url: "https://checkout.example/1",
    session_id: "cs_1",
    booking_id: id(2),
    expires_at: "2026-06-01T12:30:00.000Z",
  }));
}

beforeEach(() => respondTo("GET /api/listings/{id}/open-checkout", () => ({ checkout: null })));
afterEach(() => vi.restoreAllMocks());

test("books the times that the car's rules suggest, even before they have loaded", async () => {
  hold("GET /api/listings/{id}/availability");
  acceptBooking();
  await show(<Panel />, DATES);
  await expect.element(page.getByLabelText("Pickup time")).toBeDisabled();
  respondWith({ pickup_from: "12:00" });
  await button(/^Book Now/).click();
  await expect.element(page.getByText("Your checkout is open in another tab.")).toBeVisible();
  expectSent("POST /functions/v1/create-booking-checkout", {
    body: {
      car_id: car.id,
      start_date: "2026-07-06",
      end_date: "2026-07-09",
      pickup_time: "12:00",
      return_time: "12:00",
      total_amount: 234,
      amount_due_cents: 26_039,
      meeting_place_id: null,
      extras: [],
      special_requests: null,
    },
  });
});

test("shows a checkout whose return had to be before the next trip as the chosen one", async () => {
  // The next trip needs the car at 10 AM on the day of the return.
  const next = { from: "2026-07-09T14:00:00.000Z", until: "2026-07-11T14:00:00.000Z" };
  respondWith({}, [next]);
  acceptBooking();
  await show(<Panel />, `${DATES}&pickup_time=11:00`);
  await expect.element(page.getByLabelText("Return time")).toHaveValue("10:00");
  await button(/^Book Now/).click();
  await expect.element(page.getByText("Your checkout is open in another tab.")).toBeVisible();
});

test("shows a time outside the car's hours, which a link may name", async () => {
  respondWith({ pickup_from: "09:00", pickup_until: "17:00" });
  await show(<Panel />, `${DATES}&pickup_time=20:00`);
  await expect.element(button("Choose other times")).toBeVisible();
  await expect.element(page.getByLabelText("Pickup time")).toHaveDisplayValue("8:00 PM");
});

test("asks for other times when only the times are taken", async () => {
  respondWith({}, [{ from: "2026-07-09T14:00:00.000Z", until: "2026-07-11T14:00:00.000Z" }]);
  await show(<Panel />, `${DATES}&pickup_time=11:00&return_time=11:00`);
  await expect.element(page.getByText(/^This car is booked at these times\./)).toBeVisible();
  await expect.element(button("Choose other times")).toBeVisible();
});

test("offers longer periods once the host has set a minimum for these dates", async () => {
  respondWith({});
  await show(<Panel />, DATES);
  await expect.element(page.getByLabelText("Pickup time")).toBeEnabled();
  respondWith({}, [], { "2026-07-07": 5 });
  respondTo(
    "POST /functions/v1/create-booking-checkout",
    () => new DomainError("too_short", { min_days: 5, nearest_free: [] }),
  );
  await button(/^Book Now/).click();
  await expect.element(button("Choose other dates")).toBeVisible();
  await expect.element(button(/Jul 6 – .*Jul 11/)).toBeVisible();
});
