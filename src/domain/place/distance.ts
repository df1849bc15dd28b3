// The distance of cars from a chosen place: how far a search reaches and how distances are written.
import { isAllowedForCars, type Point } from "./bahamas.ts";

/** How far a search around a place reaches: the length of New Providence, rarely across the sea. */
export const SEARCH_MILES = 25;
/** Cars beyond this distance are listed under a separate heading, as nearby cars. */
export const CLOSE_MILES = 3;
/** A typed town finds the cars within this distance of its middle, whatever their text says. */
export const TOWN_MILES = 2;
/** Below this distance, a car is at the place. */
const AT_PLACE_MILES = 0.1;

export const MILES_PER_DEGREE = 69.1;

/** A place that a visitor chose, as stored in the URL. */
export interface NamedPoint extends Point {
  name: string;
}

/** The name of the visitor's own position. */
export const NEAR_ME = "Near me";

const POINT = /^(-?\d{1,3}(?:\.\d{1,7})?),(-?\d{1,3}(?:\.\d{1,7})?)$/;

/** Where the visitor is, to about a kilometre: the address of a search is easily shared. */
export const nearMe = ({ latitude, longitude }: Point): NamedPoint => ({
  name: NEAR_ME,
  latitude: Math.round(latitude * 1e2) / 1e2,
  longitude: Math.round(longitude * 1e2) / 1e2,
});

/** Parses "latitude,longitude" in degrees; undefined unless it is a point where cars may be. */
export function readPoint(text: string): Point | undefined {
  const [, latitude, longitude] = POINT.exec(text) ?? [];
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return isAllowedForCars(point) ? point : undefined;
}

/** To about a hundred metres, which is as precise as distances are shown. */
const round = (degrees: number): number => Math.round(degrees * 1e3) / 1e3;

export const writePoint = ({ latitude, longitude }: Point): string =>
  `${round(latitude)},${round(longitude)}`;

/** What people call such a place once it is clear which one is meant. */
const KINDS = [
  [/\bairport$/i, "the airport"],
  [/\bcruise port$/i, "the cruise port"],
  [/\bferry (?:dock|terminal)$/i, "the ferry dock"],
] as const;

/** "the airport", "Baha Mar", "you". */
export function shortPlaceName(name: string): string {
  if (name === NEAR_ME) return "you";
  return KINDS.find(([kind]) => kind.test(name))?.[1] ?? name;
}

/**
 * "0.4 mi from the airport", "12 mi from Baha Mar", "At the airport". From the visitor's rounded
 * position it is off by up to half a mile: "Less than 1 mi from you", "About 2 mi from you".
 */
export function describeDistance(miles: number, placeName: string): string {
  const place = shortPlaceName(placeName);
  const whole = Math.round(miles);
  if (placeName === NEAR_ME)
    return `${whole < 1 ? "Less than 1" : `About ${whole}`} mi from ${place}`;
  if (miles < AT_PLACE_MILES) return `At ${place}`;
  const tenths = Math.round(miles * 10) / 10;
  return `${tenths < 10 ? tenths : whole} mi from ${place}`;
}
