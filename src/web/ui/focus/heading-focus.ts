// Keeps the focus in a page whose content is replaced as a whole.
import { useEffect, useRef } from "react";

/**
 * For the ref of the box around the content: when `shown` changes and what had the focus has gone, the new level 1 heading gets it.
 * Not at the first time: a page that has just been opened begins at its top.
 */
export function useHeadingFocus<T extends HTMLElement>(shown: string) {
  const box = useRef<T>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    const heading = document.activeElement === document.body ? box.current?.querySelector("h1") : null;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [shown]);
  return box;
}
