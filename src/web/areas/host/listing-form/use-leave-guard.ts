// Asks before a page with unsaved work is left: within the app by a dialog, beyond it by the browser's own question.
import { useEffect } from "react";
import { useBlocker } from "react-router";

/** @param isUnsaved asked whenever somebody is about to leave */
export function useLeaveGuard(isUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  });
  return {
    /** Somebody is about to leave, and waits for an answer. */
    isAsking: blocker.state === "blocked",
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
