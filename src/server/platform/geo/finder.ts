// The interface of place finders: the bundled gazetteer and Google's services.
import type { Place, PlaceKind } from "../../../contract/listings/places.ts";
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

/** The places of an instance. Only PlaceFinder's answers may come from outside the gazetteer. */
export interface Places extends PlaceFinder {
  findIsland: FindIsland;
  /** The most important place whose name, other name or code is this text. */
  findNamed(text: string): Place | undefined;
  /** The places of the gazetteer of these kinds, the most important first. */
  ofKinds(kinds: readonly PlaceKind[]): Place[];
  /** The places to suggest before anything is typed. */
  suggested(): PlaceResults;
}

export interface PlaceFinder {
  search(query: string): Promise<PlaceResults>;
  /** A description of the place at a point, or undefined if there is none. */
  reverse(point: Point): Promise<string | undefined>;
}
