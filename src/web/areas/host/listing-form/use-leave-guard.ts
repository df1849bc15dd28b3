// Asks for confirmation before unsaved work is left: with a dialog within the app, with the
// browser's own prompt elsewhere.
import { useEffect } from "react";
import { useBlocker } from "react-router";

interface LeaveGuardOptions {
  /** Whether the dialog asks. Called whenever the user is about to leave for another page. */
  asks: () => boolean;
  /** Whether the browser asks. Called whenever the user is about to leave the app. */
  warns: () => boolean;
}

export function useLeaveGuard({ asks, warns }: LeaveGuardOptions) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && asks(),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (warns()) event.preventDefault();
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
