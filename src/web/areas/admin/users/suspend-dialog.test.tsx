// An admin suspends a person and chooses what happens to each open booking, which moves money.
import { describe, expect, test } from "vitest";
import { user } from "../../../../../test/components/examples.ts";
import { respondTo, expectSent, hold, offline } from "../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  showDialog,
} from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import type { BookingChoice } from "../../../../domain/booking/admin/trip-hold.ts";
import type { OpenBooking } from "../../../../domain/booking/admin/open-booking.ts";
import { toCalendarDate } from "../../../../domain/calendar/dates.ts";
import { SuspendDialog } from "./suspend-dialog.tsx";

const opener = button("Open");
const reason = dialog.getByLabelText("Reason");
const confirm = dialog.getByRole("button", { name: "Suspend Account" });

const open = (changes: Partial<OpenBooking> = {}): OpenBooking => ({
  id: "0190e0a0-0000-7000-8000-00000000b001",
  number: "BK-1111-1111",
  side: "renter",
  state: "upcoming",
  start_date: toCalendarDate("2026-06-10"),
  end_date: toCalendarDate("2026-06-12"),
  car: "2020 Toyota Vitz",
  license_plate: "SD 1",
  other: "Aaliyah Ferguson",
  amount_due_cents: 11_099,
  credit_cents: 9_000,
  refund_cents: 20_099,
  may_cancel: true,
  on_hold: false,
  version: "2026-05-30T12:00:00.000Z",
  ...changes,
});
const REQUEST = open({
  id: "0190e0a0-0000-7000-8000-00000000b002",
  number: "BK-2222-2222",
  state: "request",
  refund_cents: 0,
});
const UNDER_WAY = open({
  id: "0190e0a0-0000-7000-8000-00000000b003",
  number: "BK-3333-3333",
  state: "in_progress",
  refund_cents: 10_000,
});

async function show(bookings: OpenBooking[] = []) {
  respondTo("GET /api/admin/users/{id}/open-bookings", () => ({ bookings }));
  await showDialog((close) => <SuspendDialog person={user} onClose={close} />);
  await opener.click();
}
const choiceOf = (number: string) => dialog.getByLabelText(`What happens to ${number}`);
const sent = ({ id, state, version }: OpenBooking, choice: BookingChoice) => ({
  id,
  state,
  version,
  choice,
});

describe("a person without open bookings", () => {
  test("is suspended with a reason, once", async () => {
    const respond = hold("POST /api/admin/users/{id}/suspension");
    await show();
    await expect.element(dialog).toHaveAccessibleName("Suspend Account");
    await expect.element(dialog.getByText("Dario has no open bookings.")).toBeVisible();
    await expect.element(reason).toHaveAccessibleDescription("We'll email it to Dario.");
    await reason.fill("Three complaints.");
    await confirmTwice("Suspend Account", "Suspending...");
    respond({ ...user, suspended_at: "2026-06-01T12:00:00.000Z" });
    await expectMessage("Dario Knowles is suspended");
    await expect.element(dialog).not.toBeInTheDocument();
    expectSent("POST /api/admin/users/{id}/suspension", {
      params: { id: user.id },
      body: { suspended: true, reason: "Three complaints.", bookings: [] },
    });
  });

  test("is not suspended without a reason", async () => {
    await show();
    await expect.element(dialog.getByText("Dario has no open bookings.")).toBeVisible();
    await confirm.click();
    await expect.element(dialog.getByText("Enter a reason.")).toBeVisible();
    await expect.element(reason).toHaveFocus();
  });

  test("stays when somebody else was faster", async () => {
    respondTo("POST /api/admin/users/{id}/suspension", () => new DomainError("user_changed"));
    await show();
    await reason.fill("Three complaints.");
    await confirm.click();
    await expectMessage("This account was changed elsewhere. You now see the latest version.");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("stays when the server can't be reached, and the reason is kept", async () => {
    respondTo("POST /api/admin/users/{id}/suspension", offline);
    await show();
    await reason.fill("Three complaints.");
    await confirm.click();
    await expectMessage("We can't reach the server. Check your connection and try again.");
    await expect.element(reason).toHaveValue("Three complaints.");
  });
});

describe("open bookings", () => {
  test("have a default for each state, and say what will be refunded", async () => {
    respondTo("POST /api/admin/users/{id}/suspension", () => user);
    await show([open(), REQUEST, UNDER_WAY]);
    await expect.element(choiceOf("BK-1111-1111")).toHaveValue("hold");
    await expect.element(choiceOf("BK-2222-2222")).toHaveValue("cancel");
    await expect.element(choiceOf("BK-3333-3333")).toHaveValue("keep");
    await expect.element(dialog.getByText("No money will be refunded.")).toBeVisible();
    await choiceOf("BK-1111-1111").selectOptions("cancel");
    await expect.element(dialog.getByText("$200.99 will be refunded.")).toBeVisible();
    await reason.fill("Fraud.");
    await confirm.click();
    await expectMessage("Dario Knowles is suspended");
    expectSent("POST /api/admin/users/{id}/suspension", {
      params: { id: user.id },
      body: {
        suspended: true,
        reason: "Fraud.",
        bookings: [sent(open(), "cancel"), sent(REQUEST, "cancel"), sent(UNDER_WAY, "keep")],
      },
    });
  });

  test("can all get the same choice", async () => {
    await show([open(), REQUEST, UNDER_WAY]);
    await dialog.getByLabelText("Same for all").selectOptions("cancel");
    for (const number of ["BK-1111-1111", "BK-2222-2222", "BK-3333-3333"])
      await expect.element(choiceOf(number)).toHaveValue("cancel");
    await expect.element(dialog.getByText("$300.99 will be refunded.")).toBeVisible();
  });

  test("are shown again when they have changed, with the choices and the reason", async () => {
    const added = open({ id: "0190e0a0-0000-7000-8000-00000000b004", number: "BK-4444-4444" });
    await show([open()]);
    await choiceOf("BK-1111-1111").selectOptions("cancel");
    await reason.fill("Fraud.");
    const bookings = [open(), added];
    respondTo("GET /api/admin/users/{id}/open-bookings", () => ({ bookings }));
    respondTo(
      "POST /api/admin/users/{id}/suspension",
      () => new DomainError("open_bookings_changed", { bookings }),
    );
    await confirm.click();
    await expect.element(choiceOf("BK-4444-4444")).toHaveValue("hold");
    await expect.element(choiceOf("BK-1111-1111")).toHaveValue("cancel");
    await expect
      .element(dialog.getByText("The open bookings have changed. Check the choices again."))
      .toBeVisible();
    await expect.element(reason).toHaveValue("Fraud.");
  });

  test("can't be cancelled while the card is being charged", async () => {
    await show([open({ may_cancel: false, state: "request" })]);
    await expect.element(choiceOf("BK-1111-1111")).toHaveValue("hold");
    await expect
      .element(choiceOf("BK-1111-1111").getByRole("option", { name: /Cancel|Decline/ }))
      .not.toBeInTheDocument();
  });

  test("change nothing when the dialog is left", async () => {
    respondTo("GET /api/admin/users/{id}/open-bookings", () => ({ bookings: [open()] }));
    await showDialog((close) => <SuspendDialog person={user} onClose={close} />);
    await expectHarmlessExit(opener, "Keep Account");
  });
});
