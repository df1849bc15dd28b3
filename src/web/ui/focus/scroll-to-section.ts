// Scrolls a signed-in page to the section in the URL: the page renders after the browser has looked
// for it.
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Goes to the section immediately, and again when the content above it has loaded, unless the
 *  user has moved on.
 *  @param isLoading content above may still change its height */
export function useScrollToSection(isLoading: boolean): void {
  const { hash, key } = useLocation();
  const gone = useRef<HTMLElement>(null);
  useEffect(() => {
    const heading = hash ? document.getElementById(hash.slice(1)) : null;
    if (!heading) return;
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
    gone.current = heading;
  }, [hash, key]);
  useEffect(() => {
    if (!isLoading && gone.current && gone.current === document.activeElement)
      gone.current.scrollIntoView();
  }, [isLoading]);
}
