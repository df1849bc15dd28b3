// Closes full-screen overlays with Back, as if they were pages.
import { useEffectEvent, useLayoutEffect } from "react";

const COVERED = "covered";
let closeCover: (() => void) | undefined;

/** Call it once, before the router starts listening. It hides a Back that closes an overlay from
 *  the router, which would reload data. */
export function listenForBack(): void {
  addEventListener("popstate", (event) => {
    if (!closeCover) return;
    event.stopImmediatePropagation();
    closeCover();
  });
}

/** Whether the overlay's history entry is still there. */
const isCovered = (): boolean => COVERED in ((history.state as object | null) ?? {});

/** While mounted, Back calls `close`, through a history entry of its own.
 *  @returns a function that goes back when the overlay is closed by other means */
export function useCloseOnBack(close: () => void): () => void {
  const onBack = useEffectEvent(close);
  // Before the first paint, so that no Back can leave the page.
  useLayoutEffect(() => {
    closeCover = () => onBack();
    // After a reload the entry already exists.
    if (!isCovered())
      history.pushState({ ...(history.state as object | null), [COVERED]: true }, "");
    return () => {
      closeCover = undefined;
    };
  }, []);
  return () => history.back();
}
