// What a phone records for a trip: stored first, then sent, so that nothing is lost without a
// network. Each entry has an id made on the phone, so sending one twice adds it once; a lock keeps
// tabs from sending it at the same time.
import { ApiError, isSessionOver } from "../../../api/api.ts";
import {
  openPhoneStore,
  startingWith,
  type Picture,
  type UnsentEntry,
} from "../../../session/phone-store.ts";
import { currentSession } from "../../../session/session-state.ts";
import { STORED_TRIPS_KEY } from "../../../session/stored-trips.ts";
import {
  stopsAll,
  isAbout,
  isDue,
  isFinalRefusal,
  isReady,
  nextAttempt,
  PHOTO_TIMEOUT_MS,
  refuseDependent,
  SCOPES,
  sendEntry,
  toProblem,
  type EntryAnswer,
  type Scope,
} from "./send-entry.ts";
import { reportStorage, reportStored, toStorageProblem } from "./storage-state.ts";

const CHANNEL = "caydrive.trip-outbox";
/** How many entries are sent at once, so that the next one travels while the server works. */
const AT_ONCE = 2;
/** How long a form waits for its entry, which is stored and sent in any case. */
const FORM_WAIT_MS = 4000;

/** Another tab of this browser, or this one, has stored or sent something. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : undefined;

type OutboxEvent =
  /** An entry was stored, removed or refused. */
  | { kind: "changed" }
  /** The server has taken an entry of a booking. */
  | ({ kind: "sent"; bookingId: string } & EntryAnswer);
const listeners = new Set<(event: OutboxEvent) => void>();
channel?.addEventListener("message", () => {
  for (const listener of listeners) listener({ kind: "changed" });
});

/** Other tabs, which may belong to somebody else, learn only that something has changed. */
function publish(event: OutboxEvent): void {
  for (const listener of listeners) listener(event);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  channel?.postMessage("changed");
}

/** @returns a function that unsubscribes */
export function onOutboxEvent(listener: (event: OutboxEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

type Key = [userId: string, bookingId: string, id: string];
const toKey = ({ userId, bookingId, id }: UnsentEntry): Key => [userId, bookingId, id];

/** A person's unsent entries, of one trip or of all, oldest first. */
export async function listUnsent(userId: string, bookingId?: string): Promise<UnsentEntry[]> {
  const range = bookingId === undefined ? startingWith(userId) : startingWith(userId, bookingId);
  const all = await (await openPhoneStore()).getAll("unsent", range);
  return refuseDependent(all).toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** The entries that forms are sending. The page doesn't list them, because the form shows them. */
const inForms = new Set<string>();

/** A person's unsent entries of a trip that its page shows. */
export const listShown = async (userId: string, bookingId: string): Promise<UnsentEntry[]> =>
  (await listUnsent(userId, bookingId)).filter(({ id }) => !inForms.has(id));

async function removeSent(key: Key): Promise<void> {
  await (await openPhoneStore()).delete("unsent", key);
  publish({ kind: "changed" });
}

/** Removes an entry that the server does not have, and the entries about it. */
export async function discardUnsent(entry: UnsentEntry): Promise<void> {
  const { userId, bookingId } = entry;
  const dependent = (await listUnsent(userId, bookingId)).filter((other) => isAbout(other, entry));
  const tx = (await openPhoneStore()).transaction(["unsent", "photos"], "readwrite");
  await Promise.all([
    ...[entry, ...dependent].flatMap((each) => [
      tx.objectStore("unsent").delete(toKey(each)),
      tx.objectStore("photos").delete(toKey(each)),
    ]),
    tx.done,
  ]);
  publish({ kind: "changed" });
}

/** @returns whether it was stored */
async function store(entry: UnsentEntry, picture?: Picture): Promise<boolean> {
  try {
    const tx = (await openPhoneStore()).transaction(["unsent", "photos"], "readwrite", {
      // Written to the disk before the page says that it is saved.
      durability: "strict",
    });
    await Promise.all([
      ...(picture ? [tx.objectStore("photos").put(picture, toKey(entry))] : []),
      tx.objectStore("unsent").put(entry, toKey(entry)),
      tx.done,
    ]);
    localStorage.setItem(STORED_TRIPS_KEY, "1");
    reportStored(picture !== undefined);
    publish({ kind: "changed" });
    // Asks the browser to keep the data when space is short. It may decline.
    void (navigator.storage as StorageManager | undefined)?.persist?.().catch(() => false);
    return true;
  } catch (error) {
    reportStorage(toStorageProblem(error));
    return false;
  }
}

/** Replaces a stored entry, unless it has been removed. */
async function replace(entry: UnsentEntry): Promise<void> {
  const tx = (await openPhoneStore()).transaction("unsent", "readwrite");
  if (await tx.store.getKey(toKey(entry))) await tx.store.put(entry, toKey(entry));
  await tx.done;
  publish({ kind: "changed" });
}

/** When another tab was first found sending an entry, by its id. */
const sentElsewhere = new Map<string, number>();

/**
 * Runs `work` unless another tab is sending the same entry. A suspended tab keeps its lock, so
 * after a while the entry is sent anyway; the server counts it once. Locks exist only on HTTPS.
 * @returns "waiting" if another tab sends it
 */
async function whileAlone<T>(id: string, work: () => Promise<T>): Promise<T | "waiting"> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  return locks.request(`${CHANNEL}.${id}`, { ifAvailable: true }, (lock) => {
    const since = sentElsewhere.get(id) ?? Date.now();
    if (!lock && Date.now() - since < PHOTO_TIMEOUT_MS) {
      sentElsewhere.set(id, since);
      return "waiting";
    }
    sentElsewhere.delete(id);
    return work();
  });
}

/** "waiting": this entry has to wait. "stop": all entries have to wait. */
type Outcome = "sent" | "waiting" | "stop" | ApiError;

/** Sends one entry, unless another tab has sent it. A failure is stored with the entry. */
function sendStored(key: Key): Promise<Outcome> {
  return whileAlone(key[2], async () => {
    const phone = await openPhoneStore();
    const entry = await phone.get("unsent", key);
    if (!entry) return "sent";
    // The person may have signed out while the entry waited for its turn.
    if (currentSession().user?.id !== entry.userId || !navigator.onLine) return "stop";
    try {
      const answer = await sendEntry(entry, await phone.get("photos", key));
      // Pages have to show the new trip before the entry leaves the list of unsent ones.
      publish({ kind: "sent", bookingId: entry.bookingId, ...answer });
      await removeSent(key);
      return "sent";
    } catch (error) {
      if (isFinalRefusal(error)) {
        await replace({ ...entry, refusal: toProblem(error) });
        return error;
      }
      if (isSessionOver(error) || !navigator.onLine) return "stop";
      await replace({ ...entry, attempt: nextAttempt(entry, error) });
      return stopsAll(error) ? "stop" : "waiting";
    }
  });
}

/**
 * Records an entry: stores it, and sends it if there is a network.
 * @returns whether the server has it or it waits on this device
 * @throws ApiError if the server refuses it, or it can be neither stored nor sent. Then the form
 * still has it, and nothing is stored.
 */
export async function record(entry: UnsentEntry): Promise<"sent" | "waiting"> {
  inForms.add(entry.id);
  try {
    if (!(await store(entry))) {
      await sendUnstored(entry);
      return "sent";
    }
    const late = new Promise<"waiting">((resolve) => {
      setTimeout(resolve, FORM_WAIT_MS, "waiting");
    });
    const isFirst = isReady(entry, await listUnsent(entry.userId, entry.bookingId));
    const outcome = isFirst ? await Promise.race([sendStored(toKey(entry)), late]) : "waiting";
    // Entries may depend on this one, or it on others.
    if (outcome === "sent" || !isFirst) setTimeout(sendUnsent);
    if (outcome === "sent") return outcome;
    if (!(outcome instanceof ApiError)) return "waiting";
    await discardUnsent(entry);
    throw outcome;
  } finally {
    inForms.delete(entry.id);
    publish({ kind: "changed" });
  }
}

const sendUnstored = async (entry: UnsentEntry, picture?: Picture): Promise<void> =>
  publish({ kind: "sent", bookingId: entry.bookingId, ...(await sendEntry(entry, picture)) });

/** Stores a photo and leaves the sending to sendUnsent(). @throws ApiError as record() does */
export async function recordPhoto(entry: UnsentEntry, picture: Picture): Promise<void> {
  if (await store(entry, picture)) void sendUnsent();
  else await sendUnstored(entry, picture);
}

let sending: Promise<void> | undefined;
/** The scope requested since the last pass began. */
let requested: Scope | undefined;

/**
 * Sends the signed-in person's entries of all trips, photos last, until the remaining ones have to
 * wait.
 */
export function sendUnsent(scope: Scope = "due"): Promise<void> {
  if (!requested || SCOPES.indexOf(scope) > SCOPES.indexOf(requested)) requested = scope;
  sending ??= sendWhileRequested();
  return sending;
}

async function sendWhileRequested(): Promise<void> {
  try {
    while (requested) {
      const pass = { scope: requested, begun: new Set<string>(), isOver: false };
      requested = undefined;
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendRest(pass)));
    }
  } catch (error) {
    reportStorage(toStorageProblem(error));
  } finally {
    sending = undefined;
  }
}

interface Pass {
  scope: Scope;
  /** The ids of the entries that this pass has sent, or tried to. */
  begun: Set<string>;
  isOver: boolean;
}

async function sendRest(pass: Pass): Promise<void> {
  while (!pass.isOver) {
    const userId = currentSession().user?.id;
    if (!userId || !navigator.onLine) return;
    const unsent = await listUnsent(userId);
    const waiting = unsent.filter(
      (entry) =>
        entry.refusal === null &&
        isReady(entry, unsent) &&
        isDue(entry, pass.scope) &&
        !pass.begun.has(entry.id) &&
        !inForms.has(entry.id),
    );
    const next = waiting.find(({ content }) => content.kind !== "photo") ?? waiting[0];
    if (!next) return;
    pass.begun.add(next.id);
    if ((await sendStored(toKey(next))) === "stop") pass.isOver = true;
  }
}

/** Retries refused entries, and the refused entries that they are about. */
export async function retryRefused(entries: readonly UnsentEntry[]): Promise<void> {
  const [first] = entries;
  const unsent = first ? await listUnsent(first.userId, first.bookingId) : [];
  const named = unsent.filter(
    (other) => other.refusal !== null && entries.some((entry) => isAbout(entry, other)),
  );
  for (const { attempt: _attempt, ...entry } of [...entries, ...named])
    await replace({ ...entry, refusal: null });
  await sendUnsent();
}
