// Tests of reading a list's state from the URL.
import { expect, test } from "vitest";
import { readView } from "./list-view.ts";

const read = (query: string) =>
  readView(
    [
      { value: "all", label: "All" },
      { value: "past", label: "Past" },
    ],
    new URLSearchParams(query),
    "booking",
  );

test("shows everything for an empty query", () => {
  expect(read("")).toEqual({ filter: "all", search: "", openId: null });
});

test("reads the filter, the search and the open item from the query", () => {
  expect(read("filter=past&search=+toyota+&booking=b1")).toEqual({
    filter: "past",
    search: "toyota",
    openId: "b1",
  });
});

test("ignores an unknown filter", () => {
  expect(read("filter=everything").filter).toBe("all");
});
