import { expect, test } from "vitest";
import { mostSimilar } from "./similar-cars.ts";

const car = { pricePerDayCents: 60_00, seats: 5, island: "andros", bodyType: null };
const other = (
  name: string,
  pricePerDayCents = 60_00,
  seats = 5,
  km = 0,
  island: string | null = "andros",
) => ({
  name,
  pricePerDayCents,
  seats,
  km,
  island,
  bodyType: null,
});
const names = (others: ReturnType<typeof other>[]) =>
  mostSimilar(car, others).map(({ name }) => name);

test("ranks by price, seats and distance together and returns four", () => {
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

test("treats twice the price like half the price and keeps the order of equals", () => {
  expect(names([other("double", 120_00), other("half", 30_00), other("nearer", 100_00)])).toEqual([
    "nearer",
    "double",
    "half",
  ]);
  expect(names([])).toEqual([]);
});

test("includes cars within 50 km and treats one seat fewer like one seat more", () => {
  expect(names([other("fifty", 60_00, 5, 50), other("fifty-one", 60_00, 5, 51)])).toEqual([
    "fifty",
  ]);
  expect(
    names([
      other("two fewer", 60_00, 3),
      other("one fewer", 60_00, 4),
      other("one more", 60_00, 6),
    ]),
  ).toEqual(["one fewer", "one more", "two fewer"]);
});

test("weighs ten kilometres like one seat, and one seat like about a tenth of the price", () => {
  expect(
    names([other("11 km", 60_00, 5, 11), other("a seat", 60_00, 6), other("9 km", 60_00, 5, 9)]),
  ).toEqual(["9 km", "a seat", "11 km"]);
  expect(names([other("12 %", 67_20), other("a seat", 60_00, 6), other("9 %", 65_40)])).toEqual([
    "9 %",
    "a seat",
    "12 %",
  ]);
});

test("shows all nearby cars for a car whose island is unknown", () => {
  const others = [
    other("here"),
    other("there", 60_00, 5, 20, "new-providence"),
    other("somewhere", 60_00, 5, 30, null),
  ];
  expect(mostSimilar({ ...car, island: null }, others)).toEqual(others);
});

test("excludes cars on another island", () => {
  expect(
    names([
      other("over there", 60_00, 5, 20, "new-providence"),
      other("somewhere", 60_00, 5, 20, null),
    ]),
  ).toEqual(["somewhere"]);
});

test("prefers the same body type over a slightly closer price, but not at any price", () => {
  const suv = { ...car, bodyType: "suv" as const };
  const others = [
    { ...other("van"), bodyType: "van" as const },
    { ...other("dear suv", 90_00), bodyType: "suv" as const },
    { ...other("not stated", 61_00) },
    { ...other("suv", 66_00), bodyType: "suv" as const },
  ];
  expect(mostSimilar(suv, others).map(({ name }) => name)).toEqual([
    "not stated",
    "suv",
    "van",
    "dear suv",
  ]);
});
