// The way to the section of a signed-in page that the address names: the page is drawn after the browser has looked for it.
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Goes to the section at once, and again when what stands above it has come, unless the person has gone on meanwhile.
 * @param isLoading something above may still change its height
 */
export function useSectionOfAddress(isLoading: boolean): void {
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
    if (!isLoading && gone.current && gone.current === document.activeElement) gone.current.scrollIntoView();
  }, [isLoading]);
}
