// The bounds of the Bahamas (specification section 9, place search), distances, and how points and
// places are written.

/** WGS84, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

export const BAHAMAS_BOUNDS = { south: 20, north: 27, west: -80, east: -72 } as const;

type Bounds = Record<keyof typeof BAHAMAS_BOUNDS, number>;

const isWithin = ({ south, north, west, east }: Bounds, { latitude, longitude }: Point): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

export const isWithinBahamas = (point: Point): boolean => isWithin(BAHAMAS_BOUNDS, point);

/** Where a car may be: Walker's Cay is slightly north of the bounds above, Cay Sal west of them. */
export const CAR_BOUNDS = { ...BAHAMAS_BOUNDS, north: 27.5, west: -80.5 } as const;

export const isAllowedForCars = (point: Point): boolean => isWithin(CAR_BOUNDS, point);

/** "25.034300, -77.396300": shown when no address is found (specification section 8). */
export const pointText = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;

const KM_PER_DEGREE = 111.2;

/** Calculated on a plane, which is accurate to a few metres over such distances. */
export function kilometresBetween(a: Point, b: Point): number {
  const north = a.latitude - b.latitude;
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east) * KM_PER_DEGREE;
}

/**
 * The name without the qualifier that tells namesakes apart: "Freetown (Grand Bahama)" is shown as
 * "Freetown".
 */
export const withoutQualifier = (name: string): string => name.replace(/ \(.*\)$/, "");
