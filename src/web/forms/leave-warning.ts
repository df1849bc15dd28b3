// Warns before unsaved input is lost, for forms that keep it only in memory.
import { useEffect } from "react";

/** Makes the browser ask before discarding unsaved input, which survives everything but a
 *  reload. */
export function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [dirty]);
}
