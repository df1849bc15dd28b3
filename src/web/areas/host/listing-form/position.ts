// The position in the form's fields, and the name of a place.
import { pointText, type Point } from "../../../../domain/place/bahamas.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { checkLatitude, checkLongitude } from "./check-listing.ts";
import type { ListingValues } from "./listing-values.ts";

/** Null if the position is missing or invalid. */
export function toPoint(values: ListingValues): Point | null {
  if (
    values.latitude.trim() === "" ||
    checkLatitude(values) !== undefined ||
    checkLongitude(values) !== undefined
  )
    return null;
  return { latitude: Number(values.latitude), longitude: Number(values.longitude) };
}

/**
 * The name of the place at a point, or else its coordinates to six decimals (specification section
 * 8).
 */
export async function fetchPlaceName({ latitude, longitude }: Point): Promise<string> {
  try {
    const query = { latitude: String(latitude), longitude: String(longitude) };
    return (await apiAsUser("GET /api/places/reverse", { query })).address;
  } catch {
    return pointText({ latitude, longitude });
  }
}
