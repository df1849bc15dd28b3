// The chips of a search.
import { expect, test } from "vitest";
import { rentalPeriod, type RentalTimes } from "../../../../../domain/booking/rental-period.ts";
import { EVERYTHING } from "../search.ts";
import { activeFilters } from "./filter-labels.ts";

test("a chip names the times and removes them, but keeps the dates", () => {
  const chips = (times: RentalTimes | null) =>
    activeFilters({ ...EVERYTHING, dates: rentalPeriod("2026-12-05", "2026-12-08", times) });
  const without = { dates: rentalPeriod("2026-12-05", "2026-12-08") };
  expect(chips({ pickupTime: "08:00", returnTime: "18:30" })).toEqual([
    { label: "Pickup 8:00 AM, return 6:30 PM", without },
  ]);
  expect(chips({ pickupTime: "08:00", returnTime: "08:00" })).toEqual([
    { label: "Pickup 8:00 AM", without },
  ]);
  expect(chips(null)).toEqual([]);
});
