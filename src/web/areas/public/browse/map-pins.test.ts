// The text of the pins on the map.
import { expect, test } from "vitest";
import { pinLabel } from "./map/map-pins.ts";

const car = { id: "5f0c8a4e-6a52-4f0e-9b43-6d3f3f9a1c11", title: "Beach cruiser" };

test.each([
  [{ car, cars: 1, price_per_day: 45, amount_due: null }, "$45", "Beach cruiser, $45 a day"],
  [
    { car, cars: 1, price_per_day: 1045.5, amount_due: null },
    "$1,045.50",
    "Beach cruiser, $1,045.50 a day",
  ],
  [
    { car: null, cars: 2, price_per_day: 45, amount_due: null },
    "2",
    "2 cars from $45 a day: show them",
  ],
  [
    { car: null, cars: 1234, price_per_day: 45, amount_due: null },
    "1,234",
    "1,234 cars from $45 a day: show them",
  ],
  [
    { car, cars: 1, price_per_day: 45, amount_due: 151.49 },
    "$151.49",
    "Beach cruiser, $151.49 all in",
  ],
  [
    { car: null, cars: 2, price_per_day: 45, amount_due: 151.49 },
    "2",
    "2 cars from $151.49 all in: show them",
  ],
])("includes a pin's text in its accessible name", (marker, text, label) => {
  expect(pinLabel(marker)).toEqual({ text, label });
  expect(label).toContain(text);
});
