// A piece of a map, and what of it is said in a URL.
import type { Point } from "./bahamas.ts";

/** Where Map View begins (specification section 9); zoom as Google counts it. geo/map-picture.svg is drawn for it. */
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

/** "west,south,east,north" in degrees, as mapping services write it; undefined for what is no area of the earth. */
export function readBounds(text: string): Bounds | undefined {
  if (!FOUR_NUMBERS.test(text)) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(",").map(Number);
  const fits = west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90;
  return fits ? { west, south, east, north } : undefined;
}

/** To about ten metres: closer than anybody looks at an area. */
const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/** The whole of an area, perhaps a few metres more. */
export const writeBounds = ({ west, south, east, north }: Bounds): string =>
  [west, south, east, north].map(round).join(",");

const DEGREE = Math.PI / 180;

/** Latitude as Web Mercator draws it, in degrees of longitude. */
export const mercator = (latitude: number): number => Math.asinh(Math.tan(latitude * DEGREE)) / DEGREE;

/** The latitude that is drawn there. */
export const mercatorLatitude = (drawn: number): number => Math.atan(Math.sinh(drawn * DEGREE)) / DEGREE;
