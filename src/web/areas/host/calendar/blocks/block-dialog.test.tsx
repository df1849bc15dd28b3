// A host blocks days of a car.
import { beforeEach, expect, test, vi } from "vitest";
import { block, booking, listing } from "../../../../../../test/components/examples.ts";
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
import { BlockDialog, type BlockDialogProps } from "./block-dialog.tsx";

const opener = button("Open");
const firstDay = dialog.getByLabelText("First day");
const lastDay = dialog.getByLabelText("Last day");
const note = dialog.getByLabelText("Note", { exact: false });
const confirm = dialog.getByRole("button", { name: "Block dates" });
const alert = dialog.getByRole("alert");
const draft = { carIds: [listing.id], first: "2026-07-06", last: "2026-07-09" };
const keep = vi.fn<BlockDialogProps["onKeep"]>();

beforeEach(async () => {
  keep.mockClear();
  await showDialog((close) => (
    <BlockDialog
      draft={draft}
      cars={[{ id: listing.id, title: "Beach Jeep" }]}
      today="2026-06-01"
      renters={
        new Map([
          [
            booking().id,
            { number: booking().number, first_name: "Marta", last_name: "Silva", on_hold: false },
          ],
        ])
      }
      onKeep={keep}
      onClose={close}
    />
  ));
});

test("says what blocking means and which days it covers", async () => {
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Block dates");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription("No one can book the car on these days.");
  const days = dialog.getByRole("status");
  await expect.element(days).toMatchTextContent("Mon, Jul 6 – Thu, Jul 9 (4 days)");
  await lastDay.fill("2026-07-06");
  await expect.element(days).toMatchTextContent("Mon, Jul 6 (1 day)");
});

test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Cancel"));

test("sends the days and the note once", async () => {
  const respond = hold("POST /api/host/calendar/blocks");
  await opener.click();
  await note.fill(" In the garage ");
  await confirmTwice("Block dates", "Blocking...");
  respond({ blocks: [{ ...block, car_id: listing.id }], booked: [] });
  await expectMessage("Dates blocked");
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/host/calendar/blocks", {
    body: {
      car_ids: [listing.id],
      start_date: "2026-07-06",
      end_date: "2026-07-10",
      note: "In the garage",
      skip_booked: false,
    },
  });
  expect(keep).toHaveBeenCalledExactlyOnceWith(draft);
});

test("moves the focus to the first day that is missing", async () => {
  await opener.click();
  await firstDay.fill("");
  await lastDay.fill("");
  await confirm.click();
  await expect.element(dialog.getByText("Choose the first day")).toBeVisible();
  await expect.element(dialog.getByText("Choose the last day")).toBeVisible();
  await expect.element(firstDay).toHaveFocus();
  expectNothingSent();
});

test("refuses a last day before the first", async () => {
  await opener.click();
  await lastDay.fill("2026-07-05");
  await confirm.click();
  await expect.element(dialog.getByText("The last day is before the first")).toBeVisible();
  await expect.element(lastDay).toHaveFocus();
  expectNothingSent();
});

test("names the conflicting booking, and keeps what was typed", async () => {
  const taken = {
    car_id: listing.id,
    booking_id: booking().id,
    start_date: booking().start_date,
    end_date: booking().end_date,
  };
  respondTo(
    "POST /api/host/calendar/blocks",
    () => new DomainError("dates_booked", { ranges: [taken] }),
  );
  await opener.click();
  await note.fill("In the garage");
  await confirm.click();
  await expect.element(alert).toHaveFocus();
  await expect.element(alert).toMatchTextContent("Nothing was blocked");
  await expect.element(alert).toMatchTextContent("There's a booking on these days:");
  await expect
    .element(
      alert.getByRole("link", { name: "Marta Silva, BK-4821-7390, Mon, Jul 6 – Thu, Jul 9" }),
    )
    .toHaveAttribute("href", `/host/bookings?booking=${booking().id}`);
  await expect.element(note).toHaveValue("In the garage");
  await expect.element(firstDay).toHaveValue("2026-07-06");

  // The same days again: now the host has seen the booking.
  let skipped: boolean | undefined;
  respondTo("POST /api/host/calendar/blocks", ({ body }) => {
    skipped = body.skip_booked;
    return { blocks: [], booked: [taken] };
  });
  await dialog.getByRole("button", { name: "Block the free days" }).click();
  await expectMessage("Beach Jeep is booked Jul 6 – Jul 9.");
  expect(skipped).toBe(true);
});

test("takes a car out of service", async () => {
  const respond = hold("POST /api/host/calendar/outages");
  await opener.click();
  await dialog.getByLabelText("Reason").selectOptions("mechanic");
  await confirmTwice("Take out of service", "Saving...");
  respond({ booked: [] });
  await expectMessage("Beach Jeep is out of service Jul 6 – Jul 9.");
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/host/calendar/outages", {
    body: {
      car_ids: [listing.id],
      start_date: "2026-07-06",
      end_date: "2026-07-10",
      reason: "mechanic",
      skip_booked: false,
    },
  });
});

test("clears the error on the first change and keeps the focus in the field", async () => {
  respondTo("POST /api/host/calendar/blocks", offline);
  await opener.click();
  await confirm.click();
  await expect.element(alert).toHaveFocus();
  await lastDay.fill("2026-07-08");
  await expect.element(alert).not.toBeInTheDocument();
  await lastDay.fill(draft.last);
  await expect.element(lastDay).toHaveFocus();
});

test("shows the server's refusal beside the day", async () => {
  respondTo(
    "POST /api/host/calendar/blocks",
    () => new DomainError("block_too_far", { max_days_ahead: 730 }),
  );
  await opener.click();
  await confirm.click();
  await expect
    .element(dialog.getByText("Days can be blocked two years ahead at most."))
    .toBeVisible();
  await expect.element(lastDay).toHaveAttribute("aria-invalid", "true");
});

test("keeps the dialog when the server can't be reached", async () => {
  respondTo("POST /api/host/calendar/blocks", offline);
  await opener.click();
  await note.fill("In the garage");
  await confirm.click();
  await expect.element(alert).toMatchTextContent("We can't reach the server.");
  await expect.element(alert).toHaveFocus();
  await expect.element(note).toHaveValue("In the garage");
});
