import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusterSpots, MAX_MARKERS, type Spot } from "./map-clusters.ts";

const car = (carId: string, longitude: number, latitude = 25, lowestPriceCents = 5000): Spot => ({
  carId,
  latitude,
  longitude,
  cars: 1,
  lowestPriceCents,
  bounds: { west: longitude, south: latitude, east: longitude, north: latitude },
});

describe("spots whose markers would overlap become one", () => {
  // At zoom 9 a degree of longitude is 364 pixels wide: 64 pixels are 0.176 degrees.
  test.each<[string, Spot[], number[]]>([
    ["none", [], []],
    ["one alone", [car("a", -77)], [1]],
    ["far apart", [car("a", -77), car("b", -76.8)], [1, 1]],
    ["side by side", [car("a", -77), car("b", -76.9)], [2]],
    ["one above the other, as far as that", [car("a", -77), car("b", -77, 25.2)], [1, 1]],
    ["at the same point", [car("a", -77), car("b", -77), car("c", -77)], [3]],
  ])("%s", (_what, spots, counts) => {
    expect(clusterSpots(spots, 9).map(({ cars }) => cars)).toEqual(counts);
  });

  test("a cluster stands in the middle of its cars, around them all, from the lowest price", () => {
    const [cluster] = clusterSpots([car("a", -77, 25, 9000), car("b", -76.9, 25.02, 4000)], 9);
    expect(cluster).toMatchObject({
      cars: 2,
      carId: null,
      lowestPriceCents: 4000,
      bounds: { west: -77, south: 25, east: -76.9, north: 25.02 },
    });
    expect(cluster?.longitude).toBeCloseTo(-76.95);
    expect(cluster?.latitude).toBeCloseTo(25.01);
  });

  test("closer in they come apart", () => {
    expect(clusterSpots([car("a", -77), car("b", -76.9)], 11)).toHaveLength(2);
  });
});

test("however many there are, no car is lost, no map holds too many, and their order changes nothing", () => {
  const spot = fc
    .tuple(fc.integer({ min: -8000, max: -7200 }), fc.integer({ min: 2000, max: 2700 }))
    .map(([x, y]) => car(`${x}/${y}`, x / 100, y / 100));
  fc.assert(
    fc.property(fc.array(spot, { maxLength: 600 }), fc.integer({ min: 5, max: 18 }), (spots, zoom) => {
      const clusters = clusterSpots(spots, zoom);
      const [first, second] = clusters;
      if (first && second) expect(clusterSpots([first, second], zoom)).toHaveLength(2);
      expect(clusters.length).toBeLessThanOrEqual(MAX_MARKERS);
      expect(clusters.reduce((total, { cars }) => total + cars, 0)).toBe(spots.length);
      expect(clusterSpots(spots.toReversed(), zoom)).toEqual(clusters);
    }),
    { numRuns: 60 },
  );
});
