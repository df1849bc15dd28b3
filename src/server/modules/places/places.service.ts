// Finding a place by name, and naming a point.
import { isWithinBahamas, pointText, type Point } from "../../../domain/bahamas.ts";
import type { Ctx } from "../../platform/context.ts";
import type { FoundPlaces } from "../../platform/places/finder.ts";

export const searchPlaces = ({ places }: Ctx, query: string): Promise<FoundPlaces> => places.search(query);

/** The point with the place that it is in or near; outside the Bahamas, and far from every place, its coordinates stand for one. */
export async function namePoint({ places }: Ctx, point: Point): Promise<Point & { address: string }> {
  const address = isWithinBahamas(point) ? await places.reverse(point) : undefined;
  return { address: address ?? pointText(point), ...point };
}
