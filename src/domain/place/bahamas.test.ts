import { expect, test } from "vitest";
import {
  isWithinBahamas,
  kilometresBetween,
  isAllowedForCars,
  pointText,
  withoutQualifier,
} from "./bahamas.ts";

test.each([
  ["Nassau", 25.06, -77.34, true],
  ["one corner", 20, -80, true],
  ["the opposite corner", 27, -72, true],
  ["Orlando", 28.54, -81.38, false],
  ["north of the bounds", 27.000001, -77, false],
  ["south of the bounds", 19.999999, -77, false],
  ["west of the bounds", 25, -80.000001, false],
  ["east of the bounds", 25, -71.999999, false],
])("%s: %d, %d is within the bounds: %s", (_name, latitude, longitude, within) => {
  expect(isWithinBahamas({ latitude, longitude })).toBe(within);
});

test.each([
  ["on Walker's Cay", 27.26, -78.4, true],
  ["on Cay Sal", 23.69, -80.42, true],
  ["in Orlando", 28.54, -81.38, false],
  ["in Havana", 23.13, -82.38, false],
  ["in India, because of a missing minus", 25.03, 77.4, false],
])("a car %s: %d, %d may be there: %s", (_name, latitude, longitude, may) => {
  expect(isAllowedForCars({ latitude, longitude })).toBe(may);
});

test("writes a point with six decimals", () => {
  expect(pointText({ latitude: 25.0343, longitude: -77.39630049 })).toBe("25.034300, -77.396300");
  expect(pointText({ latitude: 0, longitude: -80 })).toBe("0.000000, -80.000000");
});

const nassau = { latitude: 25.06, longitude: -77.345 };
test.each([
  ["Nassau itself", nassau, 0],
  // A degree north or south is 111.2 km everywhere; a degree east or west at this latitude is nine
  // tenths of that.
  ["a degree north", { ...nassau, latitude: 26.06 }, 111.2],
  ["a degree south", { ...nassau, latitude: 24.06 }, 111.2],
  ["a degree east", { ...nassau, longitude: -76.345 }, 100.7],
  ["Freeport", { latitude: 26.5285, longitude: -78.6967 }, 212.6],
])("%s is at the expected distance from Nassau", (_name, point, kilometres) => {
  expect(kilometresBetween(nassau, point)).toBeCloseTo(kilometres, 1);
});

test.each([
  ["Freetown (Grand Bahama)", "Freetown"],
  ["Nassau", "Nassau"],
  ["Pier (old) Road", "Pier (old) Road"],
])("%s is written %s", (name, written) => {
  expect(withoutQualifier(name)).toBe(written);
});
