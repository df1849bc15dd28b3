// Joins nearby spots on a map into one marker, so that none covers another and a map never shows
// too many.
import { mercator, type Bounds } from "./map-area.ts";

/** The maximum number of markers on a map. */
export const MAX_MARKERS = 200;

/**
 * Markers closer than this, in CSS pixels, would overlap and are joined. A price is drawn above its
 * point, a number around it.
 */
const WIDTH = 64;
const HEIGHT = 60;

/** Cars at or near one place. */
export interface ClusterPoint {
  /** The marker's position: the middle of its cars. */
  latitude: number;
  longitude: number;
  cars: number;
  lowestPriceCents: number;
  /** The lowest total of the requested days; null without dates. */
  lowestTotalCents: number | null;
  /** Set if it is a single car. */
  carId: string | null;
  /** The bounds of all its cars; a single point for one. */
  bounds: Bounds;
}

/**
 * CSS pixels per degree of longitude; a degree of latitude is larger further from the equator.
 * @param zoom Google's zoom level
 */
export const pixelsPerDegree = (zoom: number): number => (256 * 2 ** zoom) / 360;

/**
 * The largest map in CSS pixels; no screen is larger. A higher value would allow requests that
 * count every car separately.
 */
const LARGEST_MAP = 4096;

/** The requested zoom, or the closest at which the area is no larger than LARGEST_MAP. */
export function fittingZoom({ west, south, east, north }: Bounds, requested: number): number {
  const longer = Math.max(east - west, mercator(north) - mercator(south));
  return Math.min(requested, Math.log2(LARGEST_MAP / (longer * pixelsPerDegree(0))));
}

/**
 * Joins spots whose markers would overlap, the largest first, and more if too many are left. The
 * result does not depend on the order. Each of a few rounds takes linear time while the zoom fits
 * the area (fittingZoom).
 */
export function clusterPoints(
  points: readonly ClusterPoint[],
  zoom: number,
  limit = MAX_MARKERS,
): ClusterPoint[] {
  let scale = pixelsPerDegree(zoom);
  let clusters = joinAll(points, scale);
  while (clusters.length > limit) clusters = joinAll(clusters, (scale /= 1.5));
  return clusters;
}

/** Joins until nothing overlaps: a joined marker is not where its first spot was. */
function joinAll(points: readonly ClusterPoint[], scale: number): ClusterPoint[] {
  const clusters = joinAt(inOrder(points), scale);
  return clusters.length === points.length ? clusters : joinAll(clusters, scale);
}

/** The order of spots at the same point does not matter, as they are joined. */
const inOrder = (points: readonly ClusterPoint[]): ClusterPoint[] =>
  points.toSorted(
    (a, b) => b.cars - a.cars || a.longitude - b.longitude || a.latitude - b.latitude,
  );

/** Spots that are joined, and the position of the first one, in CSS pixels. */
interface Group {
  index: number;
  x: number;
  y: number;
  points: [ClusterPoint, ...ClusterPoint[]];
}

/**
 * Adds each spot to the earliest group whose first spot it would overlap. The map is divided into
 * cells the size of a marker. Overlapping spots are in the same or adjacent cells, and a cell
 * contains the first spot of at most one group, as two would overlap.
 */
function joinAt(ordered: readonly ClusterPoint[], scale: number): ClusterPoint[] {
  const groups: Group[] = [];
  const columns = new Map<number, Map<number, Group>>();
  for (const point of ordered) {
    const x = point.longitude * scale;
    const y = mercator(point.latitude) * scale;
    const column = Math.floor(x / WIDTH);
    const line = Math.floor(y / HEIGHT);
    let near: Group | undefined;
    for (const besides of [-1, 0, 1])
      for (const above of [-1, 0, 1]) {
        const group = columns.get(column + besides)?.get(line + above);
        if (!group || Math.abs(group.x - x) >= WIDTH || Math.abs(group.y - y) >= HEIGHT) continue;
        if (!near || group.index < near.index) near = group;
      }
    if (near) {
      near.points.push(point);
      continue;
    }
    const group: Group = { index: groups.length, x, y, points: [point] };
    groups.push(group);
    const lines = columns.get(column) ?? new Map<number, Group>();
    columns.set(column, lines.set(line, group));
  }
  return groups.map(({ points }) => join(points));
}

function join(group: Group["points"]): ClusterPoint {
  const [first, ...others] = group;
  if (others.length === 0) return first;
  const cars = sum(group, (point) => point.cars);
  return {
    latitude: sum(group, (point) => point.latitude * point.cars) / cars,
    longitude: sum(group, (point) => point.longitude * point.cars) / cars,
    cars,
    lowestPriceCents: Math.min(...group.map((point) => point.lowestPriceCents)),
    lowestTotalCents:
      first.lowestTotalCents === null
        ? null
        : Math.min(...group.map((point) => point.lowestTotalCents ?? Infinity)),
    carId: null,
    bounds: {
      west: Math.min(...group.map(({ bounds }) => bounds.west)),
      south: Math.min(...group.map(({ bounds }) => bounds.south)),
      east: Math.max(...group.map(({ bounds }) => bounds.east)),
      north: Math.max(...group.map(({ bounds }) => bounds.north)),
    },
  };
}

const sum = (points: readonly ClusterPoint[], of: (point: ClusterPoint) => number): number =>
  points.reduce((total, point) => total + of(point), 0);
