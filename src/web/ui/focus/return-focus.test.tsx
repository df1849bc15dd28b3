// Where the focus is after a dialog has closed.
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { button, dialog, show } from "../../../../test/components/screen.tsx";
import { Button } from "../button.tsx";
import { Dialog } from "../overlay/dialog.tsx";

/** A focusable region that is taller than the window, like the calendar of a large fleet. */
function TallRegion() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div style={{ height: "50vh" }} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Tall" tabIndex={0} style={{ height: "300vh" }}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
        <p style={{ marginTop: "100vh" }} onClick={() => setOpen(true)}>
          A free day
        </p>
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Block dates"
        actions={<Button onClick={() => setOpen(false)}>Cancel</Button>}
      >
        <input aria-label="Note" />
      </Dialog>
    </>
  );
}

test("returns the focus without scrolling the page", async () => {
  await show(<TallRegion />);
  await page.getByText("A free day").click();
  await expect.element(dialog).toBeVisible();
  const before = window.scrollY;
  await button("Cancel").click();
  await expect.element(page.getByRole("region", { name: "Tall" })).toHaveFocus();
  expect(window.scrollY).toBe(before);
});
