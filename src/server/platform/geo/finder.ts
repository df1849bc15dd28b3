// What finds places: the gazetteer of this repository, or Google's services. Both are asked the same two questions.
import type { Place } from "../../../contract/listings/places.ts";
import type { Point } from "../../../domain/place/bahamas.ts";
import type { IslandOf } from "./islands.ts";

export interface FoundPlaces {
  /** The best first, PLACES_PER_SEARCH at most. */
  places: Place[];
  /** Must be shown with them. */
  attribution: string;
}

/** What an instance knows of places: whoever finds them, the islands are the gazetteer's. */
export interface Places extends PlaceFinder {
  islandOf: IslandOf;
}

export interface PlaceFinder {
  search(query: string): Promise<FoundPlaces>;
  /** The place at a point in words, or undefined where there is none. */
  reverse(point: Point): Promise<string | undefined>;
}
