// What the renter of a cancelled trip can do about another car.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SimilarListing } from "../../../../contract/listings/listings.ts";
import { booking, id, listing } from "../../../../../test/components/examples.ts";
import { respondTo } from "../../../../../test/components/fake-api.ts";
import { button, show } from "../../../../../test/components/screen.tsx";
import { RebookOffers } from "./rebook-offers.tsx";

const cancelled = booking({
  status: "cancelled",
  payment_status: "refunded",
  may: ["read_offers"],
});
const offers = "GET /api/bookings/{id}/rebook-offers";

test("a free car is named with its price, and leads to its page with dates and hours", async () => {
  const car: SimilarListing = {
    id: id(7),
    title: "Harbour Van",
    make: "Kia",
    model: "Carnival",
    year: 2021,
    location: "Nassau",
    latitude: null,
    longitude: null,
    island: "new-providence",
    price_per_day: 78,
    body_type: listing.body_type,
    transmission: listing.transmission,
    fuel_type: listing.fuel_type,
    seats: listing.seats,
    features: [],
    images: [],
    booking_mode: "instant",
    created_at: listing.created_at,
    rating: null,
    quote: null,
  };
  respondTo(offers, () => ({
    needs_another_car: true,
    pickup_time: "14:30",
    offers: [car],
  }));
  await show(<RebookOffers booking={cancelled} />);
  await expect.element(page.getByText("2021 Kia Carnival, 4 seats")).toBeVisible();
  await page.getByRole("link", { name: "Book Harbour Van" }).click();
  const opened = page.getByRole("heading", {
    name: /^\/book\/7.*start_date=.*pickup_time=14%3A30/,
  });
  await expect.element(opened).toBeVisible();
});

test("without a car, it says so; and nothing for a renter who needs none", async () => {
  const none = { pickup_time: null, offers: [] };
  respondTo(offers, () => ({ ...none, needs_another_car: true }));
  await show(<RebookOffers booking={cancelled} />);
  await expect.element(page.getByRole("heading", { name: "Another car" })).toBeVisible();
  respondTo(offers, () => ({ ...none, needs_another_car: false }));
  await show(<RebookOffers booking={cancelled} />);
  await expect.element(button("Book")).not.toBeInTheDocument();
});
