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
export interface Spot {
  /** The marker's position: the middle of its cars. */
  latitude: number;
  longitude: number;
  cars: number;
  lowestPriceCents: number;
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

/** The requested zoom, or the closest one at which the area is no larger than LARGEST_MAP. */
export function fittingZoom({ west, south, east, north }: Bounds, wanted: number): number {
  const longer = Math.max(east - west, mercator(north) - mercator(south));
  return Math.min(wanted, Math.log2(LARGEST_MAP / (longer * pixelsPerDegree(0))));
}

/**
 * Joins spots whose markers would overlap, the largest first, and more if too many are left. The
 * result does not depend on the order. Each of a few rounds takes linear time while the zoom fits
 * the area (fittingZoom).
 */
export function clusterSpots(spots: readonly Spot[], zoom: number, limit = MAX_MARKERS): Spot[] {
  let scale = pixelsPerDegree(zoom);
  let clusters = joinAll(spots, scale);
  while (clusters.length > limit) clusters = joinAll(clusters, (scale /= 1.5));
  return clusters;
}

/** Joins until nothing overlaps: a joined marker is not where its first spot was. */
function joinAll(spots: readonly Spot[], scale: number): Spot[] {
  const clusters = joinAt(inOrder(spots), scale);
  return clusters.length === spots.length ? clusters : joinAll(clusters, scale);
}

/** The order of spots at the same point does not matter, as they are joined. */
const inOrder = (spots: readonly Spot[]): Spot[] =>
  spots.toSorted((a, b) => b.cars - a.cars || a.longitude - b.longitude || a.latitude - b.latitude);

/** Spots that are joined, and the position of the first one, in CSS pixels. */
interface Group {
  index: number;
  x: number;
  y: number;
  spots: [Spot, ...Spot[]];
}

/**
 * Adds each spot to the earliest group whose first spot it would overlap. The map is divided into
 * cells the size of a marker. Overlapping spots are in the same or adjacent cells, and a cell
 * contains the first spot of at most one group, as two would overlap.
 */
function joinAt(ordered: readonly Spot[], scale: number): Spot[] {
  const groups: Group[] = [];
  const columns = new Map<number, Map<number, Group>>();
  for (const spot of ordered) {
    const x = spot.longitude * scale;
    const y = mercator(spot.latitude) * scale;
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
      near.spots.push(spot);
      continue;
    }
    const group: Group = { index: groups.length, x, y, spots: [spot] };
    groups.push(group);
    const lines = columns.get(column) ?? new Map<number, Group>();
    columns.set(column, lines.set(line, group));
  }
  return groups.map(({ spots }) => join(spots));
}

function join(group: Group["spots"]): Spot {
  const [first, ...others] = group;
  if (others.length === 0) return first;
  const cars = sum(group, (spot) => spot.cars);
  return {
    latitude: sum(group, (spot) => spot.latitude * spot.cars) / cars,
    longitude: sum(group, (spot) => spot.longitude * spot.cars) / cars,
    cars,
    lowestPriceCents: Math.min(...group.map((spot) => spot.lowestPriceCents)),
    carId: null,
    bounds: {
      west: Math.min(...group.map(({ bounds }) => bounds.west)),
      south: Math.min(...group.map(({ bounds }) => bounds.south)),
      east: Math.max(...group.map(({ bounds }) => bounds.east)),
      north: Math.max(...group.map(({ bounds }) => bounds.north)),
    },
  };
}

const sum = (spots: readonly Spot[], of: (spot: Spot) => number): number =>
  spots.reduce((total, spot) => total + of(spot), 0);
