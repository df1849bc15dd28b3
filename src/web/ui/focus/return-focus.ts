// Returns the focus when a dialog or sheet closes that its owner opened (Radix does so only for its
// own triggers).
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
      // The dialog's result may have taken the focus already, such as an error summary.
      const isLost = document.activeElement === document.body;
      // Scrolling would move what the next press is aimed at.
      if (isLost && opener.current instanceof HTMLElement)
        opener.current.focus({ preventScroll: true });
    },
  };
}
