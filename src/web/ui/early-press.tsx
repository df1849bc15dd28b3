// Buttons whose press counts even before hydration. The only presses that React replays are those
// that submit a form with an action, so such a button submits a hidden form until then.
import { useEffect, useId, type ComponentProps, type MouseEvent } from "react";
import { flushSync } from "react-dom";

const FORM_ID = "early";

type OnPress = (button: HTMLButtonElement) => void;

const handlers = new Map<string, OnPress>();
/** The buttons that were pressed. A second press of one does not count: its person only wonders
 *  why nothing happens. */
const pressed = new Set<string>();
/** Of these, the buttons whose part of the page is not hydrated yet. */
const pending = new Set<string>();

function replay(id: string): void {
  const handler = handlers.get(id);
  if (!handler) return void pending.add(id);
  pending.delete(id);
  const button = document.querySelector<HTMLButtonElement>(`button[value="${CSS.escape(id)}"]`);
  if (button) handler(button);
}

function replayOnce(data: FormData): void {
  const id = String(data.get("press"));
  if (pressed.has(id)) return;
  pressed.add(id);
  // The next button must meet the state that this one leaves.
  flushSync(() => replay(id));
}

/** The form of all early presses; once on each page. */
export const EarlyPresses = () => <form id={FORM_ID} action={replayOnce} hidden />;

/** The props of a button that calls `onPress`, whether it is pressed before or after hydration. */
export function useEarlyPress(
  onPress: OnPress,
): Pick<ComponentProps<"button">, "type" | "form" | "name" | "value" | "onClick"> {
  const id = useId();
  useEffect(() => {
    handlers.set(id, onPress);
    if (pending.has(id)) replay(id);
    return () => void handlers.delete(id);
  }, [id, onPress]);
  return {
    type: "submit",
    form: FORM_ID,
    name: "press",
    value: id,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      event.preventDefault();
      onPress(event.currentTarget);
    },
  };
}
