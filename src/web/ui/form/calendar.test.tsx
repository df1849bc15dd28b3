// The keys of the calendar while other parts of its page change.
import { useEffect, useLayoutEffect, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../../../test/components/screen.tsx";
import { Calendar } from "./calendar.tsx";

const never = () => false;

/** A page that changes on an event, with a key pressed between React's commit and its effects. */
function ChangingPage() {
  const [isChanged, setChanged] = useState(false);
  useEffect(() => addEventListener("availability", () => setChanged(true), { once: true }), []);
  useLayoutEffect(() => {
    const press = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
    if (isChanged) queueMicrotask(() => document.activeElement?.dispatchEvent(press));
  }, [isChanged]);
  return (
    <>
      {isChanged && <p>Availability loaded</p>}
      <Calendar
        label="Start date"
        start="2026-06-09"
        end={null}
        onPick={never}
        today="2026-06-01"
        last="2026-12-31"
        isDisabled={never}
        isTaken={never}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- as in the calendar's panel
        autoFocus
      />
    </>
  );
}

const day = (name: RegExp) => page.getByRole("button", { name });

test("an arrow key moves the focus while the page is changing", async () => {
  await show(<ChangingPage />);
  await expect.element(day(/^Tuesday, June 9/)).toHaveFocus();
  dispatchEvent(new Event("availability"));
  await expect.element(page.getByText("Availability loaded")).toBeVisible();
  await expect.element(day(/^Wednesday, June 10/)).toHaveFocus();
});
