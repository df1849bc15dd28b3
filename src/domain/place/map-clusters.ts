// Brings what stands close together on a map into one marker, so that none covers another and a map never holds too many.
import { mercator, type Bounds } from "./map-area.ts";

/** More markers than this are never on a map at a time. */
export const MAX_MARKERS = 200;

/** Markers closer than this, in CSS pixels, would overlap and become one: a price stands above its point, a number around it. */
const WIDTH = 64;
const HEIGHT = 60;

/** Cars at one place, or about one. */
export interface Spot {
  /** Where its marker stands: the middle of its cars. */
  latitude: number;
  longitude: number;
  cars: number;
  lowestPriceCents: number;
  /** Where it is a single one. */
  carId: string | null;
  /** Around all of them; a single point for one. */
  bounds: Bounds;
}

/** CSS pixels per degree of longitude; a degree of latitude is larger the further from the equator. @param zoom as Google counts */
export const pixelsPerDegree = (zoom: number): number => (256 * 2 ** zoom) / 360;

/** CSS pixels that an area is drawn over at most; no screen is larger. Whoever asks for more would have everything counted one by one. */
const LARGEST_MAP = 4096;

/** The zoom that is wanted, or the closest at which an area is no larger than a map can be. */
export function fittingZoom({ west, south, east, north }: Bounds, wanted: number): number {
  const longer = Math.max(east - west, mercator(north) - mercator(south));
  return Math.min(wanted, Math.log2(LARGEST_MAP / (longer * pixelsPerDegree(0))));
}

/**
 * Joins spots whose markers would overlap, the largest first, and more where too many are left. The same spots in any order give the
 * same clusters. Takes time in proportion to the spots, for each of a few rounds, while the zoom fits their area (fittingZoom).
 */
export function clusterSpots(spots: readonly Spot[], zoom: number, limit = MAX_MARKERS): Spot[] {
  let scale = pixelsPerDegree(zoom);
  let clusters = joinAll(spots, scale);
  while (clusters.length > limit) clusters = joinAll(clusters, (scale /= 1.5));
  return clusters;
}

/** Joins until nothing overlaps: the middle of several is not where the first of them stood. */
function joinAll(spots: readonly Spot[], scale: number): Spot[] {
  const clusters = joinAt(inOrder(spots), scale);
  return clusters.length === spots.length ? clusters : joinAll(clusters, scale);
}

/** Of what stands at one point the order is of no matter: it becomes one. */
const inOrder = (spots: readonly Spot[]): Spot[] =>
  spots.toSorted((a, b) => b.cars - a.cars || a.longitude - b.longitude || a.latitude - b.latitude);

/** Spots that become one, and where the first of them stands, in CSS pixels. */
interface Group {
  index: number;
  x: number;
  y: number;
  spots: Spot[];
}

/**
 * Each spot goes to the earliest group whose first it would overlap. The map is cut into cells as large as a marker: what overlaps lies
 * in the same cell or one beside it, and a cell holds the first of one group at most, as two there would overlap.
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
    const group = { index: groups.length, x, y, spots: [spot] };
    groups.push(group);
    const lines = columns.get(column) ?? new Map<number, Group>();
    columns.set(column, lines.set(line, group));
  }
  return groups.map(({ spots }) => join(spots));
}

function join(group: readonly Spot[]): Spot {
  const [first, ...others] = group;
  if (!first) throw new Error("A group has a first spot");
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
