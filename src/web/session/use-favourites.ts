// The saved cars: stored in this browser until the user signs in, and in the account from then on.
// Keep this file small, because every public page with a car loads it.
import { useEffect, useSyncExternalStore } from "react";
import type { Input } from "../../contract/endpoint.ts";
import type { putFavourite } from "../../contract/listings/favourites.ts";
import { MAX_LOCAL_FAVOURITES } from "../../domain/listing/favourite.ts";
import { toast } from "../ui/overlay/toast.ts";
import { api, isSessionOver } from "../api/api.ts";
import { explain } from "../api/explain.ts";
import { accessToken } from "./access-token.ts";
import { sessionReady, useSession } from "./session.ts";

/** The storage key of the cars saved before signing in. */
const FAVOURITES_KEY = "caydrive.favourites";

const NONE: readonly string[] = [];
let ids = NONE;
/** Whose favourites they are: a user id, or null for this browser's; undefined until that is
 *  known. */
let owner: string | null | undefined;
/** The changes being sent, one after the other. */
let queue: Promise<unknown> = Promise.resolve();
/** The dates that a car is saved with, as the parameters of a URL. */
export type DatesToSave = Input<typeof putFavourite>["body"];

interface Change {
  saved: boolean;
  dates: DatesToSave;
}
/** The latest change of each car that is in `queue`. */
const waiting = new Map<string, Change>();
let isHintGiven = false;
const listeners = new Set<() => void>();

function publish(next: readonly string[]): void {
  ids = next;
  for (const listener of listeners) listener();
}

function readLocal(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? "[]");
    const isId = (value: unknown): value is string =>
      typeof value === "string" && /^[\da-f-]{36}$/.test(value);
    return Array.isArray(stored) ? stored.filter(isId).slice(0, MAX_LOCAL_FAVOURITES) : NONE;
  } catch {
    return NONE;
  }
}

/** Without storage, they live as long as the page. */
function writeLocal(next: readonly string[]): void {
  try {
    if (next.length > 0) localStorage.setItem(FAVOURITES_KEY, JSON.stringify(next));
    else localStorage.removeItem(FAVOURITES_KEY);
  } catch {
    // Storage is not allowed.
  }
}

/** Loads the account's favourites, after uploading those stored in this browser.
 *  @throws ApiError */
async function load(): Promise<readonly string[]> {
  const stored = readLocal();
  const token = await accessToken();
  if (stored.length === 0) return (await api("GET /api/favourites/ids", {}, { token })).ids;
  const { ids: all } = await api("POST /api/favourites", { body: { ids: [...stored] } }, { token });
  writeLocal(NONE);
  return all;
}

/** Loads the favourites of the current user. After a failure, the next page retries. */
function adopt(next: string | null): Promise<void> {
  if (owner === next) return Promise.resolve();
  owner = next;
  publish(readLocal());
  // Hearts pressed before the session was known.
  for (const [carId, { saved }] of waiting) put(carId, saved);
  return next === null ? Promise.resolve() : reloadFavourites();
}

/** Reloads the account's favourites, after a change in another tab or on another device. */
export async function reloadFavourites(): Promise<void> {
  const requester = owner;
  if (!requester) return;
  try {
    const loaded = await load();
    // A pending change of this tab takes precedence; it refreshes the list itself.
    if (owner === requester && waiting.size === 0) publish(loaded);
  } catch {
    if (owner === requester && waiting.size === 0) owner = undefined;
  }
}

const put = (carId: string, saved: boolean): void =>
  publish([...(saved ? [carId] : NONE), ...ids.filter((id) => id !== carId)]);

/** Adds or removes a favourite optimistically. A failure rolls it back with a message. */
function save(carId: string, change: Change): void {
  const { saved, dates } = change;
  put(carId, saved);
  waiting.set(carId, change);
  const step = async (): Promise<void> => {
    try {
      const { user } = await sessionReady();
      if (!user) return saveLocal(saved);
      const params = { id: carId };
      const token = await accessToken();
      await (saved
        ? api("PUT /api/favourites/{id}", { params, body: dates }, { token })
        : api("DELETE /api/favourites/{id}", { params }, { token }));
    } catch (error) {
      put(carId, !saved);
      if (isSessionOver(error)) return;
      toast({
        title: saved ? "Couldn't save the car" : "Couldn't remove the car",
        description: await explain(error, "Please try again in a moment."),
        variant: "destructive",
      });
    } finally {
      if (waiting.get(carId) === change) waiting.delete(carId);
      if (waiting.size === 0) void reloadFavourites();
    }
  };
  queue = queue.then(step);
}

function saveLocal(saved: boolean): void {
  if (ids.length > MAX_LOCAL_FAVOURITES) {
    publish(ids.slice(1));
    return toast({
      title: "Couldn't save the car",
      description: `Sign in to save more than ${MAX_LOCAL_FAVOURITES} cars.`,
      variant: "destructive",
    });
  }
  writeLocal(ids);
  if (!saved || isHintGiven) return;
  isHintGiven = true;
  toast({
    title: "Saved in this browser",
    description: "Sign in to keep it on all your devices.",
    variant: "neutral",
  });
}

/** A change in another signed-out tab of this browser. */
function onStorage({ key }: StorageEvent): void {
  if (key === FAVOURITES_KEY && owner === null) publish(readLocal());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

/** The ids of the saved cars, most recent first; empty when rendered on the server. */
export function useFavourites(): readonly string[] {
  const { status, user } = useSession();
  const next = status === "loading" ? undefined : (user?.id ?? null);
  useEffect(() => {
    if (next !== undefined) void adopt(next);
  }, [next]);
  return useSyncExternalStore(
    subscribe,
    () => ids,
    () => NONE,
  );
}

/** Whether a car is saved, and a function that toggles it. An account also keeps the dates. */
export function useFavourite(
  carId: string,
  dates: DatesToSave = {},
): [saved: boolean, toggle: () => void] {
  const saved = useFavourites().includes(carId);
  return [saved, () => save(carId, { saved: !saved, dates })];
}
