// Text that a person has typed and that survives leaving the page
// and coming back, in this tab, until they sign out. It is stored
// for each account apart, so that it is never shown to another one.
import { useCallback, useEffect, useState } from "react";
import { storedAccount, typingAccount } from "../session/tab-account.ts";

const PREFIX = "caydrive.typed.";
const VISITOR = "";

const keyOf = (account: string, name: string): string => `${PREFIX}${account}.${name}`;

/** Like useState for a string, kept in session storage under the name. Empty until the page is awake. */
export function useKeptText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    const kept = keptText(name);
    // What was typed before the page woke up stands.
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

/**
 * What the person who is here has typed under the name,
 * before or after signing in; null for nothing.
 */
export function keptText(name: string): string | null {
  const account = typingAccount();
  if (account === undefined) return null;
  try {
    const own = account === storedAccount()?.id ? sessionStorage.getItem(keyOf(account, name)) : null;
    return own ?? sessionStorage.getItem(keyOf(VISITOR, name));
  } catch {
    return null; // no storage allowed here
  }
}

/** Keeps a text under the name; an empty one is dropped. */
export function keepText(name: string, text: string): void {
  if (text === "") return dropKeptText(name);
  const account = typingAccount();
  if (account === undefined) return;
  try {
    sessionStorage.setItem(keyOf(account, name), text);
  } catch {
    // No storage allowed here: then it lives as long as the page.
  }
}

/** Drops what is kept under the name, once it was sent. */
export function dropKeptText(name: string): void {
  try {
    for (const account of [typingAccount(), VISITOR])
      if (account !== undefined) sessionStorage.removeItem(keyOf(account, name));
  } catch {
    // No storage allowed here, so nothing is kept.
  }
}

/**
 * Drops all that is kept in this tab. Call it when somebody
 * signs out, or another account takes the tab over.
 */
export function forgetKeptTexts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // No storage allowed here, so nothing is kept.
  }
}
