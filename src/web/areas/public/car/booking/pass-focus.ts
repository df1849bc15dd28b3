// Keeps the focus in the page when the control that has it goes away.
import { useLayoutEffect, useRef } from "react";
import { DATES_ID } from "./use-booking.ts";

/** For the ref of a box: when it leaves with the focus inside, the focus goes on to the dates, which are always there. */
export function usePassFocus<T extends HTMLElement>() {
  const box = useRef<T>(null);
  useLayoutEffect(() => {
    const { current } = box;
    // A layout effect is cleaned up before its elements are removed.
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById(DATES_ID)?.focus();
    };
  }, []);
  return box;
}
