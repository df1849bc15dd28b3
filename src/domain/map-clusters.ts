// Brings what stands close together on a map into one marker, so that none covers another and a map never holds too many.
import type { Bounds } from "./map-area.ts";

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

/**
 * Joins spots whose markers would overlap, the largest first, and more where too many are left. The same spots in any order give the
 * same clusters.
 */
export function clusterSpots(spots: readonly Spot[], zoom: number, limit = MAX_MARKERS): Spot[] {
  for (let scale = pixelsPerDegree(zoom); ; scale /= 1.5) {
    const clusters = joinAll(spots, scale);
    if (clusters.length <= limit) return clusters;
  }
}

/** Joins until nothing overlaps: the middle of several is not where the first of them stood. */
function joinAll(spots: readonly Spot[], scale: number): Spot[] {
  const clusters = joinAt(inOrder(spots), scale);
  return clusters.length === spots.length ? clusters : joinAll(clusters, scale);
}

const inOrder = (spots: readonly Spot[]): Spot[] =>
  spots.toSorted(
    (a, b) => b.cars - a.cars || a.longitude - b.longitude || a.latitude - b.latitude || compare(a.carId, b.carId),
  );

const compare = (a: string | null, b: string | null): number => ((a ?? "") < (b ?? "") ? -1 : 1);

function joinAt(ordered: readonly Spot[], scale: number): Spot[] {
  const groups: Spot[][] = [];
  for (const spot of ordered) {
    const near = groups.find(([first]) => first && overlap(first, spot, scale));
    if (near) near.push(spot);
    else groups.push([spot]);
  }
  return groups.map(join);
}

function overlap(a: Spot, b: Spot, scale: number): boolean {
  const stretched = scale / Math.cos((a.latitude * Math.PI) / 180);
  return Math.abs(a.longitude - b.longitude) * scale < WIDTH && Math.abs(a.latitude - b.latitude) * stretched < HEIGHT;
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
