// Tests of fitting an area into a map, and of comparing map positions.
import { expect, test } from "vitest";
import { toCamera, isSameCamera } from "./camera.ts";

// At zoom 9 a degree of longitude is a little more than 364 pixels wide.
const SIZE = { width: 365 + 96, height: 600 };

test.each([
  ["fills the width", { west: -78, south: 25, east: -77, north: 25.1 }, 18, 9],
  ["fills the height", { west: -78, south: 24, east: -77.9, north: 25.5 }, 18, 8],
  ["comes no closer than the maximum zoom", { west: -78, south: 25, east: -77, north: 25.1 }, 7, 7],
  ["has no size", { west: -78, south: 25, east: -78, north: 25 }, 15, 15],
])("fits an area that %s", (_what, area, maxZoom, zoom) => {
  const camera = toCamera(area, SIZE, maxZoom);
  expect(camera.zoom).toBe(zoom);
  expect(camera.center.longitude).toBeCloseTo((area.west + area.east) / 2);
  expect(camera.center.latitude).toBeCloseTo((area.south + area.north) / 2, 2);
});

test.each([
  ["itself", {}, {}, true],
  ["a rounding difference", { latitude: 25.0000001 }, { zoom: 9.00001 }, true],
  ["a drag of ten pixels", { longitude: -77.0275 }, {}, false],
  ["a drag northwards", { latitude: 25.0275 }, {}, false],
  ["a closer zoom at the same place", {}, { zoom: 10 }, false],
])("compares a resting map with %s", (_what, moved, zoomed, isSame) => {
  const center = { latitude: 25, longitude: -77 };
  const before = { center, zoom: 9 };
  expect(isSameCamera(before, { ...before, center: { ...center, ...moved }, ...zoomed })).toBe(
    isSame,
  );
});
