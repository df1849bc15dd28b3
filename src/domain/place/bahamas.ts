// Where the Bahamas lie (specification section 9, place search), how far apart its points are, and how points and places are written.

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

/** Where a car of ours may stand: Walker's Cay lies a little north of those bounds, Cay Sal west of them. */
export const CAR_BOUNDS = { ...BAHAMAS_BOUNDS, north: 27.5, west: -80.5 } as const;

export const mayCarStandAt = (point: Point): boolean => isWithin(CAR_BOUNDS, point);

/** "25.034300, -77.396300": what stands for an address where none is found (specification section 8). */
export const pointText = ({ latitude, longitude }: Point): string => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;

const KM_PER_DEGREE = 111.2;

/** As on a plane, which over such distances is right to a few metres. */
export function kilometresBetween(a: Point, b: Point): number {
  const north = a.latitude - b.latitude;
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east) * KM_PER_DEGREE;
}

/** Of a place that shares its name with another: "Freetown (Grand Bahama)" is written "Freetown". */
export const withoutQualifier = (name: string): string => name.replace(/ \(.*\)$/, "");
