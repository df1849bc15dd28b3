// The focus for what comes of a press: it moves once that is on the screen.
import { useEffect, useRef, useState } from "react";
import { focusMain } from "./focus-main.ts";

/** Moves the focus to an element by its id once it is on the screen; to the page's heading when it is not there any more. */
export function useFocusAfterwards() {
  const wanted = useRef<string | null>(null);
  const [, setAsked] = useState(0);
  useEffect(() => {
    if (!wanted.current) return;
    const element = document.getElementById(wanted.current);
    if (element) element.focus();
    else focusMain();
    wanted.current = null;
  });
  return (elementId: string) => {
    wanted.current = elementId;
    setAsked((count) => count + 1);
  };
}
