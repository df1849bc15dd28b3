import { expect, test } from "vitest";
import { EVERYTHING, isFiltered, readPrice, readSearch, writeSearch } from "./search.ts";

const today = "2026-12-01";
const read = (query: string) => readSearch(new URLSearchParams(query), today);

test.each([
  ["150", 150],
  ["$1,200.50", 1200.5],
  ["150.", 150],
  ["48,50", 48.5],
  ["48,5", 48.5],
  ["1,200", 1200],
  ["12,345,67", null],
  ["1,2345", null],
  ["0", 0],
  ["-5", null],
  ["1e3", null],
  ["1.234", null],
  ["999999", null],
  ["cheap", null],
  ["", null],
  [null, null],
])("the price %j is %s", (text, price) => {
  expect(readPrice(text)).toBe(price);
});

test("a search survives the way through the URL", () => {
  const query = "location=nassau&max_price=150&start_date=2026-12-05&end_date=2026-12-08&sort=price";
  const search = read(query);
  expect(search).toEqual({
    location: "nassau",
    maxPrice: 150,
    dates: { start: "2026-12-05", end: "2026-12-08" },
    sort: "price",
  });
  expect(new URLSearchParams({ ...writeSearch(search) }).toString()).toBe(query);
});

test.each([
  "location=%20%00&max_price=abc&start_date=2026-12-08&end_date=2026-12-05&sort=random",
  "start_date=2026-12-05",
  "start_date=2020-12-05&end_date=2020-12-08",
  "cursor=x&unknown=y",
  "",
])("nonsense is left out: ?%s", (query) => {
  expect(read(query)).toEqual(EVERYTHING);
  expect(writeSearch(read(query))).toEqual({});
  expect(isFiltered(read(query))).toBe(false);
});
