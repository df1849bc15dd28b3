import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findIslandByName, ISLAND_IDS, ISLANDS, isIslandId, islandName } from "./islands.ts";

const regions = JSON.parse(
  readFileSync(new URL("../../../geo/island-regions.json", import.meta.url), "utf8"),
) as {
  id: string;
  name: string;
}[];

test("lists the groups of islands on the map", () => {
  expect(ISLANDS).toEqual(regions.map(({ id, name }) => ({ id, name })));
  expect(ISLAND_IDS).toEqual(regions.map(({ id }) => id));
});

test("recognises island ids and uses the colloquial names", () => {
  expect(isIslandId("exumas")).toBe(true);
  expect(["Exuma", "", undefined, "atlantis"].some(isIslandId)).toBe(false);
  expect(islandName("exumas")).toBe("Exuma");
  expect(new Set(ISLANDS.map(({ id }) => islandName(id))).size).toBe(ISLANDS.length);
});

test.each([
  ["New Providence", "new-providence"],
  ["Great Exuma", "exumas"],
  ["Exuma", "exumas"],
  ["North Bimini", "bimini"],
  ["Great Guana Cay", undefined],
  ["Great Harbour Island", undefined],
  ["Nassau", undefined],
])("the island called %s is %s", (name, id) => {
  expect(findIslandByName(name)).toBe(id);
});
