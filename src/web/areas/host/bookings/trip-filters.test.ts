import { expect, test } from "vitest";
import { readTripFilters, withDay } from "./trip-filters.ts";

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
  expect(read("from=2026-12-31&to=2026-12-01")).toEqual({ from: "2026-12-31" });
  expect(read("to=2026-12-01")).toEqual({ to: "2026-12-01" });
});

test("a first day after the last day moves the last day, and the reverse", () => {
  const filters = { car: CAR, from: "2026-12-05", to: "2026-12-08" } as const;
  expect(withDay(filters, "from", "2026-12-06")).toEqual({ ...filters, from: "2026-12-06" });
  expect(withDay(filters, "from", "2026-12-20")).toEqual({
    car: CAR,
    from: "2026-12-20",
    to: "2026-12-20",
  });
  expect(withDay(filters, "to", "2026-12-01")).toEqual({
    car: CAR,
    from: "2026-12-01",
    to: "2026-12-01",
  });
  expect(withDay(filters, "to", undefined)).toEqual({ car: CAR, from: "2026-12-05" });
});
