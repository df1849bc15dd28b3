// The text of the island pages agrees with the data in geo/: airports, settlements and neighbours.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ISLANDS } from "../../../../domain/place/islands.ts";
import { ISLAND_TEXTS } from "./island-text.ts";

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../geo/${file}`, import.meta.url), "utf8"));
const regions: { id: string; mainAirport: { iata: string; name: string } }[] =
  read("island-regions.json");
const places: { name: string; region: string }[] = read("gazetteer.json");

test.each(ISLANDS)("matches the data in geo/: $name", ({ id }) => {
  const { airport, settlements, neighbours, about } = ISLAND_TEXTS[id];
  expect({ iata: airport.code, name: airport.name }).toMatchObject({
    iata: regions.find((region) => region.id === id)?.mainAirport.iata,
    name: regions.find((region) => region.id === id)?.mainAirport.name,
  });
  const here = places
    .filter(({ region }) => region === id)
    .map(({ name }) => name.replace(/ \(.*\)$/, ""));
  expect(here).toEqual(expect.arrayContaining([...settlements]));
  expect(neighbours).not.toContain(id);
  expect(new Set(neighbours).size).toBe(neighbours.length);
  expect(about.length).toBeGreaterThan(60);
});
