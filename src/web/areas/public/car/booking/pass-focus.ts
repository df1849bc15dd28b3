// Keeps the focus in the page when the focused control is removed.
import { useLayoutEffect, useRef } from "react";
import { DATES_ID } from "./use-booking.ts";

/** For the ref of a box: if it is removed with the focus inside, the focus moves to the dates. */
export function usePassFocus<T extends HTMLElement>() {
  const box = useRef<T>(null);
  useLayoutEffect(() => {
    const { current } = box;
    // Layout effects are cleaned up before their elements are removed.
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById(DATES_ID)?.focus();
    };
  }, []);
  return box;
}
