// Moves the focus after an action, once its result is rendered.
import { useEffect, useState } from "react";
import { focusMain } from "./focus-main.ts";

/** Moves the focus to an element by id once it is rendered, or to the page's heading if the
 *  element is gone. */
export function useFocusAfterwards() {
  const [target, setTarget] = useState<{ id: string }>();
  useEffect(() => {
    if (!target) return;
    const element = document.getElementById(target.id);
    if (element) element.focus();
    else focusMain();
  }, [target]);
  return (id: string) => setTarget({ id });
}
