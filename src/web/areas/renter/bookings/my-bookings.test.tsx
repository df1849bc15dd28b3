// A renter's bookings: the next trip, an open checkout, cancelling a booking and withdrawing a
// request.
import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { booking, id, request } from "../../../../../test/components/examples.ts";
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

beforeEach(() => {
  listed();
  respondTo("GET /api/checkout-sessions", () => ({ checkouts: [] }));
  respondTo("GET /api/driving", () => ({ trips: [] }));
  respondTo("GET /api/helping", () => ({ hosts: [] }));
  respondTo(
    "GET /api/bookings/{id}/trip",
    () => new DomainError("no_trip", { status: "approved" }),
  );
});

test("the next trip says when it starts, how to get there and whom to call", async () => {
  const { car } = booking();
  const trip = booking({
    car: {
      ...car,
      latitude: 25.07,
      longitude: -77.4,
      pickup_instructions: "Row 4, key in the box.",
      host: { ...car.host, phone: "+12425550111" },
    },
  });
  const later = booking({
    id: id(5),
    car: { ...trip.car, title: "Blue Fit" },
    start_date: "2026-07-08",
  });
  respondTo("GET /api/bookings", () => ({ bookings: [trip, later], next_cursor: null, total: 2 }));
  await show(<MyBookings />);
  const [next, other] = [
    page.getByRole("article", { name: "Beach Jeep" }),
    page.getByRole("article", { name: "Blue Fit" }),
  ];
  await expect.element(next).toMatchTextContent("Starts in 35 days");
  await expect.element(next).toMatchTextContent("Row 4, key in the box.");
  await expect
    .element(next.getByRole("link", { name: "Open in Maps" }))
    .toHaveAttribute("href", "https://www.google.com/maps/search/?api=1&query=25.07%2C-77.4");
  await expect
    .element(next.getByRole("link", { name: /^Call Keisha/ }))
    .toHaveAttribute("href", "tel:+12425550111");
  await expect.element(other).toMatchTextContent("Starts in 37 days");
  expect(other.getByRole("link", { name: /^Call Keisha/ }).elements()).toEqual([]);
});

test("an open checkout has a link to finish it", async () => {
  respondTo("GET /api/checkout-sessions", () => ({
    checkouts: [
      {
        url: "https://checkout.example/1",
        session_id: "cs_1",
        start_date: "2026-07-20",
        end_date: "2026-07-22",
        pickup_time: "10:00",
        return_time: "10:00",
        meeting_place_id: null,
        extras: [],
        drivers: [],
        lines: [],
        usage_terms: null,
        expires_at: "2026-06-01T18:49:00.000Z",
        held_until: "2026-07-22T14:00:00.000Z",
        car: { id: id(3), make: "Toyota", model: "Sienna" },
      },
    ],
  }));
  await show(<MyBookings />);
  const link = page.getByRole("link", { name: "Finish booking your Sienna" });
  await expect.element(link).toHaveAttribute("href", "https://checkout.example/1");
  await expect.element(page.getByRole("main")).toMatchTextContent("held until 2:49 PM");
});

test("says what the renter gets back, and until when", async () => {
  await show(<MyBookings />);
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Cancel Booking");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "Beach Jeep, Mon, Jul 6 – Thu, Jul 9 (3 days), BK-4821-7390. You’ll get a full refund of $260.39. This action cannot be undone. Cancellation fees may apply; for this booking the fee is $0.00.",
    );
  await expect.poll(amounts).toEqual([
    ["You paid", "$260.39"],
    ["Cancellation fee", "$0.00"],
    ["Your refund", "$260.39"],
  ]);
  await expect.element(dialog).toMatchTextContent("Free cancellation until Sun, Jul 5, 10:00 AM.");
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

test("says that the credit comes back, too", async () => {
  const due = booking().amount_due_cents - 9_000;
  listed({
    amount_due_cents: due,
    credit_cents: 9_000,
    refunded_cents: due,
    credit_returned_cents: 1_000,
    cancellation: { ...booking().cancellation, refund_cents: 0, credit_cents: 8_000 },
  });
  await show(<MyBookings />);
  await opener.click();
  await expect
    .element(dialog)
    .toMatchTextContent("Your card has been refunded already, and you’ll get your credit back.");
  await expect.poll(amounts).toContainEqual(["Credit you get back", "$80.00"]);
});

test.each([
  ["partially_refunded", 11_099, 2_300, "$133.99 of $200.99"],
  ["refunded", 0, 9_000, "$90.00"],
] as const)("%s counts what came back as credit", async (payment_status, card, credit, shown) => {
  listed({
    payment_status,
    amount_due_cents: 11_099,
    credit_cents: 9_000,
    refunded_cents: card,
    credit_returned_cents: credit,
  });
  await show(<MyBookings />);
  await expect.element(page.getByRole("main")).toMatchTextContent(shown);
});

test("says that the credit comes back after the bank has returned the payment", async () => {
  listed({
    credit_cents: 9_000,
    dispute: "lost",
    cancellation: { ...booking().cancellation, refund_cents: 0, credit_cents: 9_000 },
  });
  await show(<MyBookings />);
  await opener.click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      "Your bank has already returned your payment, and you’ll get your credit back.",
    );
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
  await expectMessage("You can cancel a booking until 24 hours before pickup.");
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

describe("withdrawing a request", () => {
  const withdraw = button("Withdraw request, Beach Jeep");
  const pending = { ...request(), may: ["withdraw" as const] };
  beforeEach(() => listed(pending));

  test("says what happens to the hold, and changes nothing when the dialog is closed", async () => {
    await show(<MyBookings />);
    await withdraw.click();
    await expect.element(dialog).toHaveAccessibleName("Withdraw request?");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "Beach Jeep, Mon, Jul 6 – Thu, Jul 9 (3 days), BK-4821-7390. We’ll release the $260.39 hold on your card right away. You can request this car for these dates again in 24 hours.",
      );
    await userEvent.keyboard("{Escape}");
    await expectHarmlessExit(withdraw, "Keep request");
  });

  test("sends one request, and moves the focus to the withdrawn request", async () => {
    const respond = hold("POST /api/bookings/{id}/withdraw");
    await show(<MyBookings />);
    await withdraw.click();
    await confirmTwice("Withdraw request", "Withdrawing...");
    const withdrawn = {
      status: "cancelled",
      payment_status: "voided",
      withdrawn: true,
      may: [],
    } satisfies Parameters<typeof booking>[0];
    listed(withdrawn);
    respond(booking(withdrawn));
    await expectMessage("Request withdrawn");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("heading", { name: "Beach Jeep" })).toHaveFocus();
    expectSent("POST /api/bookings/{id}/withdraw", { params: { id: booking().id } });
  });

  test("says that the host was faster", async () => {
    respondTo(
      "POST /api/bookings/{id}/withdraw",
      () =>
        new DomainError("transition_refused", {
          transition: "withdraw_request",
          status: "approved",
          payment_status: "paid",
        }),
    );
    await show(<MyBookings />);
    await withdraw.click();
    await dialog.getByRole("button", { name: "Withdraw request" }).click();
    await expectMessage("The booking has changed: it's now approved.");
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
