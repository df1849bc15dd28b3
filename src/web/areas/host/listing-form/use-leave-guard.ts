// Asks for confirmation before unsaved work is left: with a dialog within the app, with the
// browser's own prompt elsewhere.
import { useEffect } from "react";
import { useBlocker } from "react-router";

/** @param isUnsaved called whenever the user is about to leave */
export function useLeaveGuard(isUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  });
  return {
    /** The user is about to leave, and the dialog is open. */
    isAsking: blocker.state === "blocked",
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
