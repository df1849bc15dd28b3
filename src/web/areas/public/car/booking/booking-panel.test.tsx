// The booking panel with the car's hours and calendar: the times that it shows, and sends.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { id, listing, usageTerms } from "../../../../../../test/components/examples.ts";
import { expectSent, hold, respondTo } from "../../../../../../test/components/fake-api.ts";
import { button, messages, show } from "../../../../../../test/components/screen.tsx";
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
  usage_terms: usageTerms,
  extras: [],
  verified_drivers_only: false,
  host: null,
  host_id: id(5),
  host_photo_id: null,
  is_host_verified: false,
  rating: null,
};
const DATES = "?start_date=2026-07-06&end_date=2026-07-09";

function Panel({ of = car }: { of?: ListingDetail }) {
  return <BookingPanel booking={useBooking(of)} island={null} />;
}

const respondWith = (
  rules: Partial<WireRules>,
  taken_times: WireTakenTime[] = [],
  date_min_days: Record<CalendarDate, number> = {},
  storm: string | null = null,
) =>
  respondTo("GET /api/listings/{id}/availability", () => ({
    today: "2026-06-01",
    taken: [],
    taken_times,
    extras_taken: [],
    rules: { ...toWireRules(DEFAULT_RULES), ...rules },
    date_min_days,
    storm,
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
    held_until: "2026-07-09T14:00:00.000Z",
  }));
}

beforeEach(() => {
  respondTo("GET /api/listings/{id}/open-checkout", () => ({ checkout: null }));
  respondTo("GET /api/credit", () => ({ available_cents: 0, balance_cents: 0, entries: [] }));
});
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
      usage_terms: usageTerms,
      meeting_place_id: null,
      extras: [],
      drivers: [],
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

test("shows changed terms with the price as it was, and books by them", async () => {
  respondWith({});
  await show(<Panel />, DATES);
  await expect.element(page.getByLabelText("Pickup time")).toBeEnabled();
  const fresh = { ...usageTerms, price_per_mile_cents: 35 };
  respondTo(
    "POST /functions/v1/create-booking-checkout",
    () => new DomainError("usage_terms_changed", { usage_terms: fresh }),
  );
  await button(/^Book Now/).click();
  await expect.element(page.getByText("300 miles included, then $0.35 a mile")).toBeVisible();
  await expect.element(page.getByText("$260.39").first()).toBeVisible();
  await expect.element(messages).toMatchTextContent(/have just changed/);
  acceptBooking();
  await button(/^Book Now/).click();
  await expect.element(page.getByText("Your checkout is open in another tab.")).toBeVisible();
  await expect.element(page.getByText("300 miles included, then $0.35 a mile")).toBeVisible();
});

test("asks to reload the page for a version of the tariff that it doesn't know", async () => {
  respondWith({});
  await show(<Panel of={{ ...car, usage_terms: { ...usageTerms, tariff_version: 99 } }} />, DATES);
  await expect.element(page.getByText(/^Our tariff has changed\. Reload the page/)).toBeVisible();
  await button(/^Book Now/).click();
  await expect.element(messages).toMatchTextContent(/Please reload the page/);
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

test("counts the turnaround of the renter's own checkout as free, whatever it is now", async () => {
  const held = { from: "2026-07-06T14:00:00.000Z", until: "2026-07-09T17:00:00.000Z" };
  respondWith({ turnaround_hours: 0 }, [held]);
  respondTo("GET /api/listings/{id}/open-checkout", () => ({
    checkout: {
      url: "https://checkout.example/1",
      session_id: "cs_1",
      start_date: "2026-07-06",
      end_date: "2026-07-09",
      pickup_time: "10:00" as const,
      return_time: "10:00" as const,
      meeting_place_id: null,
      extras: [],
      drivers: [],
      lines: [],
      usage_terms: usageTerms,
      expires_at: "2026-06-01T12:30:00.000Z",
      held_until: held.until,
    },
  }));
  await show(<Panel />, "?start_date=2026-07-09&end_date=2026-07-11&pickup_time=10:00");
  await expect.element(page.getByText(/^We're holding .* for you\. Booking other/)).toBeVisible();
  await expect.element(page.getByRole("option", { name: "11:00 AM" }).first()).toBeEnabled();
  await expect.element(button(/^Book Now/)).toBeVisible();
});

test("offers unverified renters the times of a request if they can't book instantly", async () => {
  respondWith({ pickup_from: "08:30" });
  const respond = hold("GET /api/identity");
  await show(
    <Panel of={{ ...car, instant_for_verified: true }} />,
    "?start_date=2026-06-01&end_date=2026-06-03",
  );
  const pickup = (name: string) =>
    page.getByLabelText("Pickup time").getByRole("option", { name, exact: true });
  // The car's rules are known, but not how the renter can book it.
  await expect.element(pickup("8:00 AM")).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Pickup time")).toBeDisabled();
  respond({
    state: "none",
    reason: null,
    name_changed: false,
    submitted_at: null,
    decided_at: null,
    documents: [],
    delete_at: null,
    is_phone_code_offered: false,
  });
  await expect.element(page.getByLabelText("Pickup time")).toBeEnabled();
  // It is 8 AM, and the checkout of a request may last until 8:31.
  await expect.element(pickup("8:30 AM")).toBeDisabled();
  await expect.element(pickup("9:00 AM")).toBeEnabled();
});

test("offers no dates of a car that a storm closes, also if it was declared meanwhile", async () => {
  respondWith({});
  await show(<Panel />, DATES);
  await expect.element(button(/^Book Now/)).toBeVisible();
  respondTo(
    "POST /functions/v1/create-booking-checkout",
    () => new DomainError("car_awaits_inspection", { storm: "Hurricane Imani" }),
  );
  respondWith({}, [], {}, "Hurricane Imani");
  await button(/^Book Now/).click();
  await expect
    .element(page.getByRole("region", { name: "Book this car" }))
    .toMatchTextContent(
      /can't be booked until Hurricane Imani is over and its host has checked it/,
    );
  await expect.element(page.getByText("Start date")).not.toBeInTheDocument();
  await expect.element(button(/^Book Now/)).not.toBeInTheDocument();
});
