// Stores the signed-in person's trip on this device, and has a worker serve its page without a
// network, until the person signs out or 7 days after the return (docs/decisions/0045).
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { tripOnPhoneUntil } from "../../../../domain/trip/on-phone.ts";
import {
  openPhoneStore,
  TRIP_WORKER,
  type Picture,
  type StoredTrip,
} from "../../../session/phone-store.ts";
import { currentSession } from "../../../session/session-state.ts";
import { STORED_TRIPS_KEY } from "../../../session/stored-trips.ts";
import { isSessionStored } from "../../../session/tab-account.ts";
import { paths } from "../../../paths.ts";
import { reportPage, reportStorage, reportStored, toStorageProblem } from "./storage-state.ts";

/** How long the worker may take to store a page with its files. */
const STORE_TIMEOUT_MS = 120_000;

/** Undefined if the trip is not stored, or storage is not allowed. */
export async function readStoredTrip(
  userId: string,
  bookingId: string,
): Promise<StoredTrip | undefined> {
  try {
    const trip = await (await openPhoneStore()).get("trips", [userId, bookingId]);
    return trip && trip.until > Date.now() ? trip : undefined;
  } catch (error) {
    reportStorage(toStorageProblem(error));
    return undefined;
  }
}

/** Whether this person is still signed in here. Notices a sign-out in another tab. */
const isSignedIn = (userId: string): boolean =>
  isSessionStored() && currentSession().user?.id === userId;

/** Stores a trip as the server has just returned it. Without a booking, the stored one stays. */
export async function storeTrip(trip: Trip, booking: Booking | undefined): Promise<void> {
  const { user, profile } = currentSession();
  const until = tripOnPhoneUntil(trip, Date.now());
  if (!user || trip.side === "admin" || until <= Date.now()) return;
  const stored = { userId: user.id, bookingId: trip.booking_id, trip, storedAt: Date.now(), until };
  const key: [string, string] = [user.id, trip.booking_id];
  try {
    const tx = (await openPhoneStore()).transaction(["trips", "profiles"], "readwrite");
    const trips = tx.objectStore("trips");
    const known = await trips.get(key);
    // A sign-out deletes after this transaction, or has ended the session before it.
    if (!isSignedIn(user.id)) return;
    await Promise.all([
      trips.put({ ...known, ...stored, booking: booking ?? known?.booking ?? null }, key),
      tx.objectStore("profiles").put(profile, user.id),
      tx.done,
    ]);
    localStorage.setItem(STORED_TRIPS_KEY, "1");
    reportStored();
  } catch (error) {
    return reportStorage(toStorageProblem(error));
  }
  await storePage(trip, user.id);
}

/** Adds to a trip, if it is stored. */
export async function addToStoredTrip(
  userId: string,
  bookingId: string,
  added: (known: StoredTrip) => Pick<StoredTrip, "agreement" | "secrets" | "shownSteps">,
): Promise<void> {
  const tx = (await openPhoneStore()).transaction("trips", "readwrite");
  const known = await tx.store.get([userId, bookingId]);
  if (known) await tx.store.put({ ...known, ...added(known) }, [userId, bookingId]);
  await tx.done;
}

/** The pages that this document has stored, or is storing. */
const storedPages = new Set<string>();

/** In data-saver mode, only the page of a trip that begins soon or is under way is stored. */
const NEAR_MS = 48 * 3_600_000;
function isWorthData({ pickup_at }: Trip): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !connection?.saveData || Date.parse(pickup_at) - Date.now() <= NEAR_MS;
}

/** Has the worker store the page of a trip with all its files, once per document. */
async function storePage(trip: Trip, userId: string): Promise<void> {
  const { booking_id: bookingId, side, car } = trip;
  const page = side === "host" ? paths.hostTrip(bookingId) : paths.trip(bookingId);
  // The development server has no finished build whose files could be stored.
  if (import.meta.env.DEV || storedPages.has(page) || !isWorthData(trip)) return;
  storedPages.add(page);
  const isStored = await askWorker(page, car.image, userId).catch(() => false);
  if (!isStored) storedPages.delete(page); // The server's next response tries again.
  reportPage(isStored ? "stored" : "failed");
}

/** @returns whether the worker has stored the page */
async function askWorker(page: string, image: string | null, userId: string): Promise<boolean> {
  if (!("serviceWorker" in navigator) || !isSignedIn(userId)) return false;
  const scope = page.slice(0, page.lastIndexOf("/", page.length - "/trip".length - 1) + 1);
  const start = paths.appStart();
  // The installed app begins below /bookings/, for hosts as well.
  const appScope = start.slice(0, start.lastIndexOf("/") + 1);
  await navigator.serviceWorker.register(TRIP_WORKER, { scope: appScope });
  const registration = await navigator.serviceWorker.register(TRIP_WORKER, { scope });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) return false;
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  port1.addEventListener("message", ({ data }) => resolve(data === true));
  port1.start();
  setTimeout(resolve, STORE_TIMEOUT_MS, false);
  worker.postMessage({ store: { page, image } }, [port2]);
  return promise;
}

export interface PhotoKey {
  userId: string;
  bookingId: string;
  photoId: string;
}

/** A picture that this device took or showed. */
export async function readPicture({
  userId,
  bookingId,
  photoId,
}: PhotoKey): Promise<Picture | undefined> {
  try {
    const store = await openPhoneStore();
    const key: [string, string, string] = [userId, bookingId, photoId];
    return await store.get("photos", key);
  } catch {
    return undefined; // Storage is not allowed.
  }
}

/** Stores a picture of a stored trip. */
export async function storePicture(
  { userId, bookingId, photoId }: PhotoKey,
  picture: Picture,
): Promise<void> {
  try {
    const tx = (await openPhoneStore()).transaction(["trips", "photos"], "readwrite");
    if (await tx.objectStore("trips").getKey([userId, bookingId]))
      await tx.objectStore("photos").put(picture, [userId, bookingId, photoId]);
    await tx.done;
  } catch (error) {
    reportStorage(toStorageProblem(error));
  }
}
