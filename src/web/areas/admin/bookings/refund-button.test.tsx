// An admin refunds part of a booking's charge.
import { beforeEach, expect, test } from "vitest";
import { booking } from "../../../../../test/components/examples.ts";
import {
  respondTo,
  expectNothingSent,
  expectSent,
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
import { RefundButton } from "./refund-button.tsx";

const person = booking().id;
const charged = {
  ...booking(),
  renter_id: person,
  host_id: person,
  hold_reason: null,
  is_car_out: false,
  stripe_session_id: null,
  given_back_days: 0,
  refunded_days: 0,
};

const opener = button("Partial Refund");
const alert = dialog.getByRole("alert");
const anAmount = dialog.getByRole("radio", { name: /^An amount/ });
const amount = dialog.getByLabelText("Amount in dollars");
const byPlatform = dialog.getByRole("radio", { name: /^Caydrive/ });
const byHost = dialog.getByRole("radio", { name: /^The host/ });
const reason = dialog.getByLabelText("Reason");

beforeEach(() => show(<RefundButton booking={charged} mostCents={26_038} />));

async function fillIn(dollars: string): Promise<void> {
  await opener.click();
  await anAmount.click();
  await amount.fill(dollars);
  await byHost.click();
  await reason.fill(" The top would not close. ");
}

test("shows the effect on each side as the form is filled in", async () => {
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Partial Refund");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "Marta paid for Beach Jeep, Mon, Jul 6 – Thu, Jul 9 (3 days). The booking itself doesn't change, and its days stay booked.",
    );
  // By default a day, of which each side gives back what it earned.
  await expect.poll(amounts).toEqual([
    ["Marta gets back", "$86.80"],
    ["Change to the host's earnings", "-$66.30"],
    ["Change to Caydrive's share", "-$20.50"],
    ["The host then earns", "$132.60"],
  ]);
  await anAmount.click();
  await expect
    .element(amount)
    .toHaveAccessibleDescription("Up to $260.38. For a full refund, cancel the booking.");
  await expect.poll(amounts).toEqual([
    ["Marta gets back", "$0.00"],
    ["The host then earns", "$198.90"],
  ]);
  await amount.fill("20");
  await byPlatform.click();
  await expect.poll(amounts).toEqual([
    ["Marta gets back", "$20.00"],
    ["Change to the host's earnings", "None"],
    ["Change to Caydrive's share", "-$20.00"],
    ["The host then earns", "$198.90"],
  ]);
  await byHost.click();
  await expect.poll(amounts).toEqual([
    ["Marta gets back", "$20.00"],
    ["Change to the host's earnings", "-$20.00"],
    ["Change to Caydrive's share", "None"],
    ["The host then earns", "$178.90"],
  ]);
  await amount.fill("200");
  await expect.element(dialog).toMatchTextContent("Caydrive covers the other $1.10.");
});

test("says what the renter gets as credit, after what the card paid", async () => {
  const paid = { ...charged, amount_due_cents: charged.amount_due_cents - 9_000 };
  await show(<RefundButton booking={{ ...paid, credit_cents: 9_000 }} mostCents={26_038} />);
  await opener.last().click();
  await dialog.getByLabelText("Days", { exact: true }).selectOptions("2 days: $173.59");
  await expect.poll(amounts).toEqual([
    ["Marta gets back", "$173.59"],
    ["Of that, as credit", "$3.20"],
    ["Change to the host's earnings", "-$132.60"],
    ["Change to Caydrive's share", "-$40.99"],
    ["The host then earns", "$66.30"],
  ]);
});

test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Back"));

test("names all errors, and takes the person to each", async () => {
  await opener.click();
  await anAmount.click();
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect.element(alert).toHaveFocus();
  await expect.element(alert).toMatchTextContent("Please check these:");
  await alert.getByRole("link", { name: "Enter a reason." }).click();
  await expect.element(reason).toHaveFocus();
  await alert.getByRole("link", { name: "Enter an amount." }).click();
  await expect.element(amount).toHaveFocus();
  expectNothingSent();
});

test.each([
  ["-20", "Enter an amount above zero."],
  ["0", "Enter an amount above zero."],
  ["20.005", "Use two decimals at most, such as 20.50."],
  ["twenty", "Enter an amount in dollars, such as 20 or 20.50."],
  ["260.39", "A partial refund can be $260.38 at most."],
])("refuses an amount of %s", async (typed, said) => {
  await fillIn(typed);
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect.element(alert).toMatchTextContent(said);
  await expect.element(amount).toBeInvalid();
  expectNothingSent();
});

test("sends days", async () => {
  const respond = hold("POST /api/admin/bookings/{id}/refunds");
  await opener.click();
  await dialog.getByLabelText("Days", { exact: true }).selectOptions("2 days: $173.59");
  await reason.fill("Brought back early.");
  await confirmTwice("Refund $173.59", "Refunding...");
  respond({ ...charged, refunded_cents: 17_359 });
  await expectMessage("Refund of $173.59 confirmed");
  expectSent("POST /api/admin/bookings/{id}/refunds", {
    params: { id: charged.id },
    body: {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      days: 2,
      borne_by: "shared",
      reason: "Brought back early.",
    },
  });
});

test("sends one refund", async () => {
  const respond = hold("POST /api/admin/bookings/{id}/refunds");
  await fillIn("12,50");
  await confirmTwice("Refund $12.50", "Refunding...");
  respond({ ...charged, refunded_cents: 1_250 });
  await expectMessage("Refund of $12.50 confirmed");
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/admin/bookings/{id}/refunds", {
    params: { id: charged.id },
    body: {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      amount: 12.5,
      borne_by: "host",
      reason: "The top would not close.",
    },
  });
});

test("sends the same refund again after a lost response, and another one afterwards", async () => {
  const ids: string[] = [];
  const refund = dialog.getByRole("button", { name: "Refund $20.00" });
  respondTo("POST /api/admin/bookings/{id}/refunds", ({ body }) => {
    ids.push(body.id);
    return offline();
  });
  await fillIn("20");
  await refund.click();
  await expect.element(alert).toHaveFocus();
  await expect.element(alert).toMatchTextContent("We can't tell whether it went through.");
  await expect.element(alert).toMatchTextContent("sending it again won't refund twice");
  await expect.element(amount).toHaveValue("20");
  await expect.element(byHost).toBeChecked();

  respondTo("POST /api/admin/bookings/{id}/refunds", ({ body }) => {
    ids.push(body.id);
    return charged;
  });
  await refund.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await fillIn("20");
  await refund.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [first, again, next] = ids;
  expect(ids).toHaveLength(3);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

test("keeps what was typed when the server refuses the amount", async () => {
  respondTo(
    "POST /api/admin/bookings/{id}/refunds",
    () => new DomainError("refund_too_high", { refundable_cents: 1_000 }),
  );
  await fillIn("20");
  await dialog.getByRole("button", { name: "Refund $20.00" }).click();
  await expect.element(alert).toHaveFocus();
  await expect.element(alert).toMatchTextContent("Nothing was refunded.");
  await expect.element(alert).toMatchTextContent("You can refund up to $10.00 here.");
  await expect.element(amount).toHaveValue("20");
  await expect.element(reason).toHaveValue(" The top would not close. ");
});

test("closes when the booking has changed", async () => {
  respondTo(
    "POST /api/admin/bookings/{id}/refunds",
    () =>
      new DomainError("transition_refused", {
        transition: "refund_in_part",
        status: "cancelled",
        payment_status: "refunded",
      }),
  );
  await fillIn("20");
  await dialog.getByRole("button", { name: "Refund $20.00" }).click();
  await expectMessage("The booking has changed: it's now cancelled.");
  await expect.element(dialog).not.toBeInTheDocument();
});
