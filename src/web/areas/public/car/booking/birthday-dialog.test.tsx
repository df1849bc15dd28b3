// A renter states their date of birth at the first booking.
import { beforeEach, expect, test, vi } from "vitest";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  showDialog,
} from "../../../../../../test/components/screen.tsx";
import { ApiError } from "../../../../api/api.ts";
import BirthdayDialog, { type BirthdayDialogProps } from "./birthday-dialog.tsx";

const opener = button("Open");
const birthday = dialog.getByLabelText("Date of birth");
const confirm = dialog.getByRole("button", { name: "Save and book" });
const save = vi.fn<BirthdayDialogProps["onSave"]>();

beforeEach(async () => {
  save.mockReset();
  await showDialog((close) => (
    <BirthdayDialog startDate="2026-07-06" onClose={close} onSave={save} />
  ));
});

test("says why we ask", async () => {
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("What's your date of birth?");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "You must be 21 or older on the start date. We'll save it to your profile.",
    );
});

test("saves nothing when the dialog is left", async () => {
  await expectHarmlessExit(opener, "Not now");
  expect(save).not.toHaveBeenCalled();
});

test("saves the date once", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  save.mockReturnValue(promise);
  await opener.click();
  await birthday.fill("2005-07-06");
  await confirmTwice("Save and book", "Creating Booking...");
  resolve();
  await expect.element(confirm).not.toHaveAttribute("aria-busy");
  expect(save).toHaveBeenCalledExactlyOnceWith("2005-07-06");
});

test.each([
  ["", "Enter your date of birth."],
  ["2026-06-01", "Enter your date of birth."],
  ["2005-07-07", "You must be at least 21 on the start date. Please check your date of birth."],
])("refuses %j before anything is saved", async (date, sentence) => {
  await opener.click();
  await birthday.fill(date);
  await confirm.click();
  await expect.element(birthday).toHaveFocus();
  await expect.element(birthday).toHaveAccessibleDescription(sentence);
  expect(save).not.toHaveBeenCalled();
});

test.each([
  [
    "the server's reason",
    new ApiError("invalid_request", 400, {}, [
      { field: "body.date_of_birth", message: "Date of birth must be a day in the past." },
    ]),
    "Date of birth must be a day in the past.",
  ],
  [
    "a lost connection",
    new ApiError("offline", 0),
    "We can't reach the server. Check your connection and try again.",
  ],
  [
    "a fault of the server",
    new ApiError("internal", 500),
    "We couldn't save your date of birth. Please try again.",
  ],
])("shows %s at the date, which stays", async (_what, error, sentence) => {
  save.mockRejectedValue(error);
  await opener.click();
  await birthday.fill("1990-05-17");
  await confirm.click();
  await expect.element(birthday).toHaveFocus();
  await expect.element(birthday).toHaveAccessibleDescription(sentence);
  await expect.element(birthday).toHaveValue("1990-05-17");
});
