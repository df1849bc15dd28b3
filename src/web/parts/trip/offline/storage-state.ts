// Tells the pages of trips whether this browser can store what they need.
import { StorageRefusedError } from "../../../session/phone-store.ts";

/** Why this browser can't store an entry. The trip then works only with a network. */
export type StorageProblem = "full" | "refused";

const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";

/** Undefined for a failure that says nothing about the next attempt. */
export function toStorageProblem(error: unknown): StorageProblem | undefined {
  if (isQuota(error) || (error instanceof StorageRefusedError && isQuota(error.cause)))
    return "full";
  return error instanceof StorageRefusedError ? "refused" : undefined;
}

const listeners = new Set<() => void>();
function notify(): void {
  for (const listener of listeners) listener();
}

/** @returns a function that unsubscribes */
export function onStorageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let problem: StorageProblem | undefined;
export const storageProblem = (): StorageProblem | undefined => problem;

export function reportStorage(next: StorageProblem | undefined): void {
  if (next === undefined || next === problem) return;
  problem = next;
  notify();
}

/** Reports a success. @param isLarge whether it was a picture; a full phone may only take less */
export function reportStored(isLarge = false): void {
  if (problem === undefined || (problem === "full" && !isLarge)) return;
  problem = undefined;
  notify();
}

export type PageState = "stored" | "failed";
let page: PageState | undefined;
/** Whether the page opens without a network; undefined until that is known. */
export const pageState = (): PageState | undefined => page;

export function reportPage(next: PageState): void {
  if (next === page) return;
  page = next;
  notify();
}
