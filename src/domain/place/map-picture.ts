// The picture of the area where Map View starts (geo/map-picture.svg), shown until the map is
// there. Its middle is the map's initial centre, and its scale the map's.
import type { Point } from "./bahamas.ts";
import { MAP_START, mercator, mercatorLatitude, type Bounds } from "./map-area.ts";
import { pixelsPerDegree } from "./map-clusters.ts";

/** CSS pixels; larger than the map on most screens. */
export const MAP_PICTURE = { width: 1440, height: 1200 };

const SCALE = pixelsPerDegree(MAP_START.zoom);
const { latitude: LATITUDE, longitude: LONGITUDE } = MAP_START.center;

/** The distance of a point from the middle of the picture, in CSS pixels. */
export const offsetFromCentre = ({ latitude, longitude }: Point): { x: number; y: number } => ({
  x: Math.round((longitude - LONGITUDE) * SCALE),
  y: Math.round((mercator(LATITUDE) - mercator(latitude)) * SCALE),
});

const halfWidth = MAP_PICTURE.width / 2 / SCALE;
const halfHeight = MAP_PICTURE.height / 2 / SCALE;

/** The area of the picture. */
export const PICTURE_BOUNDS: Bounds = {
  west: LONGITUDE - halfWidth,
  south: mercatorLatitude(mercator(LATITUDE) - halfHeight),
  east: LONGITUDE + halfWidth,
  north: mercatorLatitude(mercator(LATITUDE) + halfHeight),
};
