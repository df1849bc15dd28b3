// Finds the island group of a car in the bundled gazetteer: from its coordinates, or from the text
// of its location when it has none. When neither identifies it, the result is null.
import { kilometresBetween, type Point } from "../../../domain/place/bahamas.ts";
import { isIslandId, islandName, type IslandId } from "../../../domain/place/islands.ts";
import type { FindIsland } from "./finder.ts";
import { readGazetteer, toNameKey } from "./gazetteer.ts";

/** A point farther than this from every named place is at sea or in another country. */
const FARTHEST_KM = 30;

interface NamedPoint extends Point {
  region: IslandId;
}

export function openIslands(): FindIsland {
  const points: NamedPoint[] = [];
  // By name: islands and their groups, and all other places.
  const [islands, others] = [new Map<string, Set<IslandId>>(), new Map<string, Set<IslandId>>()];
  const add = (names: Map<string, Set<IslandId>>, name: string, region: IslandId): void => {
    const key = toNameKey(name);
    names.set(key, (names.get(key) ?? new Set()).add(region));
  };
  for (const { name, kind, island, aliases, region, lat, lng } of readGazetteer()) {
    if (!isIslandId(region))
      throw new Error(`geo/gazetteer.json names the unknown region ${region}`);
    points.push({ region, latitude: lat, longitude: lng });
    for (const each of [island, islandName(region), ...(kind === "island" ? [name] : [])])
      add(islands, each, region);
    for (const each of [name, ...aliases]) add(others, each, region);
  }
  return ({ location, latitude, longitude }) => {
    if (latitude !== null && longitude !== null) return nearest({ latitude, longitude }, points);
    const parts = location.split(",").map(toNameKey);
    // "Harbour Island, Eleuthera": the first island named decides. "Long Bay, Nassau": the last
    // place named decides.
    return known(islands, parts) ?? known(others, parts.toReversed());
  };
}

/** The region of the first part whose name exists in one region only. */
function known(names: Map<string, Set<IslandId>>, parts: readonly string[]): IslandId | null {
  for (const part of parts) {
    const [region, another] = names.get(part) ?? [];
    if (region && !another) return region;
  }
  return null;
}

function nearest(point: Point, points: readonly NamedPoint[]): IslandId | null {
  let [found, least]: [IslandId | null, number] = [null, FARTHEST_KM];
  for (const each of points) {
    const distance = kilometresBetween(point, each);
    if (distance <= least) [found, least] = [each.region, distance];
  }
  return found;
}
