import { expect, test } from "vitest";
import { readTripFilters } from "./trip-filters.ts";

const CAR = "3f2b8c1e-1111-4222-8333-444455556666";

test("reads the filters of a URL, and ignores what names nothing", () => {
  const read = (search: string) => readTripFilters(new URLSearchParams(search));
  expect(read(`car=${CAR}&island=exumas&from=2026-12-01&to=2026-12-31&search=x`)).toEqual({
    car: CAR,
    island: "exumas",
    from: "2026-12-01",
    to: "2026-12-31",
  });
  expect(read("car=mine&island=cuba&from=tomorrow&to=2026-02-30")).toEqual({});
});
