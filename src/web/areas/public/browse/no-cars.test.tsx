// An empty result.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../../../../test/components/screen.tsx";
import { NoCars } from "./no-cars.tsx";
import { readSearch } from "./search.ts";

test("offers near dates with the times that their cars were counted for", async () => {
  const dates = "start_date=2026-07-06&end_date=2026-07-09";
  const times = "pickup_time=08%3A00&return_time=18%3A30";
  const search = readSearch(new URLSearchParams(`${dates}&${times}`), "2026-06-01");
  const near = { start_date: "2026-07-07", end_date: "2026-07-10" } as const;
  const others = { dates: [{ ...near, count: 2, count_is_exact: true }], islands: [] };
  await show(<NoCars search={search} others={others} />);
  await expect
    .element(page.getByRole("link", { name: /2 cars/ }))
    .toHaveAttribute("href", `/browse?start_date=2026-07-07&end_date=2026-07-10&${times}`);
});
