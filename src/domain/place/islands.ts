// The islands by their colloquial names: 19 groups, busiest first. Their places are in geo/ under
// the same ids.

export const ISLANDS = [
  { id: "new-providence", name: "New Providence" },
  { id: "grand-bahama", name: "Grand Bahama" },
  { id: "abacos", name: "Abaco" },
  { id: "bimini", name: "Bimini" },
  { id: "berry-islands", name: "Berry Islands" },
  { id: "andros", name: "Andros" },
  { id: "eleuthera", name: "Eleuthera" },
  { id: "harbour-island", name: "Harbour Island" },
  { id: "spanish-wells", name: "Spanish Wells" },
  { id: "exumas", name: "Exuma" },
  { id: "cat-island", name: "Cat Island" },
  { id: "long-island", name: "Long Island" },
  { id: "san-salvador", name: "San Salvador" },
  { id: "rum-cay", name: "Rum Cay" },
  { id: "crooked-island", name: "Crooked Island" },
  { id: "acklins", name: "Acklins" },
  { id: "mayaguana", name: "Mayaguana" },
  { id: "inagua", name: "Inagua" },
  { id: "ragged-island", name: "Ragged Island" },
] as const;

export type IslandId = (typeof ISLANDS)[number]["id"];
export const ISLAND_IDS = ISLANDS.map(({ id }) => id);

export const isIslandId = (text: unknown): text is IslandId => ISLAND_IDS.some((id) => id === text);

/** Maps say Great Exuma and North Bimini for what people call Exuma and Bimini. */
const PART_OF_AN_ISLAND = /^(?:Great|North|South) (?=Abaco|Exuma|Inagua|Andros|Bimini)/;

/** The group whose name this is, as people or as maps write it. */
export const findIslandByName = (name: string): IslandId | undefined =>
  ISLANDS.find((island) => island.name === name.replace(PART_OF_AN_ISLAND, ""))?.id;

export function islandName(id: IslandId): string {
  return ISLANDS.find((island) => island.id === id)!.name;
}
