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
      // What came of the dialog may have taken it already, such as the summary of what is wrong.
      const isLost = document.activeElement === document.body;
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
