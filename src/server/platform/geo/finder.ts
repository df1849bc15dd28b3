// The interface of place finders: the bundled gazetteer and Google's services.
import type { Place } from "../../../contract/listings/places.ts";
import type { Point } from "../../../domain/place/bahamas.ts";
import type { IslandId } from "../../../domain/place/islands.ts";

export interface PlaceResults {
  /** Best first, at most PLACES_PER_SEARCH. */
  places: Place[];
  /** Must be shown with the places. */
  attribution: string;
}

/** The position of a car, as its listing gives it. */
export interface Coordinates {
  location: string;
  latitude: number | null;
  longitude: number | null;
}

export type FindIsland = (coordinates: Coordinates) => IslandId | null;

/** The places of an instance. Islands always come from the gazetteer, whichever finder is used. */
export interface Places extends PlaceFinder {
  findIsland: FindIsland;
}

export interface PlaceFinder {
  search(query: string): Promise<PlaceResults>;
  /** A description of the place at a point, or undefined if there is none. */
  reverse(point: Point): Promise<string | undefined>;
}
