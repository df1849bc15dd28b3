// What covers the whole page is left with Back, as a page would be.
import { useEffectEvent, useLayoutEffect } from "react";

const COVERED = "covered";
let closeCover: (() => void) | undefined;

/** Called once, before the router begins to listen: a Back that closes something is kept from it, so that it loads nothing again. */
export function listenForBack(): void {
  addEventListener("popstate", (event) => {
    if (!closeCover) return;
    event.stopImmediatePropagation();
    closeCover();
  });
}

/** Whether what covers the page still has its entry in the history. */
export const isCovered = (): boolean => COVERED in ((history.state as object | null) ?? {});

/** While the caller is there, Back calls `close`: an entry of its own stands in the history. @returns what goes back by other ways. */
export function useBackCloses(close: () => void): () => void {
  const onBack = useEffectEvent(close);
  // Before it is seen: nobody is so quick that Back leaves the page.
  useLayoutEffect(() => {
    closeCover = () => onBack();
    // After a reload the entry is there already.
    if (!isCovered()) history.pushState({ ...(history.state as object | null), [COVERED]: true }, "");
    return () => {
      closeCover = undefined;
    };
  }, []);
  return () => history.back();
}
