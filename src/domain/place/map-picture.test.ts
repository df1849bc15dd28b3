// The picture of the map's initial area: where its points are, and how far it reaches.
import { expect, test } from "vitest";
import { MAP_START } from "./map-area.ts";
import { offsetFromCentre, MAP_PICTURE, PICTURE_BOUNDS } from "./map-picture.ts";

test("has the map's initial centre in its middle", () => {
  expect(offsetFromCentre(MAP_START.center)).toEqual({ x: 0, y: 0 });
});

test("spaces points as the map does at its initial zoom", () => {
  // At zoom 9 a degree of longitude is a little more than 364 pixels wide.
  expect(offsetFromCentre({ latitude: 25.0343, longitude: -76.3963 })).toEqual({ x: 364, y: 0 });
  expect(offsetFromCentre({ latitude: 24.0343, longitude: -77.3963 })).toEqual({ x: 0, y: 400 });
});

test("reaches from corner to corner", () => {
  const { west, south, east, north } = PICTURE_BOUNDS;
  const { width, height } = MAP_PICTURE;
  expect(offsetFromCentre({ latitude: north, longitude: west })).toEqual({
    x: -width / 2,
    y: -height / 2,
  });
  expect(offsetFromCentre({ latitude: south, longitude: east })).toEqual({
    x: width / 2,
    y: height / 2,
  });
});
