// Typed text that survives leaving the page and coming back, in this tab, until sign-out. It is
// stored per account, so that no other account ever sees it.
import { useCallback, useEffect, useState } from "react";
import { storedAccount, typingAccount } from "../session/tab-account.ts";

const PREFIX = "caydrive.typed.";
const VISITOR = "";

const keyOf = (account: string, name: string): string => `${PREFIX}${account}.${name}`;

/** Like useState for a string, but stored in session storage under the name. Empty until
 *  hydration. */
export function useKeptText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    const kept = keptText(name);
    // Text typed before hydration takes precedence.
    if (kept) setText((typed) => typed || kept);
  }, [name]);
  const keep = useCallback(
    (next: string) => {
      setText(next);
      keepText(name, next);
    },
    [name],
  );
  return [text, keep];
}

/** What the current user has typed under the name, before or after signing in; null for nothing. */
export function keptText(name: string): string | null {
  const account = typingAccount();
  if (account === undefined) return null;
  try {
    const own =
      account === storedAccount()?.id ? sessionStorage.getItem(keyOf(account, name)) : null;
    return own ?? sessionStorage.getItem(keyOf(VISITOR, name));
  } catch {
    return null; // Storage is not allowed.
  }
}

/** Stores a text under the name; an empty text is dropped. */
export function keepText(name: string, text: string): void {
  if (text === "") return dropKeptText(name);
  const account = typingAccount();
  if (account === undefined) return;
  try {
    sessionStorage.setItem(keyOf(account, name), text);
  } catch {
    // Storage is not allowed: the text lives as long as the page.
  }
}

/** Drops the text under the name, once it has been sent. */
export function dropKeptText(name: string): void {
  try {
    for (const account of [typingAccount(), VISITOR])
      if (account !== undefined) sessionStorage.removeItem(keyOf(account, name));
  } catch {
    // Storage is not allowed, so there is nothing to drop.
  }
}

/** Drops all stored text of this tab. Call it on sign-out, and when another account takes over
 *  the tab. */
export function forgetKeptTexts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is not allowed, so there is nothing to drop.
  }
}
