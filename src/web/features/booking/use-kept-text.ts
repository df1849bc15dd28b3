// Text that a person has typed and that survives a way out of the page and back, in this tab.
import { useEffect, useState } from "react";

/** Like useState for a string, kept in session storage under the key. Empty until the page is awake. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    try {
      const kept = sessionStorage.getItem(key);
      // What was typed before the page woke up stands.
      if (kept) setText((typed) => typed || kept);
    } catch {
      // No storage allowed here: then it lives as long as the page.
    }
  }, [key]);
  const keep = (next: string) => {
    setText(next);
    try {
      sessionStorage.setItem(key, next);
    } catch {
      // As above.
    }
  };
  return [text, keep];
}
