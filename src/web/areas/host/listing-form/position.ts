// The position that the fields hold, and the place there in words.
import { pointText, type Point } from "../../../../domain/place/bahamas.ts";
import { api } from "../../../api/api.ts";
import { signedIn } from "../../../api/query.tsx";
import { checkLatitude, checkLongitude } from "./check-listing.ts";
import type { ListingValues } from "./listing-values.ts";

/** Null while there is none, or one that is wrong. */
export function pointOf(values: ListingValues): Point | null {
  if (values.latitude.trim() === "" || checkLatitude(values) !== undefined || checkLongitude(values) !== undefined)
    return null;
  return { latitude: Number(values.latitude), longitude: Number(values.longitude) };
}

/** The place at a point; where nobody knows it, the point itself with six decimals (specification section 8). */
export async function nameOf({ latitude, longitude }: Point): Promise<string> {
  try {
    const query = { latitude: String(latitude), longitude: String(longitude) };
    return (await signedIn((options) => api("GET /api/places/reverse", { query }, options))).address;
  } catch {
    return pointText({ latitude, longitude });
  }
}
