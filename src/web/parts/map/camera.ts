// The centre of the map, and its zoom. North is always up.
import type { Point } from "../../../domain/place/bahamas.ts";
import { mercator, mercatorLatitude, type Bounds } from "../../../domain/place/map-area.ts";
import { pixelsPerDegree } from "../../../domain/place/map-clusters.ts";

export interface Camera {
  center: Point;
  /** On Google's scale, whatever the engine: the world is 256 * 2 ** zoom CSS pixels wide. */
  zoom: number;
}

/** The margin around a fitted area, in CSS pixels. */
export const PADDING = 48;

/** Fits an area into a map, no closer than `maxZoom`, at one of Google's whole zoom levels.
 *  @param size of the map, in CSS pixels */
export function toCamera(
  area: Bounds,
  size: { width: number; height: number },
  maxZoom: number,
): Camera {
  const [south, north] = [mercator(area.south), mercator(area.north)];
  const fitting = (pixels: number, degrees: number) =>
    Math.log2(Math.max(1, pixels - 2 * PADDING) / (degrees * pixelsPerDegree(0)));
  const zoom = Math.min(
    maxZoom,
    fitting(size.width, area.east - area.west),
    fitting(size.height, north - south),
  );
  return {
    center: {
      latitude: mercatorLatitude((south + north) / 2),
      longitude: (area.west + area.east) / 2,
    },
    zoom: Math.floor(zoom),
  };
}

/** Compares to about a pixel, which is more than engines round. */
export function isSameCamera(a: Camera, b: Camera): boolean {
  const degrees = 2 / pixelsPerDegree(a.zoom);
  return (
    Math.abs(a.zoom - b.zoom) < 0.01 &&
    Math.abs(a.center.longitude - b.center.longitude) < degrees &&
    Math.abs(a.center.latitude - b.center.latitude) < degrees
  );
}
