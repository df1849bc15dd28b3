// Moves the focus after an action, once its result is rendered.
import { useEffect, useRef, useState } from "react";
import { focusMain } from "./focus-main.ts";

/** Moves the focus to an element by id once it is rendered, or to the page's heading if the
 *  element is gone. */
export function useFocusAfterwards() {
  const targetId = useRef<string | null>(null);
  const [, setAsked] = useState(0);
  useEffect(() => {
    if (!targetId.current) return;
    const element = document.getElementById(targetId.current);
    if (element) element.focus();
    else focusMain();
    targetId.current = null;
  });
  return (elementId: string) => {
    targetId.current = elementId;
    setAsked((count) => count + 1);
  };
}
