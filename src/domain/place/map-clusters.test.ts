import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clusterPoints,
  fittingZoom,
  MAX_MARKERS,
  pixelsPerDegree,
  type ClusterPoint,
} from "./map-clusters.ts";

const car = (
  carId: string,
  longitude: number,
  latitude = 25,
  lowestPriceCents = 5000,
): ClusterPoint => ({
  carId,
  latitude,
  longitude,
  cars: 1,
  lowestPriceCents,
  lowestTotalCents: null,
  bounds: { west: longitude, south: latitude, east: longitude, north: latitude },
});

describe("joins spots whose markers would overlap", () => {
  // At zoom 9 a degree of longitude is 364 pixels wide: 64 pixels are 0.176 degrees.
  test.each<[string, ClusterPoint[], number[]]>([
    ["none", [], []],
    ["one alone", [car("a", -77)], [1]],
    ["far apart", [car("a", -77), car("b", -76.8)], [1, 1]],
    ["side by side", [car("a", -77), car("b", -76.9)], [2]],
    ["one above the other, far apart", [car("a", -77), car("b", -77, 25.2)], [1, 1]],
    ["at the same point", [car("a", -77), car("b", -77), car("c", -77)], [3]],
  ])("%s", (_what, points, counts) => {
    expect(clusterPoints(points, 9).map(({ cars }) => cars)).toEqual(counts);
  });

  test("keeps a spot that overlaps none, exactly one marker's width away", () => {
    // At zoom 0, 90 degrees of longitude are 64 pixels.
    const points = [car("a", 0), car("b", 90)];
    expect(clusterPoints(points, 0)).toEqual(points);
  });

  test("places a cluster in the middle of its cars, with their bounds and lowest price", () => {
    const [cluster] = clusterPoints([car("a", -77, 25, 9000), car("b", -76.9, 25.02, 4000)], 9);
    expect(cluster).toMatchObject({
      cars: 2,
      carId: null,
      lowestPriceCents: 4000,
      bounds: { west: -77, south: 25, east: -76.9, north: 25.02 },
    });
    expect(cluster?.longitude).toBeCloseTo(-76.95);
    expect(cluster?.latitude).toBeCloseTo(25.01);
  });

  test("has the lowest total of its cars, if there are dates", () => {
    const priced = (id: string, lowestTotalCents: number) => ({
      ...car(id, -77),
      lowestTotalCents,
    });
    expect(clusterPoints([priced("a", 9000), priced("b", 7000)], 9)).toMatchObject([
      { lowestTotalCents: 7000 },
    ]);
    expect(clusterPoints([car("a", -77), car("b", -77)], 9)).toMatchObject([
      { lowestTotalCents: null },
    ]);
  });

  test("weighs the middle by the number of cars, and joins the others to the largest", () => {
    const three = { ...car("", -77, 25), carId: null, cars: 3 };
    const [cluster, ...rest] = clusterPoints(
      [car("a", -76.9, 25.04), three, car("b", -77.1, 25)],
      9,
    );
    expect(rest).toEqual([]);
    expect(cluster?.cars).toBe(5);
    expect(cluster?.longitude).toBeCloseTo(-77);
    expect(cluster?.latitude).toBeCloseTo(25.008);
  });

  test("joins in pairs from the west if the middle one overlaps both, in any order", () => {
    const row = [car("c", -76.7), car("a", -77), car("b", -76.85)];
    for (const points of [row, row.toReversed()])
      expect(
        clusterPoints(points, 9).map(({ cars, bounds }) => [cars, bounds.west, bounds.east]),
      ).toEqual([
        [2, -77, -76.85],
        [1, -76.7, -76.7],
      ]);
    const column = [car("c", -77, 25.26), car("a", -77, 25), car("b", -77, 25.13)];
    for (const points of [column, column.toReversed()])
      expect(
        clusterPoints(points, 9).map(({ cars, bounds }) => [cars, bounds.south, bounds.north]),
      ).toEqual([
        [2, 25, 25.13],
        [1, 25.26, 25.26],
      ]);
  });

  test("keeps spots apart at one marker's width, in the next cell and the one after", () => {
    const width = 64 / pixelsPerDegree(9);
    for (const west of [-77, -77 + width / 2])
      expect(clusterPoints([car("a", west), car("b", west + width * 1.001)], 9)).toHaveLength(2);
  });

  test("keeps spots apart up to the limit and joins the closest beyond it", () => {
    const far = [car("a", -77), car("b", -76.8), car("c", -76)];
    expect(clusterPoints(far, 9, 3)).toHaveLength(3);
    expect(clusterPoints(far, 9, 2).map(({ cars }) => cars)).toEqual([2, 1]);
  });

  test.each([
    ["west", -77, -76.78],
    ["east", -76.78, -77],
  ])("joins a spot between two with the larger one, in the %s", (_where, larger, smaller) => {
    const point = (longitude: number, cars: number): ClusterPoint => ({
      ...car("", longitude),
      carId: null,
      cars,
    });
    const clusters = clusterPoints([car("a", -76.9), point(smaller, 2), point(larger, 3)], 9);
    expect(clusters.map(({ cars }) => cars)).toEqual([4, 2]);
  });

  test("separates them at a closer zoom", () => {
    expect(clusterPoints([car("a", -77), car("b", -76.9)], 11)).toHaveLength(2);
  });
});

test("loses no car, respects the limit and does not depend on the order", () => {
  const point = fc
    .tuple(fc.integer({ min: -8000, max: -7200 }), fc.integer({ min: 2000, max: 2700 }))
    .map(([x, y]) => car(`${x}/${y}`, x / 100, y / 100));
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 600 }),
      fc.integer({ min: 5, max: 18 }),
      (points, zoom) => {
        const clusters = clusterPoints(points, zoom);
        expect(clusterPoints(clusters, zoom)).toHaveLength(clusters.length);
        expect(clusters.length).toBeLessThanOrEqual(MAX_MARKERS);
        expect(clusters.reduce((total, { cars }) => total + cars, 0)).toBe(points.length);
        expect(clusterPoints(points.toReversed(), zoom)).toEqual(clusters);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ["one that fits", { west: -77.55, south: 24.95, east: -77.25, north: 25.1 }, 12, 12],
  [
    "the closest for an island",
    { west: -77.55, south: 24.95, east: -77.25, north: 25.1 },
    22,
    14.23,
  ],
  ["the closest for the earth", { west: -180, south: -85.0511, east: 180, north: 85.0511 }, 22, 4],
  ["the closest for a high area", { west: -77, south: 0, east: -76.9, north: 60 }, 22, 6.25],
])("the zoom of a map is %s", (_what, area, requested, zoom) => {
  expect(fittingZoom(area, requested)).toBeCloseTo(zoom, 2);
});

test("gives a valid zoom for the poles", () => {
  expect(fittingZoom({ west: -180, south: -90, east: 180, north: 90 }, 22)).toBeGreaterThan(0);
});

test.each([
  ["that fits", 12],
  ["at which none overlap", 22],
])("examines each of thousands of spots only a few times, at a zoom %s", (_what, zoom) => {
  let looks = 0;
  const points = Array.from({ length: 8000 }, (_, index) => {
    const longitude = -77.55 + ((index * 7919) % 8000) * 0.0000375;
    return {
      ...car(`${index}`, longitude, 24.95 + index * 0.00001875),
      get longitude() {
        looks += 1;
        return longitude;
      },
    };
  });
  clusterPoints(points, zoom);
  expect(looks).toBeLessThan(points.length * 100);
});
