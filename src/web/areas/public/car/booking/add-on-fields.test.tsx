// The meeting place and the extras in the booking panel.
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { id, listing } from "../../../../../../test/components/examples.ts";
import { respondTo } from "../../../../../../test/components/fake-api.ts";
import { button, show } from "../../../../../../test/components/screen.tsx";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { DEFAULT_RULES, toWireRules } from "../../../../../domain/booking/booking-rules.ts";
import type { TakenExtra } from "../../../../../domain/listing/add-ons/extra-stock.ts";
import { BookingPanel } from "./booking-panel.tsx";
import { useBooking } from "./use-booking.ts";

const car: ListingDetail = {
  ...listing,
  custom_prices: {},
  meeting_places: [
    { place_id: "airport", name: "Airport", latitude: 25, longitude: -77, fee_cents: 2_000 },
  ],
  extras: [
    {
      extra_id: "booster_seat",
      kind: "booster_seat",
      name: "Booster seat",
      price_cents: 300,
      per: "day",
      stock: 2,
    },
    {
      extra_id: "prepaid_fuel",
      kind: "prepaid_fuel",
      name: "Prepaid fuel",
      price_cents: 6_000,
      per: "trip",
      stock: null,
    },
  ],
  verified_drivers_only: false,
  host: null,
  host_id: id(5),
  host_photo_id: null,
  is_host_verified: false,
  rating: null,
};

function Panel() {
  return <BookingPanel booking={useBooking(car)} island={null} />;
}

const DATES = "?start_date=2026-07-06&end_date=2026-07-09";
const fewer = button("One fewer: Booster seat");
const more = button("One more: Booster seat");
const seats = page.getByRole("group", { name: "Booster seat" }).getByRole("status");

const respondWith = (extras_taken: TakenExtra[]) =>
  respondTo("GET /api/listings/{id}/availability", () => ({
    today: "2026-06-01",
    taken: [],
    taken_times: [],
    extras_taken,
    rules: toWireRules(DEFAULT_RULES),
    date_min_days: {},
  }));

beforeEach(() => respondTo("GET /api/listings/{id}/open-checkout", () => ({ checkout: null })));

test("adds a place and extras to the price, by mouse and keyboard", async () => {
  respondWith([]);
  await show(<Panel />, DATES);
  const places = page.getByRole("group", { name: "Where you meet" });
  await expect.element(places.getByRole("radio", { name: /^At the car/ })).toBeChecked();
  await places.getByRole("radio", { name: "Airport $20.00" }).click();
  await expect.element(page.getByText("$3.00 a day · 2 available")).toBeVisible();
  await more.click();
  await userEvent.keyboard("{Enter}");
  await expect.element(seats).toHaveTextContent("2");
  // The button keeps the focus at the limit, and does nothing.
  await expect.element(more).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(more).toHaveFocus();
  await expect.element(seats).toHaveTextContent("2");
  await page.getByRole("checkbox", { name: "Add Prepaid fuel" }).click();
  // Three days of $78.00, then $20.00, $18.00, $60.00, and fees of $23.40 and $2.99.
  await expect.element(page.getByText("$358.39").first()).toBeVisible();
  await fewer.click();
  await expect.element(page.getByText("$349.39").first()).toBeVisible();
});

test("says when fewer are left than the renter chose", async () => {
  respondWith([{ extra_id: "booster_seat", day: "2026-07-09", taken: 1 }]);
  await show(<Panel />, `${DATES}&extras=booster_seat:2`);
  await expect.element(page.getByText("You chose 2. Only 1 is left on these dates.")).toBeVisible();
  await expect.element(seats).toHaveTextContent("1");
  await fewer.click();
  await expect.element(page.getByText(/^You chose/)).not.toBeInTheDocument();
});

test("offers no stepper for an extra of which none is left", async () => {
  respondWith([{ extra_id: "booster_seat", day: "2026-07-07", taken: 2 }]);
  await show(<Panel />, `${DATES}&extras=booster_seat:2`);
  await expect.element(page.getByText("None left", { exact: true })).toBeVisible();
  await expect.element(page.getByText("You chose 2. None are left on these dates.")).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});
