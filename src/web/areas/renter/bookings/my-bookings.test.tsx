// A renter cancels a booking.
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { booking } from "../../../../../test/components/examples.ts";
import { respondTo, expectSent, hold, offline } from "../../../../../test/components/fake-api.ts";
import {
  amounts,
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  show,
} from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import MyBookings from "./my-bookings.tsx";

const opener = button("Cancel, Beach Jeep");
const cancel = dialog.getByRole("button", { name: "Cancel Booking" });
const listed = (changes: Parameters<typeof booking>[0] = {}) =>
  respondTo("GET /api/bookings", () => ({
    bookings: [booking(changes)],
    next_cursor: null,
    total: 1,
  }));

/** Twenty dollars were refunded before; cancelling costs ten. */
const partlyRefunded = {
  refunded_cents: 2_000,
  cancellation: { ...booking().cancellation, fee_cents: 1_000, refund_cents: 23_039 },
};

beforeEach(() => listed());

test("says what the renter gets back, and until when", async () => {
  await show(<MyBookings />);
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Cancel Booking");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "Beach Jeep, Mon, Jul 6 - Thu, Jul 9 (3 days). You’ll get a full refund of $260.39. This action cannot be undone. Cancellation fees may apply; for this booking the fee is $0.00.",
    );
  await expect.poll(amounts).toEqual([
    ["You paid", "$260.39"],
    ["Cancellation fee", "$0.00"],
    ["Your refund", "$260.39"],
  ]);
  await expect.element(dialog).toMatchTextContent("Free cancellation until Sat, Jul 4, 11:59 PM.");
});

test("deducts the fee and earlier refunds", async () => {
  listed(partlyRefunded);
  await show(<MyBookings />);
  await opener.click();
  await expect.element(dialog).toMatchTextContent("You’ll get $230.39 back.");
  await expect.poll(amounts).toEqual([
    ["You paid", "$260.39"],
    ["Already refunded", "-$20.00"],
    ["Cancellation fee", "$10.00"],
    ["Your refund", "$230.39"],
  ]);
});

test("changes nothing when the dialog is left", async () => {
  await show(<MyBookings />);
  await expectHarmlessExit(opener, "Keep Booking");
});

test("sends one request, and moves the focus to the cancelled booking", async () => {
  const respond = hold("POST /api/bookings/{id}/cancel");
  await show(<MyBookings />);
  await opener.click();
  await confirmTwice("Cancel Booking", "Cancelling...");
  const cancelled = {
    status: "cancelled",
    cancellation: { ...booking().cancellation, allowed: false },
    may: [],
  } satisfies Parameters<typeof booking>[0];
  listed(cancelled);
  respond(booking(cancelled));
  await expectMessage("Booking cancelled successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Beach Jeep" })).toHaveFocus();
  expectSent("POST /api/bookings/{id}/cancel", { params: { id: booking().id }, body: {} });
});

test("says why the server refuses", async () => {
  respondTo(
    "POST /api/bookings/{id}/cancel",
    () => new DomainError("cancellation_too_late", { hours: 24 }),
  );
  await show(<MyBookings />);
  await opener.click();
  await cancel.click();
  await expectMessage("You can cancel a booking until 24 hours before it starts.");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("says that the server can't be reached", async () => {
  respondTo("POST /api/bookings/{id}/cancel", offline);
  await show(<MyBookings />);
  await opener.click();
  await cancel.click();
  await expectMessage("We can't reach the server. Check your connection and try again.");
  await expect.element(opener).toBeVisible();
});
