// A host unblocks days of a car.
import { beforeEach, expect, test } from "vitest";
import { block, listing } from "../../../../../../test/components/examples.ts";
import {
  respondTo,
  expectNothingSent,
  expectSent,
  hold,
  offline,
} from "../../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  showDialog,
} from "../../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../../domain/errors.ts";
import { RangeDialog } from "./range-dialog.tsx";

const opener = button("Open");
const firstDay = dialog.getByLabelText("First day");
const lastDay = dialog.getByLabelText("Last day");

beforeEach(() =>
  showDialog((close) => (
    <RangeDialog
      range={block}
      title="Beach Jeep"
      carId={listing.id}
      today="2026-06-01"
      onClose={close}
    />
  )),
);

test("shows the car, the days and the note", async () => {
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Blocked dates");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription("Beach Jeep, Mon, Jul 6 – Thu, Jul 9 (4 days)");
  await expect.element(dialog.getByText("In the garage")).toBeVisible();
});

test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Keep blocked"));

test("unblocks all days with one request", async () => {
  const respond = hold("DELETE /api/host/calendar/blocks/{id}");
  await opener.click();
  await confirmTwice("Unblock", "Unblocking...");
  respond({ id: block.id });
  await expectMessage("Dates unblocked");
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("DELETE /api/host/calendar/blocks/{id}", {
    params: { id: block.id },
    query: { from: "2026-07-06", to: "2026-07-10" },
  });
});

test("unblocks only the chosen days", async () => {
  respondTo("DELETE /api/host/calendar/blocks/{id}", () => ({ id: block.id }));
  await opener.click();
  await firstDay.fill("2026-07-07");
  await lastDay.fill("2026-07-08");
  await dialog.getByRole("button", { name: "Unblock these days" }).click();
  await expectMessage("Dates unblocked");
  expectSent("DELETE /api/host/calendar/blocks/{id}", {
    params: { id: block.id },
    query: { from: "2026-07-07", to: "2026-07-09" },
  });
});

test.each([
  ["2026-07-08", "2026-07-07", "The last day is before the first"],
  ["2026-07-05", "2026-07-07", "Choose days within the block"],
  ["2026-07-06", "", "Choose days within the block"],
])("refuses the days from %s to %s", async (first, last, said) => {
  await opener.click();
  await firstDay.fill(first);
  await lastDay.fill(last);
  await dialog.getByRole("button", { name: /^Unblock/ }).click();
  await expect.element(dialog.getByText(said)).toBeVisible();
  await expect.element(lastDay).toHaveAttribute("aria-invalid", "true");
  expectNothingSent();
});

test.each([
  [
    "the server refuses",
    () => new DomainError("forbidden"),
    "Your account doesn't have permission",
  ],
  ["the server can't be reached", offline, "We can't reach the server."],
])("keeps the dialog and the days when %s", async (_when, respond, said) => {
  respondTo("DELETE /api/host/calendar/blocks/{id}", respond);
  await opener.click();
  await firstDay.fill("2026-07-07");
  await dialog.getByRole("button", { name: "Unblock these days" }).click();
  const alert = dialog.getByRole("alert");
  await expect.element(alert).toMatchTextContent("Nothing was changed");
  await expect.element(alert).toMatchTextContent(said);
  await expect.element(alert).toHaveFocus();
  await expect.element(firstDay).toHaveValue("2026-07-07");
});
