// How the browse page and the pages of islands are called, in their heading and by search engines.
import { islandName, type IslandId } from "../../../../domain/place/islands.ts";
import type { publicMeta } from "../../../parts/page/page-meta.ts";
import { paths } from "../../../paths.ts";
import { isFiltered, type Search } from "./search.ts";

/** "on Exuma", "in the Berry Islands". */
function onIsland(island: IslandId): string {
  if (island === "spanish-wells") return "in Spanish Wells";
  return island === "berry-islands" ? "in the Berry Islands" : `on ${islandName(island)}`;
}

export const headingOf = (island: IslandId | null): string =>
  island ? `Car rental ${onIsland(island)}` : "Browse Available Cars";

/** Filters make no page of their own: whatever is filtered, search engines are told of the page without them. */
export function browsePage(island: IslandId | null): Parameters<typeof publicMeta>[1] {
  const description = island
    ? `Rent a car ${onIsland(island)} from a local host: see what is free on your dates, with the whole price, fees included, before you book.`
    : "Cars of local hosts across The Bahamas: filter by island, dates and price. With your dates, prices include all fees.";
  return { title: headingOf(island), description, path: paths.browse(island ? { island } : {}) };
}

/** Whether search engines should leave the page out: a part of another page, or an island without a car. */
export const isLeftOut = (search: Search, cursor: boolean, cars: number | undefined): boolean =>
  cursor ||
  isFiltered({ ...search, island: null }) ||
  search.sort !== "newest" ||
  (search.island !== null && cars === 0);
