// Which group of islands a car stands on, by the bundled gazetteer: from its point, or from the words of its location where there is
// none. Where neither says it, nobody guesses.
import { kilometresBetween, withoutQualifier, type Point } from "../../../domain/place/bahamas.ts";
import { isIslandId, islandName, type IslandId } from "../../../domain/place/islands.ts";
import { readGazetteer } from "./gazetteer.ts";

/** Where something stands, as a listing says it. */
export interface Spot {
  location: string;
  latitude: number | null;
  longitude: number | null;
}

export type IslandOf = (spot: Spot) => IslandId | null;

/** Farther than this from every place that has a name a point is at sea, or in another country. */
const FARTHEST_KM = 30;

interface NamedPoint extends Point {
  region: IslandId;
}

export function openIslands(): IslandOf {
  const points: NamedPoint[] = [];
  // By how people call them: the islands and their groups, and everything else on them.
  const [islands, others] = [new Map<string, Set<IslandId>>(), new Map<string, Set<IslandId>>()];
  const add = (names: Map<string, Set<IslandId>>, name: string, region: IslandId): void => {
    const key = keyOf(name);
    names.set(key, (names.get(key) ?? new Set()).add(region));
  };
  for (const { name, kind, island, aliases, region, lat, lng } of readGazetteer()) {
    if (!isIslandId(region)) throw new Error(`geo/gazetteer.json names the unknown region ${region}`);
    points.push({ region, latitude: lat, longitude: lng });
    for (const each of [island, islandName(region), ...(kind === "island" ? [name] : [])]) add(islands, each, region);
    for (const each of [name, ...aliases]) add(others, each, region);
  }
  return ({ location, latitude, longitude }) => {
    if (latitude !== null && longitude !== null) return nearest({ latitude, longitude }, points);
    const parts = location.split(",").map(keyOf);
    // "Harbour Island, Eleuthera" is on the first island that it names; "Long Bay, Nassau" where the last of its places is.
    return known(islands, parts) ?? known(others, parts.toReversed());
  };
}

/** Of the first part that is the name of one place alone. */
function known(names: Map<string, Set<IslandId>>, parts: readonly string[]): IslandId | null {
  for (const part of parts) {
    const [region, another] = names.get(part) ?? [];
    if (region && !another) return region;
  }
  return null;
}

/** Case, accents, apostrophes and what stands in parentheses make no difference to a name. */
const keyOf = (name: string): string =>
  withoutQualifier(name.trim())
    .normalize("NFD")
    .replace(/[\p{M}'’‘`.]/gu, "")
    .toLowerCase();

function nearest(point: Point, points: readonly NamedPoint[]): IslandId | null {
  let [found, least]: [IslandId | null, number] = [null, FARTHEST_KM];
  for (const each of points) {
    const distance = kilometresBetween(point, each);
    if (distance <= least) [found, least] = [each.region, distance];
  }
  return found;
}
