// The bundled gazetteer (geo/README.md): a few hundred places in memory, searched by name and by
// distance.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  PLACES_PER_SEARCH,
  type Place,
  type PlaceKind,
} from "../../../contract/listings/places.ts";
import { GAZETTEER_ATTRIBUTION } from "../../../domain/place/attribution.ts";
import { kilometresBetween, withoutQualifier, type Point } from "../../../domain/place/bahamas.ts";
import { PROJECT_ROOT } from "../../config.ts";
import type { PlaceFinder, Places } from "./finder.ts";
import { openTextIndex } from "./text-index.ts";

/** The fields that are read from an entry of geo/gazetteer.json. */
export interface GazetteerEntry {
  id: string;
  name: string;
  kind: PlaceKind;
  island: string;
  /** An id of geo/island-regions.json. */
  region: string;
  lat: number;
  lng: number;
  /** Other spellings; for airports also the IATA and ICAO codes. */
  aliases: string[];
  /** 0 to 100. */
  importance: number;
}

const readJson = <T>(file: string): T[] =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, "geo", file), "utf8")) as T[];

export const readGazetteer = (): GazetteerEntry[] => readJson("gazetteer.json");

/** Normalises a name: case, accents, apostrophes and parentheses make no difference. */
export const toNameKey = (name: string): string =>
  withoutQualifier(name.trim())
    .normalize("NFD")
    .replace(/[\p{M}'’‘`.]/gu, "")
    .toLowerCase();

/** Suggested before anything is typed: where most visitors arrive. */
const SUGGESTED = [
  "lynden-pindling-international-airport",
  "nassau-cruise-port",
  "grand-bahama-international-airport",
  "freeport-harbour",
  "exuma-international-airport",
  "leonard-m-thompson-international-airport",
  "north-eleuthera-airport",
] as const;

export function openGazetteer(): PlaceFinder & Pick<Places, "findNamed" | "ofKinds" | "suggested"> {
  const regions = new Map(
    readJson<{ id: string; name: string }>("island-regions.json").map(({ id, name }) => [id, name]),
  );
  const entries = readGazetteer().map((entry) => ({
    ...entry,
    region: regions.get(entry.region) ?? "",
  }));
  const places = entries.map(toPlace);
  const townsByIsland = islandTowns(entries);
  const find = openTextIndex(
    entries.map(({ name, kind, island, region, aliases, importance }) => ({
      // The island's name matches the town on it only as context, not as the town's own name.
      names: [
        withoutQualifier(name),
        name,
        ...aliases.filter((alias) => kind === "island" || alias !== island),
      ],
      context: [island, region, kind, ...(townsByIsland.get(island) ?? []), "The Bahamas"],
      importance,
    })),
  );
  const landmarks = pickLandmarks(places);
  const named = nameIndex(entries);
  const byImportance = entries
    .map(({ importance }, position) => ({ importance, place: places[position] }))
    .toSorted((a, b) => b.importance - a.importance)
    .flatMap(({ place }) => place ?? []);
  const suggested = SUGGESTED.flatMap((id) => places.find((place) => place.id === id) ?? []);
  return {
    search: (query) =>
      Promise.resolve({
        places: find(query, PLACES_PER_SEARCH).flatMap((position) => places[position] ?? []),
        attribution: GAZETTEER_ATTRIBUTION,
      }),
    reverse: (point) => Promise.resolve(describe(point, landmarks)),
    findNamed: (text) => places[named.get(toNameKey(text)) ?? -1],
    ofKinds: (kinds) => byImportance.filter(({ kind }) => kinds.includes(kind)),
    suggested: () => ({ places: suggested, attribution: GAZETTEER_ATTRIBUTION }),
  };
}

/** The position of the most important entry for each name, other name and code. */
function nameIndex(entries: readonly GazetteerEntry[]): Map<string, number> {
  const index = new Map<string, number>();
  const byImportance = entries
    .map((entry, position) => ({ entry, position }))
    .toSorted((a, b) => a.entry.importance - b.entry.importance);
  for (const { entry, position } of byImportance)
    for (const name of [entry.name, ...entry.aliases]) index.set(toNameKey(name), position);
  return index;
}

function toPlace(entry: GazetteerEntry): Place {
  const { id, kind, island, region, lat: latitude, lng: longitude } = entry;
  const name = withoutQualifier(entry.name);
  // The island, or else the region, unless the name already contains it.
  const around = [withoutQualifier(island), region].find((each) => !name.includes(each));
  return {
    id,
    name,
    kind,
    island,
    label: around ? `${name}, ${around}` : name,
    latitude,
    longitude,
  };
}

/**
 * Towns that also go by the name of their island, so that "Cable Beach, Nassau" is found on New
 * Providence.
 */
function islandTowns(entries: readonly GazetteerEntry[]): Map<string, string[]> {
  const towns = entries.filter(
    ({ kind, island, aliases }) => kind === "settlement" && aliases.includes(island),
  );
  return new Map(towns.map(({ island, name }) => [island, [name]]));
}

/** A place that can name a point, and the factor by which its distance is multiplied. */
interface Landmark {
  place: Place;
  weight: number;
}

/** Places that cover some kilometres; a pier or a hotel is a single point. */
const AREAS: ReadonlySet<PlaceKind> = new Set([
  "settlement",
  "district",
  "neighbourhood",
  "island",
]);
const AREA_WEIGHT = 1;
const SPOT_WEIGHT = 2;

/** All places except islands with settlements: the middle of such an island names nothing. */
function pickLandmarks(places: readonly Place[]): Landmark[] {
  const settled = new Set(
    places.flatMap(({ kind, island }) => (AREAS.has(kind) && kind !== "island" ? [island] : [])),
  );
  return places
    .filter(({ kind, island }) => kind !== "island" || !settled.has(island))
    .map((place) => ({ place, weight: AREAS.has(place.kind) ? AREA_WEIGHT : SPOT_WEIGHT }));
}

/** Weighted kilometres up to which a point is in the place, and up to which it is near it. */
const IN_PLACE_KM = 3;
const NEAR_PLACE_KM = 30;

function describe(point: Point, landmarks: readonly Landmark[]): string | undefined {
  let [nearest, least] = ["", Infinity];
  for (const { place, weight } of landmarks) {
    const distance = kilometresBetween(point, place) * weight;
    if (distance < least) [nearest, least] = [place.label, distance];
  }
  if (least > NEAR_PLACE_KM) return undefined;
  return least > IN_PLACE_KM ? `Near ${nearest}` : nearest;
}
