// A warning before unsaved input is lost, for forms that keep it only while the tab lives.
import { useEffect } from "react";

/** Makes the browser ask before it drops unsaved input: such a form keeps its input through
 *  everything but a reload. */
export function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [dirty]);
}
