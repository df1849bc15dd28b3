// Keeps the focus in the booking panel when the focused control is replaced or removed.
import { useLayoutEffect, useRef } from "react";

/** The id of the start date's button; the end date's adds "-end". */
export const DATES_ID = "booking-dates";
/** The id of the message about dates that can't be booked. */
export const OBSTACLE_ID = "booking-obstacle";
/** The id of the link to the open checkout. */
export const CHECKOUT_ID = "booking-checkout";
/** The id of the field for the address of an additional driver. */
export const driverFieldId = (index: number): string => `booking-driver-${index + 1}`;

export const focusOn = (id: string): void => document.getElementById(id)?.focus();

/** For the ref of a box: if it is removed with the focus inside, the focus moves to the dates. */
export function usePassFocus<T extends HTMLElement>() {
  const box = useRef<T>(null);
  useLayoutEffect(() => {
    const { current } = box;
    // Layout effects are cleaned up before their elements are removed.
    return () => {
      if (current?.contains(document.activeElement)) focusOn(DATES_ID);
    };
  }, []);
  return box;
}
