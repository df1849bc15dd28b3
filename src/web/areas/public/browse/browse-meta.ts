// The titles, descriptions and indexing of the browse page and the island pages.
import { islandName, type IslandId } from "../../../../domain/place/islands.ts";
import type { publicMeta } from "../../../parts/page/page-meta.ts";
import { paths } from "../../../paths.ts";
import { isFiltered, type Search } from "./search.ts";

/** "in Exuma", "in the Berry Islands". */
export const inIsland = (island: IslandId): string =>
  island === "berry-islands" ? "in the Berry Islands" : `in ${islandName(island)}`;

export const browseHeading = (island: IslandId | null): string =>
  island ? `Car rental ${inIsland(island)}` : "Browse Available Cars";

/** Filtered pages are not indexed separately: their canonical URL has no filters. */
export function browsePage(island: IslandId | null): Parameters<typeof publicMeta>[1] {
  const description = island
    ? `Rent a car ${inIsland(island)} from a local host. See what's available on your dates and the full price, fees included, before you book.`
    : "Cars from local hosts across The Bahamas. Filter by island, dates and price. Add your dates to see prices with all fees.";
  return {
    title: browseHeading(island),
    description,
    path: paths.browse(island ? { island } : {}),
  };
}

/** Whether search engines should skip the page: part of another page, or an island without cars. */
export const isLeftOut = (search: Search, cursor: boolean, cars: number | undefined): boolean =>
  cursor ||
  isFiltered({ ...search, island: null }) ||
  search.sort !== null ||
  (search.island !== null && cars === 0);
