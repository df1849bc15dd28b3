// The meeting place and the extras in the booking panel.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { id, listing, usageTerms } from "../../../../../../test/components/examples.ts";
import { hold, respondTo } from "../../../../../../test/components/fake-api.ts";
import { button, messages, show } from "../../../../../../test/components/screen.tsx";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { DEFAULT_RULES, toWireRules } from "../../../../../domain/booking/booking-rules.ts";
import type { TakenExtra } from "../../../../../domain/listing/add-ons/extra-stock.ts";
import { calculateCharge, toChargeDetails } from "../../../../../domain/money/charge.ts";
import { flatTerms } from "../../../../../domain/listing/prices.ts";
import { DomainError } from "../../../../../domain/errors.ts";
import { BookingPanel } from "./booking-panel.tsx";
import { useBooking } from "./use-booking.ts";

const seat: ListingDetail["extras"][number] = {
  extra_id: "booster_seat",
  kind: "booster_seat",
  name: "Booster seat",
  price_cents: 300,
  per: "day",
  stock: 2,
};
const car: ListingDetail = {
  ...listing,
  custom_prices: {},
  usage_terms: usageTerms,
  meeting_places: [
    { place_id: "airport", name: "Airport", latitude: 25, longitude: -77, fee_cents: 2_000 },
  ],
  extras: [
    seat,
    {
      extra_id: "prepaid_fuel",
      kind: "prepaid_fuel",
      name: "Prepaid fuel",
      price_cents: 6_000,
      per: "trip",
      stock: null,
    },
    {
      extra_id: "unlimited_distance",
      kind: "unlimited_distance",
      name: "Unlimited distance",
      price_cents: 2_000,
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
    storm: null,
  }));

afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  respondTo("GET /api/listings/{id}/open-checkout", () => ({ checkout: null }));
  respondTo("GET /api/credit", () => ({ available_cents: 0, balance_cents: 0, entries: [] }));
});

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

test("says what can be added, for the chosen extras, and the most that claims can come to", async () => {
  respondWith([]);
  await show(<Panel />, DATES);
  await expect.element(page.getByText("300 miles included, then $0.25 a mile")).toBeVisible();
  await expect.element(page.getByText("Never more than $1,020.00")).toBeVisible();
  // An eighth of $78.00, the average price of a day.
  const late = page.getByText("$9.75 an hour");
  await expect.element(late).not.toBeVisible();
  await page.getByText("What can be added, and when").click();
  await expect.element(late).toBeVisible();
  await expect.element(page.getByText(/\$5\.60 a gallon/)).toBeVisible();
  await expect
    .element(page.getByText(/not counting late return, extra distance and fuel\./))
    .toBeVisible();
  await page.getByRole("checkbox", { name: "Add Prepaid fuel" }).click();
  await expect.element(page.getByText(/\$5\.60 a gallon/)).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: "Add Unlimited distance" }).click();
  await expect
    .element(page.getByText("300 miles included, then $0.25 a mile"))
    .not.toBeInTheDocument();
  await expect.element(page.getByText("$0.25 a mile", { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText(/not counting late return\./)).toBeVisible();
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

test("says what a line cost before the host changed it", async () => {
  respondWith([]);
  vi.spyOn(window, "open").mockReturnValue(null);
  const days = { start: "2026-07-06", days: 3 } as const;
  const [place] = car.meeting_places;
  const addOns = { meetingPlace: { ...place!, fee_cents: 2_500 }, extras: [] };
  const quote = toChargeDetails(calculateCharge(flatTerms(7_800), { ...days, addOns }));
  respondTo(
    "POST /functions/v1/create-booking-checkout",
    () => new DomainError("price_changed", { quote }),
  );
  respondTo("GET /api/listings/{id}", () => ({
    ...car,
    meeting_places: [{ ...place!, fee_cents: 2_500 }],
  }));
  await show(<Panel />, `${DATES}&meeting_place=airport`);
  await button(/^Book Now/).click();
  await expect.element(page.getByText("Was $20.00")).toBeVisible();
  expect(page.getByText(/^Was /).elements()).toHaveLength(1);
});

test("keeps what is chosen while a refusal is under way, without what is no longer offered", async () => {
  respondWith([]);
  vi.spyOn(window, "open").mockReturnValue(null);
  const refuse = hold("POST /functions/v1/create-booking-checkout");
  await show(<Panel />, `${DATES}&meeting_place=airport&extras=prepaid_fuel:1`);
  await button(/^Book Now/).click();
  await more.click();
  const quote = toChargeDetails(
    calculateCharge(flatTerms(7_800), { start: "2026-07-06", days: 3 }),
  );
  respondTo("GET /api/listings/{id}", () => ({ ...car, meeting_places: [], extras: [seat] }));
  refuse(new DomainError("meeting_place_not_offered", { extra_ids: ["prepaid_fuel"], quote }));
  await expect
    .element(messages)
    .toMatchTextContent("The host no longer offers Airport and Prepaid fuel.");
  await expect.element(seats).toHaveTextContent("1");
  await expect
    .element(page.getByRole("checkbox", { name: "Add Prepaid fuel" }))
    .not.toBeInTheDocument();
});

test("keeps the number of an extra if the renter chose another time before the refusal", async () => {
  respondWith([]);
  vi.spyOn(window, "open").mockReturnValue(null);
  const refuse = hold("POST /functions/v1/create-booking-checkout");
  await show(<Panel />, `${DATES}&extras=booster_seat:2`);
  await button(/^Book Now/).click();
  await page.getByLabelText("Return time").selectOptions("9:00 AM");
  const quote = toChargeDetails(
    calculateCharge(flatTerms(7_800), { start: "2026-07-06", days: 3 }),
  );
  respondTo("GET /api/listings/{id}", () => car);
  const extras = [{ extra_id: "booster_seat", name: "Booster seat", left: 0 }];
  refuse(new DomainError("extra_out_of_stock", { extras, quote }));
  await expect.element(messages).toMatchTextContent("Booking Failed");
  await expect.element(seats).toHaveTextContent("2");
});
