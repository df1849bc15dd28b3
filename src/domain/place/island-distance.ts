// How far the island groups are from each other, measured between their centres.
import { kilometresBetween, type Point } from "./bahamas.ts";
import { ISLAND_IDS, type IslandId } from "./islands.ts";

/** From geo/island-regions.json. */
export const ISLAND_CENTRES: Record<IslandId, Point> = {
  "new-providence": { latitude: 25.0351, longitude: -77.3956 },
  "grand-bahama": { latitude: 26.6449, longitude: -78.3834 },
  abacos: { latitude: 26.404, longitude: -77.2755 },
  bimini: { latitude: 25.707, longitude: -79.2629 },
  "berry-islands": { latitude: 25.6196, longitude: -77.8312 },
  andros: { latitude: 24.4655, longitude: -77.9417 },
  eleuthera: { latitude: 25.0976, longitude: -76.3634 },
  "harbour-island": { latitude: 25.5139, longitude: -76.6387 },
  "spanish-wells": { latitude: 25.5396, longitude: -76.7744 },
  exumas: { latitude: 23.7245, longitude: -76.0271 },
  "cat-island": { latitude: 24.3542, longitude: -75.5065 },
  "long-island": { latitude: 23.2335, longitude: -75.0832 },
  "san-salvador": { latitude: 24.0346, longitude: -74.4944 },
  "rum-cay": { latitude: 23.6742, longitude: -74.8595 },
  "crooked-island": { latitude: 22.7256, longitude: -74.2127 },
  acklins: { latitude: 22.5201, longitude: -73.9805 },
  mayaguana: { latitude: 22.3763, longitude: -72.9621 },
  inagua: { latitude: 21.1118, longitude: -73.3226 },
  "ragged-island": { latitude: 22.2793, longitude: -75.7649 },
};

/** The other islands, nearest first. */
export const islandsByDistance = (from: IslandId): IslandId[] =>
  ISLAND_IDS.filter((id) => id !== from).toSorted(
    (a, b) => kilometresFrom(from, a) - kilometresFrom(from, b),
  );

const kilometresFrom = (from: IslandId, to: IslandId): number =>
  kilometresBetween(ISLAND_CENTRES[from], ISLAND_CENTRES[to]);
