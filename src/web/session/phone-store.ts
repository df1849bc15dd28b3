// What this browser stores so that a trip works without a network, in IndexedDB: by person, and
// removed when they sign out (docs/decisions/0045). Nothing but trips, their entries
// and pictures, and the profiles of their people is stored there.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Booking } from "../../contract/bookings/bookings.ts";
import type { Agreement } from "../../contract/bookings/agreements.ts";
import type { Trip } from "../../contract/bookings/trips.ts";
import type { HandoverKind, PhotoPlace } from "../../domain/trip/entry.ts";
import { unsentOnPhoneUntil } from "../../domain/trip/on-phone.ts";
import type { EndpointCall } from "../api/api-cache.ts";
import type { ApiError } from "../api/api.ts";
import { STORED_TRIPS_KEY } from "./stored-trips.ts";
import type { Session } from "./session-state.ts";

export interface StoredTrip {
  userId: string;
  bookingId: string;
  trip: Trip;
  /** Null if it has not loaded. */
  booking: Booking | null;
  /** As it was shown last. */
  agreement?: Agreement;
  /** On a host's phone: what the codes of the handovers are made from, in base64url. */
  secrets?: Partial<Record<HandoverKind, string>>;
  /** On a host's phone: the steps whose codes it has shown (handover-code.ts), oldest first. */
  shownSteps?: Partial<Record<HandoverKind, number[]>>;
  /** When it was stored, and until when it is, in milliseconds since the epoch. */
  storedAt: number;
  until: number;
}

type EntryBody = EndpointCall<"POST /api/bookings/{id}/trip/entries">["body"];
type Without<T> = T extends unknown ? Omit<T, "id" | "at" | "device_at" | "handover"> : never;
/** What an entry says that is sent to the endpoint for entries. */
export type EntryInput = Without<EntryBody>;
/** A handover code that the renter has entered. */
export type CodeInput = { kind: "confirmation" } & Without<
  EndpointCall<"POST /api/bookings/{id}/trip/confirmations">["body"]
>;
/** A signature under the agreement that was shown. */
export type SignatureInput = { kind: "signature" } & Without<
  EndpointCall<"POST /api/bookings/{id}/agreement/signatures">["body"]
>;

/** A photo; with the mark that it shows, if any. */
export type PhotoInput = { kind: "photo"; place: PhotoPlace; mark_id?: string };

/** An entry that the server has not taken yet. */
export interface UnsentEntry {
  userId: string;
  bookingId: string;
  /** Made on this device, like its times (Stamp): an entry sent twice counts once. */
  id: string;
  at: string;
  deviceAt?: string;
  handover: HandoverKind;
  /** The picture of a photo is in a store of its own, like those of sent photos. */
  content: EntryInput | CodeInput | SignatureInput | PhotoInput;
  /** Why the server refused it; null while it waits. */
  refusal: EntryProblem | null;
  /** The failed attempts to send it; none yet if undefined. */
  attempt?: Attempt;
}

export type EntryProblem = Pick<ApiError, "code" | "status" | "details" | "fields">;

export interface Attempt {
  count: number;
  /** When the last one failed, in milliseconds since the epoch, and how long the next one waits. */
  at: number;
  waitMs: number;
  /** What the server answered; null if nothing. */
  problem: EntryProblem | null;
}

/** Bytes rather than a Blob, which WebKit does not store in private windows. */
export interface Picture {
  type: string;
  bytes: ArrayBuffer;
}

interface Stores extends DBSchema {
  /** By person and booking. */
  trips: { key: [string, string]; value: StoredTrip };
  /** By person, booking and entry. */
  unsent: { key: [string, string, string]; value: UnsentEntry };
  /** The pictures that this device took or showed, by person, booking and entry. */
  photos: { key: [string, string, string]; value: Picture };
  /** By person. */
  profiles: { key: string; value: Session["profile"] };
}
type PhoneStore = IDBPDatabase<Stores>;

let opened: Promise<PhoneStore> | undefined;
/** WebKit sometimes never answers. */
const OPEN_TIMEOUT_MS = 5000;

/** The browser does not let this site store anything. */
export class StorageRefusedError extends Error {
  override readonly name = "StorageRefusedError";
}

const withinTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(
        () => reject(new Error("The browser's storage does not answer.")),
        OPEN_TIMEOUT_MS,
      );
    }),
  ]);

async function open(): Promise<PhoneStore> {
  const forget = () => (opened = undefined);
  try {
    return await withinTime(
      openDB<Stores>("caydrive-trips", 1, {
        upgrade(created) {
          for (const name of ["trips", "unsent", "photos", "profiles"] as const)
            created.createObjectStore(name);
        },
        // A tab with the next version of this site waits for this one.
        blocking(_current, _blocked, event) {
          forget();
          (event.target as IDBDatabase).close();
        },
        terminated: forget,
      }),
    );
  } catch (error) {
    throw new StorageRefusedError("The store did not open.", { cause: error });
  }
}

function reopen(): Promise<PhoneStore> {
  const opening = open();
  opened = opening;
  // The next call tries again.
  opening.catch(() => {
    if (opened === opening) opened = undefined;
  });
  return opening;
}

/** @throws StorageRefusedError */
export async function openPhoneStore(): Promise<PhoneStore> {
  const store = await (opened ?? reopen());
  try {
    // iOS drops the connection of a page in the background without an event.
    await withinTime(store.count("profiles"));
    return store;
  } catch {
    return reopen();
  }
}

/** All keys that begin with these parts. */
export const startingWith = (...parts: string[]): IDBKeyRange =>
  IDBKeyRange.bound(parts, [...parts, []]);

/** The profile that was stored with a person's trips; undefined if there is none. */
export async function readStoredProfile(userId: string): Promise<Session["profile"] | undefined> {
  try {
    return await (await openPhoneStore()).get("profiles", userId);
  } catch {
    return undefined; // Storage is not allowed.
  }
}

/** How many entries of a person have not been sent; 0 if nothing can be stored. */
export async function countUnsent(userId: string): Promise<number> {
  try {
    return await (await openPhoneStore()).count("unsent", startingWith(userId));
  } catch {
    return 0;
  }
}

/** Removes one trip, but not what waits to be sent. */
export async function forgetTrip(userId: string, bookingId: string): Promise<void> {
  const store = await openPhoneStore();
  await store.delete("trips", [userId, bookingId]);
  await removeUnused(store);
}

/** Removes everything of a person's trips. */
export async function forgetTrips(userId: string): Promise<void> {
  const store = await openPhoneStore();
  const mine = startingWith(userId);
  await Promise.all([store.delete("unsent", mine), store.delete("trips", mine)]);
  await removeUnused(store);
}

/**
 * Removes the trips of everybody whose session is over. What they could not send waits for them to
 * sign in again.
 * @param userId the person who is signed in
 */
export async function forgetOtherPeoplesTrips(userId: string | undefined): Promise<void> {
  const store = await openPhoneStore();
  for (const key of await store.getAllKeys("trips"))
    if (key[0] !== userId) await store.delete("trips", key);
  await removeUnused(store);
}

/**
 * Removes what is due, for everybody who uses this browser.
 * @param now milliseconds since the epoch
 * @returns the entries that were never sent and are removed now
 */
export async function removeDueTrips(now: number): Promise<UnsentEntry[]> {
  const store = await openPhoneStore();
  const trips = await store.getAll("trips");
  const findUntil = (userId: string, bookingId: string) =>
    trips.find((trip) => trip.userId === userId && trip.bookingId === bookingId)?.until;
  const lost = (await store.getAll("unsent")).filter(
    ({ userId, bookingId, at }) => unsentOnPhoneUntil(at, findUntil(userId, bookingId)) <= now,
  );
  for (const { userId, bookingId, id } of lost)
    await store.delete("unsent", [userId, bookingId, id]);
  for (const { userId, bookingId, until } of trips)
    if (until <= now) await store.delete("trips", [userId, bookingId]);
  await removeUnused(store);
  return lost;
}

/**
 * Removes the pictures that belong to no trip and no unsent entry, the profiles of people without
 * trips and, with the last trip, the worker.
 */
async function removeUnused(store: PhoneStore): Promise<void> {
  const tx = store.transaction(["trips", "unsent", "photos", "profiles"], "readwrite");
  const trips = await tx.objectStore("trips").getAllKeys();
  const unsent = await tx.objectStore("unsent").getAllKeys();
  const used = new Set([...trips, ...unsent].map(String));
  const photos = tx.objectStore("photos");
  for (const key of await photos.getAllKeys())
    if (!used.has(String(key)) && !used.has(String(key.slice(0, 2)))) await photos.delete(key);
  const profiles = tx.objectStore("profiles");
  for (const key of await profiles.getAllKeys())
    if (!trips.some(([userId]) => userId === key)) await profiles.delete(key);
  await tx.done;
  if (trips.length + unsent.length === 0) localStorage.removeItem(STORED_TRIPS_KEY);
  // A trip may have been stored in the meantime.
  if (trips.length === 0 && (await store.count("trips")) === 0) await removeTripWorker();
}

export const TRIP_WORKER = "/trip-worker.js";
const CACHE_PREFIX = "caydrive-trip-";

/** The document stays under the worker's control until it is left; its stored files are gone. */
async function removeTripWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    if (!worker || new URL(worker.scriptURL).pathname !== TRIP_WORKER) continue;
    // It may be storing a page right now.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    worker.postMessage({ forget: true });
    await registration.unregister();
  }
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX)) await caches.delete(name);
}
