// Keeps the focus in a page whose whole content is replaced.
import { useEffect, useRef } from "react";

/** Returns a ref for the container: when `shown` changes and the focused element is gone, the
 *  new level 1 heading gets the focus. Not on first render, because a newly opened page begins
 *  at its top. */
export function useHeadingFocus<T extends HTMLElement>(shown: string) {
  const box = useRef<T>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    const heading =
      document.activeElement === document.body ? box.current?.querySelector("h1") : null;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [shown]);
  return box;
}
