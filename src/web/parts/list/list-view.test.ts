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

test("an empty query shows everything", () => {
  expect(read("")).toEqual({ filter: "all", search: "", openId: null });
});

test("filter, search and what is open come from the query", () => {
  expect(read("filter=past&search=+toyota+&booking=b1")).toEqual({
    filter: "past",
    search: "toyota",
    openId: "b1",
  });
});

test("a filter that does not exist is no filter", () => {
  expect(read("filter=everything").filter).toBe("all");
});
