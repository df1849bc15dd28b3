import { expect, test } from "vitest";
import { mostSimilar } from "./similar-cars.ts";

const car = { pricePerDayCents: 60_00, seats: 5, island: "andros" };
const other = (name: string, pricePerDayCents = 60_00, seats = 5, km = 0, island: string | null = "andros") => ({
  name,
  pricePerDayCents,
  seats,
  km,
  island,
});
const names = (others: ReturnType<typeof other>[]) => mostSimilar(car, others).map(({ name }) => name);

test("price, seats and distance count together, and four are enough", () => {
  expect(
    names([
      other("far", 60_00, 5, 30),
      other("dear", 120_00),
      other("large", 60_00, 7),
      other("same"),
      other("cheap", 57_00),
      other("elsewhere", 60_00, 5, 51),
    ]),
  ).toEqual(["same", "cheap", "large", "far"]);
});

test("twice the price is as far as half of it, and equals stay in their order", () => {
  expect(names([other("double", 120_00), other("half", 30_00), other("nearer", 100_00)])).toEqual([
    "nearer",
    "double",
    "half",
  ]);
  expect(names([])).toEqual([]);
});

test("the sea is in between", () => {
  expect(names([other("over there", 60_00, 5, 20, "new-providence"), other("somewhere", 60_00, 5, 20, null)])).toEqual([
    "somewhere",
  ]);
});
