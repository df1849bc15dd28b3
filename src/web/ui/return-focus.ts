// Gives the focus back to where it was before a dialog or a sheet that its owner opens (Radix does so only for its own triggers).
import { useRef } from "react";

/** Props for Radix's Content. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
