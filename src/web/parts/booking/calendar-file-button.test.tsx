// The calendar file of a booking is offered to anyone who may download it.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { booking } from "../../../../test/components/examples.ts";
import { button, show } from "../../../../test/components/screen.tsx";
import { CalendarFileButton } from "./calendar-file-button.tsx";

test.each([
  ["adds an approved booking to the calendar", "approved", "Add to calendar"],
  ["takes a cancelled booking out of it", "cancelled", "Remove from calendar"],
] as const)("%s", async (_what, status, label) => {
  await show(<CalendarFileButton booking={booking({ status, may: ["export"] })} />);
  await expect.element(button(label)).toBeVisible();
});

test("is missing where the server has no file", async () => {
  await show(
    <>
      <CalendarFileButton booking={booking({ may: [] })} />
      <p>Details</p>
    </>,
  );
  await expect.element(page.getByText("Details")).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
