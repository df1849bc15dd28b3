// Asks the person to sign in again when the server requires a recent sign-in. The dialog is
// parts/person/sign-in-again.tsx.
import { useSyncExternalStore } from "react";

let waiting: readonly ((signedIn: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Shows the dialog; calls that come meanwhile share it.
 *  @returns whether the person has signed in again. False on pages that have no dialog. */
export function askToSignInAgain(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => setWaiting([...waiting, resolve]));
}

/** Closes the dialog, and lets the calls continue or fail. */
export function endSignInAgain(signedIn: boolean): void {
  const calls = waiting;
  setWaiting([]);
  for (const resolve of calls) resolve(signedIn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) endSignInAgain(false);
  };
}

export const useSignInAgain = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );
