import { expect, test } from "vitest";
import { MAP_START, mercator, mercatorLatitude, readBounds, writeBounds } from "./map-area.ts";

test("writes an area as mapping services do, and reads it back", () => {
  const area = { west: -77.61234, south: 24.9, east: -77.2, north: 25.123456 };
  expect(writeBounds(area)).toBe("-77.6123,24.9,-77.2,25.1235");
  expect(readBounds(writeBounds(area))).toEqual({
    west: -77.6123,
    south: 24.9,
    east: -77.2,
    north: 25.1235,
  });
});

test.each([
  ["empty", ""],
  ["three numbers", "-77,24,-76"],
  ["five numbers", "-77,24,-76,25,1"],
  ["words", "a,b,c,d"],
  ["spaces", "-77, 24, -76, 25"],
  ["no width", "-77,24,-77,25"],
  ["an east edge west of the west edge", "-76,24,-77,25"],
  ["a north edge south of the south edge", "-77,25,-76,24"],
  ["a latitude beyond the pole", "-77,24,-76,91"],
  ["a longitude below -180", "-181,24,-76,25"],
  ["a latitude beyond the other pole", "-77,-90.5,-76,25"],
  ["a longitude above 180", "-77,24,180.5,25"],
  ["no height", "-77,24,-76,24"],
  ["letters before the numbers", "x-77,24,-76,25"],
  ["letters after the numbers", "-77,24,-76,25x"],
  ["a thousand degrees", "-1077,24,-76,25"],
  ["a decimal point without decimals", "-77.,24,-76,25"],
  ["too many decimals", "-77.12345678,24,-76,25"],
  ["exponents", "-7e1,24,-6e1,25"],
  ["infinity", "-Infinity,24,-76,25"],
])("refuses %s as an area", (_what, text) => {
  expect(readBounds(text)).toBeUndefined();
});

test("spaces latitudes further apart away from the equator", () => {
  expect(mercator(0)).toBe(0);
  expect(mercator(25)).toBeCloseTo(25.83, 2);
  expect(mercator(-85.0511)).toBeCloseTo(-180, 2);
  expect(mercatorLatitude(mercator(25))).toBeCloseTo(25, 9);
});

test("accepts the whole earth as an area", () => {
  expect(readBounds("-180,-90,180,90")).toEqual({ west: -180, south: -90, east: 180, north: 90 });
});

test("starts Map View over Nassau, as specified", () => {
  expect(MAP_START).toEqual({ center: { latitude: 25.0343, longitude: -77.3963 }, zoom: 9 });
});
