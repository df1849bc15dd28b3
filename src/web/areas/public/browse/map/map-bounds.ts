// Areas around cars and places on the map.
import type { Point } from "../../../../../domain/place/bahamas.ts";
import { CLOSE_MILES, MILES_PER_DEGREE } from "../../../../../domain/place/distance.ts";
import type { Bounds } from "../../../../../domain/place/map-area.ts";

/** Whether the cars of an area are so close together that no zoom separates them. */
export const isOnePlace = ({ west, south, east, north }: Bounds): boolean =>
  east - west < 1e-4 && north - south < 1e-4;

export const padBounds = ({ west, south, east, north }: Bounds): Bounds => ({
  west: west - 5e-4,
  south: south - 5e-4,
  east: east + 5e-4,
  north: north + 5e-4,
});

/** The smallest area that contains both. */
export const unionBounds = (a: Bounds, b: Bounds): Bounds => ({
  west: Math.min(a.west, b.west),
  south: Math.min(a.south, b.south),
  east: Math.max(a.east, b.east),
  north: Math.max(a.north, b.north),
});

/** The area within CLOSE_MILES of a place. */
export const boundsAround = ({ latitude, longitude }: Point): Bounds => {
  const degrees = CLOSE_MILES / MILES_PER_DEGREE;
  return {
    west: longitude - degrees,
    south: latitude - degrees,
    east: longitude + degrees,
    north: latitude + degrees,
  };
};
