// Finding a place by name, and naming a point.
import type { Place, PlaceKind } from "../../../contract/listings/places.ts";
import { isWithinBahamas, pointText, type Point } from "../../../domain/place/bahamas.ts";
import { MEETING_PLACE_KINDS } from "../../../domain/listing/add-ons/meeting-places.ts";
import type { IslandId } from "../../../domain/place/islands.ts";
import type { Ctx } from "../../platform/context.ts";
import type { PlaceResults } from "../../platform/geo/finder.ts";
import type { Coordinates } from "../../platform/geo/finder.ts";

export const searchPlaces = (
  { places }: Pick<Ctx, "places">,
  query: string,
): Promise<PlaceResults> => places.search(query);

export const suggestPlaces = ({ places }: Pick<Ctx, "places">): PlaceResults => places.suggested();

/** A car's location often names one of these, but rarely a hotel or an airport. */
const TOWNS: ReadonlySet<PlaceKind> = new Set(["settlement", "district", "neighbourhood"]);

export interface NamedPlace {
  /** An airport, port, hotel or other spot. */
  spot?: Place | undefined;
  /** A town or a part of one. */
  town?: Place | undefined;
}

/** The place whose name or code is this text, unless it is an island. */
export function findNamedPlace({ places }: Pick<Ctx, "places">, text: string): NamedPlace {
  const place = places.findNamed(text);
  if (!place || place.kind === "island") return {};
  return TOWNS.has(place.kind) ? { town: place } : { spot: place };
}

/** The places where cars can be handed over, the most important first. */
export const listMeetingPlaces = ({ places }: Pick<Ctx, "places">): PlaceResults => ({
  places: places.ofKinds(MEETING_PLACE_KINDS),
  attribution: places.suggested().attribution,
});

/** The place with this id where cars can be handed over. */
export const findMeetingPlace = (ctx: Pick<Ctx, "places">, id: string): Place | undefined =>
  listMeetingPlaces(ctx).places.find((place) => place.id === id);

/** The group of islands of a spot, if its point or its text determines it. */
export const findIsland = (
  { places }: Pick<Ctx, "places">,
  coordinates: Coordinates,
): IslandId | null => places.findIsland(coordinates);

/**
 * The point with the place it is in or near. Outside the Bahamas, or far from every place, its
 * coordinates are the address.
 */
export async function namePoint(
  { places }: Pick<Ctx, "places">,
  point: Point,
): Promise<Point & { address: string }> {
  const address = isWithinBahamas(point) ? await places.reverse(point) : undefined;
  return { address: address ?? pointText(point), ...point };
}
