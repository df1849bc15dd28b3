// A host's and an admin's decisions on a booking: approve, reject and cancel.
import { beforeEach, describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { booking, request } from "../../../../../test/components/examples.ts";
import {
  respondTo,
  expectNothingSent,
  expectSent,
  forgetSent,
  hold,
  offline,
} from "../../../../../test/components/fake-api.ts";
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
import { DecisionButtons } from "./decision-buttons.tsx";

const reason = dialog.getByLabelText("Reason", { exact: false });
const alreadyCancelled = new DomainError("transition_refused", {
  transition: "cancel_by_host",
  status: "cancelled",
  payment_status: "refunded",
});

describe("approving", () => {
  test("sends one request, however often the button is pressed", async () => {
    const respond = hold("POST /api/bookings/{id}/approve");
    await show(<DecisionButtons booking={request()} />);
    await button("Approve, Marta, Beach Jeep").dblClick();
    await expect.element(button("Approving...")).toHaveAttribute("aria-busy", "true");
    await expect.element(button("Reject, Marta, Beach Jeep")).toBeDisabled();
    await userEvent.keyboard("{Enter}");
    respond(booking());
    await expectMessage("Booking approved successfully");
    expectSent("POST /api/bookings/{id}/approve", { params: { id: booking().id } });
  });

  test("can be tried again after a failure", async () => {
    respondTo("POST /api/bookings/{id}/approve", () => new DomainError("internal"));
    await show(<DecisionButtons booking={request()} />);
    await button("Approve, Marta, Beach Jeep").click();
    await expectMessage("Failed to update booking status");
    respondTo("POST /api/bookings/{id}/approve", () => booking());
    await button("Approve, Marta, Beach Jeep").click();
    await expectMessage("Booking approved successfully");
  });

  test("says that the card was declined", async () => {
    const declined = booking({ status: "cancelled", payment_status: "failed" });
    respondTo("POST /api/bookings/{id}/approve", () => declined);
    await show(<DecisionButtons booking={request()} />);
    await button("Approve, Marta, Beach Jeep").click();
    await expectMessage("The booking is cancelled.");
  });
});

describe("rejecting", () => {
  const opener = button("Reject, Marta, Beach Jeep");
  beforeEach(() => show(<DecisionButtons booking={request()} />));

  test("says what happens and who reads the reason", async () => {
    await opener.click();
    await expect.element(dialog).toHaveAccessibleName("Reject Booking");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "Beach Jeep, Mon, Jul 6 – Thu, Jul 9 (3 days), BK-4821-7390. Marta's card isn't charged. This action cannot be undone.",
      );
    await expect.element(reason).toHaveAccessibleDescription("We'll email it to Marta.");
  });

  test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Keep Request"));

  test("requires a reason", async () => {
    await opener.click();
    await reason.fill("   ");
    await dialog.getByRole("button", { name: "Reject Booking" }).click();
    await expect.element(dialog.getByText("Enter a reason.")).toBeVisible();
    await expect.element(reason).toBeInvalid();
    await expect.element(reason).toHaveFocus();
    expectNothingSent();
  });

  test("sends the reason once", async () => {
    const respond = hold("POST /api/bookings/{id}/reject");
    await opener.click();
    await reason.fill(" The car is at the garage. ");
    await confirmTwice("Reject Booking", "Rejecting...");
    respond(booking({ status: "rejected" }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expectMessage("Booking rejected successfully");
    expectSent("POST /api/bookings/{id}/reject", {
      params: { id: booking().id },
      body: { reason: "The car is at the garage." },
    });
  });

  test("also blocks the days if the host wants it", async () => {
    respondTo("POST /api/bookings/{id}/reject", () => booking({ status: "rejected" }));
    await opener.click();
    await reason.fill("The car is at the garage.");
    await dialog.getByRole("checkbox", { name: "Also block these days" }).click();
    await dialog.getByRole("button", { name: "Reject Booking" }).click();
    await expectMessage("The days are blocked in your calendar.");
    expectSent("POST /api/bookings/{id}/reject", {
      params: { id: booking().id },
      body: { reason: "The car is at the garage.", block_days: true },
    });
  });

  test("keeps the reason when the dialog is left", async () => {
    await opener.click();
    await reason.fill("The car is at the garage.");
    await userEvent.keyboard("{Escape}");
    await opener.click();
    await expect.element(reason).toHaveValue("The car is at the garage.");
  });

  test("clears the reason once sent", async () => {
    respondTo("POST /api/bookings/{id}/reject", () => booking({ status: "rejected" }));
    await opener.click();
    await reason.fill("The car is at the garage.");
    await dialog.getByRole("button", { name: "Reject Booking" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await opener.click();
    await expect.element(reason).toHaveValue("");
  });

  test("keeps the dialog and the reason after a failure, for another try", async () => {
    respondTo("POST /api/bookings/{id}/reject", () => new DomainError("internal"));
    await opener.click();
    await reason.fill("The car is at the garage.");
    const confirm = dialog.getByRole("button", { name: "Reject Booking" });
    await confirm.click();
    await expectMessage("Failed to update booking status");
    await expect.element(reason).toHaveValue("The car is at the garage.");
    respondTo("POST /api/bookings/{id}/reject", () => booking({ status: "rejected" }));
    await confirm.click();
    await expectMessage("Booking rejected successfully");
  });
});

describe("cancelling as the host", () => {
  const opener = button("Cancel, Marta, Beach Jeep");
  const message = dialog.getByLabelText("Message to the renter", { exact: false });
  const cause = dialog.getByLabelText("Why are you cancelling?");
  const FEE = { fee_cents: 5_850, percent: 25, free_because: null };
  let reads: number;
  beforeEach(async () => {
    reads = 0;
    respondTo("GET /api/bookings/{id}/host-cancellation-fee", () => {
      reads++;
      return FEE;
    });
    await show(<DecisionButtons booking={booking()} />);
  });

  test("says what each side gets, and until when the host can cancel", async () => {
    await opener.click();
    await expect.element(dialog).toHaveAccessibleName("Cancel Booking");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "This cancels Marta's trip with Beach Jeep, Mon, Jul 6 – Thu, Jul 9 (3 days), BK-4821-7390: Marta gets a full refund, and you aren't paid for this trip. This action cannot be undone.",
      );
    await expect.poll(amounts).toEqual([
      ["Marta gets back", "$260.39"],
      ["Change to your earnings", "-$198.90"],
      ["Cancellation fee", "-$58.50"],
    ]);
    await expect.element(dialog).toMatchTextContent("25% of the rental, at least $25");
    await expect
      .element(dialog)
      .toMatchTextContent("You can cancel until Mon, Jul 6, 2026, 11:59 PM.");
  });

  test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Keep Booking"));

  test("requires a cause", async () => {
    await opener.click();
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expect.element(cause).toBeInvalid();
    expectNothingSent();
  });

  test("sends one request, without a message if none was typed", async () => {
    const respond = hold("POST /api/bookings/{id}/cancel");
    await opener.click();
    await cause.selectOptions("car_broken");
    await expect.element(dialog).toMatchTextContent("We'll block these days in your calendar.");
    await confirmTwice("Cancel Booking", "Cancelling...");
    respond(booking({ status: "cancelled", payment_status: "refunded" }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expectMessage("Booking cancelled successfully");
    expectSent("POST /api/bookings/{id}/cancel", {
      params: { id: booking().id },
      body: { cause: "car_broken", fee_cents: FEE.fee_cents },
    });
  });

  test("shows a fee that has changed, and asks again", async () => {
    respondTo("POST /api/bookings/{id}/cancel", () => {
      respondTo("GET /api/bookings/{id}/host-cancellation-fee", () => ({
        ...FEE,
        fee_cents: 11_700,
      }));
      return new DomainError("host_fee_changed", { fee_cents: 11_700 });
    });
    await opener.click();
    await cause.selectOptions("car_broken");
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expectMessage("The cancellation fee is now $117.00.");
    await expect.poll(amounts).toContainEqual(["Cancellation fee", "-$117.00"]);
    forgetSent();
    respondTo("POST /api/bookings/{id}/cancel", () => booking({ status: "cancelled" }));
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expectSent("POST /api/bookings/{id}/cancel", {
      params: { id: booking().id },
      body: { cause: "car_broken", fee_cents: 11_700 },
    });
  });

  test("says why the server refuses", async () => {
    respondTo("POST /api/bookings/{id}/cancel", () => alreadyCancelled);
    await opener.click();
    await cause.selectOptions("renter_concern");
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expectMessage("The booking has changed: it's now cancelled.");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("keeps the dialog and the message when the server can't be reached", async () => {
    respondTo("POST /api/bookings/{id}/cancel", offline);
    await opener.click();
    await cause.selectOptions("car_broken");
    await message.fill("The car broke down.");
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expectMessage("We can't reach the server. Check your connection and try again.");
    await expect.element(message).toHaveValue("The car broke down.");
    await expect.poll(() => reads).toBe(2); // The fee is read again after the failure.
  });
});

describe("cancelling as an admin", () => {
  const opener = button("Cancel Booking, Marta, Beach Jeep");
  beforeEach(() => show(<DecisionButtons booking={booking()} actor="admin" />));

  test("shows the effect on the host and on the platform", async () => {
    await opener.click();
    await expect.poll(amounts).toEqual([
      ["Marta gets back", "$260.39"],
      ["Change to the host's earnings", "-$198.90"],
      ["Change to Caydrive's share", "-$61.49"],
    ]);
  });

  test("requires a reason, and sends it", async () => {
    respondTo("POST /api/bookings/{id}/cancel", () => booking({ status: "cancelled" }));
    await opener.click();
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expect.element(reason).toHaveFocus();
    await expect.element(reason).toBeInvalid();
    expectNothingSent();
    await reason.fill("The host is ill.");
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expectSent("POST /api/bookings/{id}/cancel", {
      params: { id: booking().id },
      body: { reason: "The host is ill." },
    });
  });
});

test("an admin sees the credit that a cancellation returns", async () => {
  const paid = booking();
  await show(
    <DecisionButtons
      booking={{
        ...paid,
        credit_cents: 9_000,
        cancellation: {
          ...paid.cancellation,
          refund_cents: paid.amount_due_cents - 9_000,
          credit_cents: 9_000,
        },
      }}
      actor="admin"
    />,
  );
  await button("Cancel Booking, Marta, Beach Jeep").click();
  await expect.poll(amounts).toEqual([
    ["Marta gets back", "$170.39"],
    ["Credit returned", "$90.00"],
    ["Change to the host's earnings", "-$198.90"],
    ["Change to Caydrive's share", "-$61.49"],
  ]);
});

test("does not tell the host that the renter paid with credit", async () => {
  const { amount_due_cents: whole, cancellation } = booking();
  respondTo("GET /api/bookings/{id}/host-cancellation-fee", () => ({
    fee_cents: 0,
    percent: 0,
    free_because: "first_in_year" as const,
  }));
  await show(
    <DecisionButtons
      booking={booking({
        amount_due_cents: whole - 9_000,
        credit_cents: 9_000,
        cancellation: { ...cancellation, refund_cents: whole - 9_000, credit_cents: 9_000 },
      })}
    />,
  );
  await button("Cancel, Marta, Beach Jeep").click();
  await expect.element(dialog.getByText("$260.39")).toBeVisible();
  await expect.poll(amounts).not.toContainEqual(["Credit returned", "$90.00"]);
});
