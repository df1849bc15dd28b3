// Loads the pictures of a trip from this device if it has them, otherwise from the server.
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { PHOTO_SLOTS, TRIP_SIDES } from "../../../../domain/trip/entry.ts";
import { streamAsUser } from "../../../api/as-user.ts";
import { readPicture, storePicture, type PhotoKey } from "./stored-trip.ts";

/** @throws ApiError */
export async function loadPicture(key: PhotoKey, signal?: AbortSignal): Promise<Blob> {
  const stored = await readPicture(key);
  if (stored) return new Blob([stored.bytes], { type: stored.type });
  const params = { id: key.bookingId, photo_id: key.photoId };
  const response = await streamAsUser(
    "GET /api/bookings/{id}/trip/photos/{photo_id}",
    { params },
    signal,
  );
  const fetched = await response.blob();
  await storePicture(key, { type: fetched.type, bytes: await fetched.arrayBuffer() });
  return fetched;
}

/** Whether the network is good enough for about 8 MB. An unknown network counts as good. */
function isNetworkGood(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  const isSlow = connection?.effectiveType !== undefined && connection.effectiveType !== "4g";
  return navigator.onLine && !connection?.saveData && !isSlow;
}

/**
 * Stores the pickup's latest photo of each slot while the car is out, because the return is
 * compared with them and may have no network.
 * @throws ApiError for the first one that fails
 */
export async function storePickupPictures(
  { booking_id: bookingId, pickup, return: back }: Trip,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  if (!pickup.confirmation || back.confirmation) return;
  for (const place of PHOTO_SLOTS)
    for (const side of TRIP_SIDES) {
      const photo = pickup.photos.findLast((one) => one.place === place && one.side === side);
      if (signal.aborted || !isNetworkGood()) return;
      if (photo?.stored) await loadPicture({ userId, bookingId, photoId: photo.id }, signal);
    }
}
