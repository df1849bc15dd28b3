import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ISLAND_CENTRES, islandsByDistance } from "./island-distance.ts";
import { ISLANDS } from "./islands.ts";

test("uses the centres of geo/", () => {
  const regions: { id: string; centroid: { lat: number; lng: number } }[] = JSON.parse(
    readFileSync(new URL("../../../geo/island-regions.json", import.meta.url), "utf8"),
  );
  expect(ISLAND_CENTRES).toEqual(
    Object.fromEntries(
      regions.map(({ id, centroid: { lat, lng } }) => [id, { latitude: lat, longitude: lng }]),
    ),
  );
});

test("orders the other islands by distance", () => {
  expect(islandsByDistance("harbour-island").slice(0, 2)).toEqual(["spanish-wells", "eleuthera"]);
  expect(islandsByDistance("mayaguana").slice(0, 2)).toEqual(["acklins", "crooked-island"]);
  expect(islandsByDistance("bimini")).toHaveLength(ISLANDS.length - 1);
});
