// Where the Bahamas lie (specification section 9, place search), and how a point is written where no place has a name for it.

/** WGS84, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

export const BAHAMAS_BOUNDS = { south: 20, north: 27, west: -80, east: -72 } as const;

export const isWithinBahamas = ({ latitude, longitude }: Point): boolean =>
  latitude >= BAHAMAS_BOUNDS.south &&
  latitude <= BAHAMAS_BOUNDS.north &&
  longitude >= BAHAMAS_BOUNDS.west &&
  longitude <= BAHAMAS_BOUNDS.east;

/** "25.034300, -77.396300": what stands for an address where none is found (specification section 8). */
export const pointText = ({ latitude, longitude }: Point): string => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
