// An area of a map, and its form in a URL.
import type { Point } from "./bahamas.ts";

/**
 * Where Map View starts (specification section 9); zoom levels as Google's. geo/map-picture.svg
 * shows this area.
 */
export const MAP_START: { center: Point; zoom: number } = {
  center: { latitude: 25.0343, longitude: -77.3963 },
  zoom: 9,
};

/** Degrees, WGS84. None crosses the antimeridian. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const NUMBER = "-?\\d{1,3}(?:\\.\\d{1,7})?";
const FOUR_NUMBERS = new RegExp(`^${NUMBER}(?:,${NUMBER}){3}$`);

/**
 * Parses "west,south,east,north" in degrees, as mapping services write it; undefined for an invalid
 * area.
 */
export function readBounds(text: string): Bounds | undefined {
  if (!FOUR_NUMBERS.test(text)) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(",").map(Number);
  const fits =
    west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90;
  return fits ? { west, south, east, north } : undefined;
}

/** To about ten metres: more precise than any area needs. */
const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/** Covers the whole area, give or take a few metres. */
export const writeBounds = ({ west, south, east, north }: Bounds): string =>
  [west, south, east, north].map(round).join(",");

const DEGREE = Math.PI / 180;

/** The latitude in the Web Mercator projection, in degrees of longitude. */
export const mercator = (latitude: number): number =>
  Math.asinh(Math.tan(latitude * DEGREE)) / DEGREE;

/** The inverse of `mercator`. */
export const mercatorLatitude = (drawn: number): number =>
  Math.atan(Math.sinh(drawn * DEGREE)) / DEGREE;
