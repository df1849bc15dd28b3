// Where the Bahamas lie (specification section 9, place search), and how a point is written where no place has a name for it.

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
