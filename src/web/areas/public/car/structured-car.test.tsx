// The prices of a car for search engines.
import { expect, test } from "vitest";
import { id, listing, usageTerms } from "../../../../../test/components/examples.ts";
import { show } from "../../../../../test/components/screen.tsx";
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import { StructuredCar } from "./structured-car.tsx";

const car: ListingDetail = {
  ...listing,
  weekend_price: 90,
  custom_prices: { "2026-06-04": 95.5, "2026-08-15": 95.5, "2026-08-16": 95.5 },
  usage_terms: usageTerms,
  extras: [],
  verified_drivers_only: false,
  host: null,
  host_id: id(5),
  host_photo_id: null,
  is_host_verified: false,
  rating: null,
};

test("name each price of 60 days, and custom prices of later days", async () => {
  await show(<StructuredCar car={car} origin="https://caydrive.example" today="2026-06-02" />);
  const script = document.querySelector('script[type="application/ld+json"]');
  const { offers } = JSON.parse(script?.textContent ?? "") as {
    offers: { priceSpecification: { price: string; validFrom?: string; validThrough?: string }[] };
  };
  const prices = offers.priceSpecification.map(({ price, validFrom, validThrough }) =>
    [price, validFrom, validThrough].filter(Boolean).join(" "),
  );
  expect(prices.slice(0, 3)).toEqual([
    "78.00",
    "95.50 2026-06-04 2026-06-04",
    "90.00 2026-06-05 2026-06-06",
  ]);
  // The last of the 60 days is a Friday, so the Saturday after it has no price.
  expect(prices.slice(-3)).toEqual([
    "90.00 2026-07-24 2026-07-25",
    "90.00 2026-07-31 2026-07-31",
    "95.50 2026-08-15 2026-08-16",
  ]);
});
