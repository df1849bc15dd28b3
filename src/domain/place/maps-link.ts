// "Open in Maps": a link that opens a place in the maps app of a phone, or in the browser.
import type { Point } from "./bahamas.ts";

/**
 * @param position null if the reader may not see it or nobody knows it; then Maps searches for the
 * location, which the page shows anyway
 */
export function mapsLink({ location, position }: { location: string; position: Point | null }) {
  const query = position
    ? `${position.latitude},${position.longitude}`
    : `${location.replace(/,? *(the )?bahamas\.?$/i, "")}, The Bahamas`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

/** Both coordinates, or null without a position. */
export const toPosition = ({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): Point | null => (latitude === null || longitude === null ? null : { latitude, longitude });
