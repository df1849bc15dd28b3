// Text that a person has typed and that survives a way out of the page and back, in this tab, until the person signs out.
import { useCallback, useEffect, useState } from "react";

const PREFIX = "caydrive.typed.";

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

/** What is kept under the name; null for nothing. */
export function keptText(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null; // no storage allowed here
  }
}

/** Keeps a text under the name; an empty one is dropped. */
export function keepText(name: string, text: string): void {
  if (text === "") return dropKeptText(name);
  try {
    sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // No storage allowed here: then it lives as long as the page.
  }
}

/** Drops what is kept under the name, once it was sent. */
export function dropKeptText(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // No storage allowed here, so nothing is kept.
  }
}

/** Drops all that is kept in this tab: the next person at this browser shall not find it. Call it when somebody signs out. */
export function forgetKeptTexts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // No storage allowed here, so nothing is kept.
  }
}
