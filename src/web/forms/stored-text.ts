// Typed text that survives leaving the page and coming back, in this tab, until sign-out. It is
// stored per account, so that no other account ever sees it.
import { useCallback, useEffect, useState } from "react";
import { storedAccount, typingAccount } from "../session/tab-account.ts";

const PREFIX = "caydrive.typed.";
const VISITOR = "";

const storageKey = (account: string, name: string): string => `${PREFIX}${account}.${name}`;

/** Like useState for a string, but stored in session storage under the name. Empty until
 *  hydration. */
export function useStoredText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    const stored = readStoredText(name);
    // Text typed before hydration takes precedence.
    if (stored) setText((typed) => typed || stored);
  }, [name]);
  const store = useCallback(
    (next: string) => {
      setText(next);
      storeText(name, next);
    },
    [name],
  );
  return [text, store];
}

/** What the current user has typed under the name, before or after signing in; null for nothing. */
export function readStoredText(name: string): string | null {
  const account = typingAccount();
  if (account === undefined) return null;
  try {
    const own =
      account === storedAccount()?.id ? sessionStorage.getItem(storageKey(account, name)) : null;
    return own ?? sessionStorage.getItem(storageKey(VISITOR, name));
  } catch {
    return null; // Storage is not allowed.
  }
}

/** Stores a text under the name; an empty text is dropped. */
export function storeText(name: string, text: string): void {
  if (text === "") return clearStoredText(name);
  const account = typingAccount();
  if (account === undefined) return;
  try {
    sessionStorage.setItem(storageKey(account, name), text);
  } catch {
    // Storage is not allowed: the text lives as long as the page.
  }
}

/** Drops the text under the name, once it has been sent. */
export function clearStoredText(name: string): void {
  try {
    for (const account of [typingAccount(), VISITOR])
      if (account !== undefined) sessionStorage.removeItem(storageKey(account, name));
  } catch {
    // Storage is not allowed, so there is nothing to drop.
  }
}

/** Drops all stored text of this tab. Call it on sign-out, and when another account takes over
 *  the tab. */
export function clearStoredTexts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is not allowed, so there is nothing to drop.
  }
}
