import { expect, test } from "vitest";
import { readView } from "./booking-view.ts";

const read = (query: string) =>
  readView(
    [
      { value: "all", label: "All" },
      { value: "past", label: "Past" },
    ],
    new URLSearchParams(query),
  );

test("an empty query shows all bookings", () => {
  expect(read("")).toEqual({ filter: "all", search: "", bookingId: null });
});

test("filter, search and open details come from the query", () => {
  expect(read("filter=past&search=+toyota+&booking=b1")).toEqual({
    filter: "past",
    search: "toyota",
    bookingId: "b1",
  });
});

test("a filter that does not exist is no filter", () => {
  expect(read("filter=everything").filter).toBe("all");
});
