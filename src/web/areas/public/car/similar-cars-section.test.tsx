// Similar cars on the chosen dates.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listing } from "../../../../../test/components/examples.ts";
import { respondTo } from "../../../../../test/components/fake-api.ts";
import { show } from "../../../../../test/components/screen.tsx";
import type { SimilarListing } from "../../../../contract/listings/listings.ts";
import { rentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { SimilarCars } from "./similar-cars-section.tsx";

const tile: SimilarListing = { ...listing, rating: null, quote: null };

test("are those that are free at the chosen times, which their links keep", async () => {
  const asked: unknown[] = [];
  respondTo("GET /api/favourites/ids", () => ({ ids: [] }));
  respondTo("GET /api/listings/{id}/similar", ({ query }) => {
    asked.push(query);
    return { listings: [tile] };
  });
  const times = { pickupTime: "08:00", returnTime: "18:30" } as const;
  const period = rentalPeriod("2026-07-06", "2026-07-09", times);
  await show(<SimilarCars car={{ id: "van", island: "exumas" }} cars={[]} period={period} />);
  const query = "start_date=2026-07-06&end_date=2026-07-09&pickup_time=08%3A00&return_time=18%3A30";
  await expect
    .element(page.getByRole("link", { name: "See all available cars" }))
    .toHaveAttribute("href", `/browse/exumas?${query}`);
  await expect
    .element(page.getByRole("link", { name: "Beach Jeep" }))
    .toHaveAttribute("href", `/book/${tile.id}?${query}`);
  expect(asked).toEqual([Object.fromEntries(new URLSearchParams(query))]);
});
