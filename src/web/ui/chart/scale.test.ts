// Tests of a chart's scale.
import { expect, test } from "vitest";
import { scaleFor } from "./scale.ts";

test.each([
  [1020, [1200, 800, 400, 0]],
  [1200, [1200, 800, 400, 0]],
  [1201, [1500, 1000, 500, 0]],
  [60, [60, 40, 20, 0]],
  [299, [300, 200, 100, 0]],
  [9999, [12_000, 8000, 4000, 0]],
  [3, [3, 2, 1, 0]],
])("scales to %d", (greatest, ticks) => {
  expect(scaleFor(greatest)).toEqual(ticks);
});

test.each([
  [1020, -100, [1200, 800, 400, 0, -400]],
  [0, -60, [0, -20, -40, -60]],
  [100, -290, [100, 0, -100, -200, -300]],
])("scales from %d down to %d", (greatest, least, ticks) => {
  expect(scaleFor(greatest, least)).toEqual(ticks);
});
