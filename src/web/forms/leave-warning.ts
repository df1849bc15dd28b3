// For forms that keep what is typed while the tab lives: the browser asks before a reload drops it.
import { useEffect } from "react";

/** The browser asks before it drops what is not saved: a reload is the one thing that such a form does not outlive. */
export function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [dirty]);
}
