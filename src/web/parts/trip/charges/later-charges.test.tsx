// The charges after a trip: paid, contested or waived.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectNothingSent,
  expectSent,
  hold,
  respondTo,
} from "../../../../../test/components/fake-api.ts";
import { button, dialog, show } from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import type { LaterCharge } from "../../../../contract/bookings/later-charges.ts";
import { LaterCharges } from "./later-charges.tsx";

const ID = "0b9f5a5e-3f0f-4c8e-9a51-0d7f3a1c1a11";
const CHARGE = "6f5d3c2b-1a09-4f8e-8d7c-5b4a39281706";
const params = { id: ID, charge_id: CHARGE };

const charge = (given: Partial<LaterCharge> = {}): LaterCharge => ({
  id: CHARGE,
  kind: "late_return",
  explanation: "3 hours after 60 minutes of grace: 3 × $7.50",
  case_id: null,
  amount_cents: 2250,
  host_share_cents: null,
  state: "announced",
  announced_at: "2026-06-01T14:00:00.000Z",
  due_at: "2026-06-04T14:00:00.000Z",
  contested_at: null,
  contest_words: null,
  waived_at: null,
  waive_reason: null,
  refunds: [],
  refundable_cents: 0,
  declined: null,
  paid_at: null,
  card_last4: null,
  may: ["pay", "contest"],
  ...given,
});

async function showCharge(
  given: Partial<LaterCharge> = {},
  side: "renter" | "host" | "admin" = "renter",
) {
  respondTo("GET /api/bookings/{id}/charges", () => ({ charges: [charge(given)] }));
  await show(<LaterCharges bookingId={ID} side={side} />);
  await expect.element(page.getByText(/^3 hours after 60 minutes of grace/)).toBeVisible();
}

test("charges the saved card with one tap", async () => {
  await showCharge();
  const respond = hold("POST /api/bookings/{id}/charges/{charge_id}/payment");
  await button("Pay $22.50").click();
  await expect.element(button("Paying...")).toBeVisible();
  const paid = charge({ state: "paid", paid_at: "2026-06-01T15:00:00.000Z", may: [] });
  respondTo("GET /api/bookings/{id}/charges", () => ({ charges: [paid] }));
  respond({ charges: [paid], checkout_url: null });
  await expect.element(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect.element(button("Pay $22.50")).not.toBeInTheDocument();
  expectSent("POST /api/bookings/{id}/charges/{charge_id}/payment", { params });
});

test("contests a charge only with words", async () => {
  await showCharge();
  await button("Contest").click();
  await dialog.getByRole("button", { name: "Contest the charge" }).click();
  await expect.element(dialog.getByText("Say what isn't right.").first()).toBeVisible();
  expectNothingSent();
  await dialog.getByLabelText("What isn't right?").fill(" I was on time. ");
  respondTo("POST /api/bookings/{id}/charges/{charge_id}/contest", () => ({ charges: [] }));
  await dialog.getByRole("button", { name: "Contest the charge" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/bookings/{id}/charges/{charge_id}/contest", {
    params,
    body: { words: "I was on time." },
  });
});

test("shows the host the earnings, and waives the charge", async () => {
  await showCharge({ host_share_cents: 1913, may: ["waive"] }, "host");
  await expect.element(page.getByText(/You earn \$19\.13\./)).toBeVisible();
  respondTo("POST /api/bookings/{id}/charges/{charge_id}/waiver", () => ({ charges: [] }));
  await button("Waive $22.50").click();
  await expect
    .poll(() => expectSent("POST /api/bookings/{id}/charges/{charge_id}/waiver", { params }))
    .toBeUndefined();
});

test("says that nothing is charged twice if there is no reply", async () => {
  await showCharge();
  respondTo("POST /api/bookings/{id}/charges/{charge_id}/payment", () => {
    throw new TypeError("Failed to fetch");
  });
  await button("Pay $22.50").click();
  await expect.element(page.getByText(/^We can't reach the server\./)).toBeVisible();
  await expect.element(button("Pay $22.50")).toBeEnabled();
});

test("confirms a payment that was made on the checkout page, and shows it live", async () => {
  respondTo("GET /api/bookings/{id}/charges", () => ({
    charges: [charge({ state: "outstanding", declined: "declined", may: ["pay"] })],
  }));
  const respond = hold("POST /api/bookings/{id}/charges/{charge_id}/confirmation");
  await show(<LaterCharges bookingId={ID} side="renter" />, `/?paid_charge=${CHARGE}`);
  await expect.element(page.getByText("Confirming your payment…")).toBeVisible();
  await expect.element(page.getByText("Outstanding")).not.toBeInTheDocument();
  await expect.element(button("Pay $22.50")).not.toBeInTheDocument();
  const paid = charge({ state: "paid", paid_at: "2026-06-01T15:00:00.000Z", may: [] });
  respondTo("GET /api/bookings/{id}/charges", () => ({ charges: [paid] }));
  respond({ charges: [paid] });
  await expect.element(page.getByText("Paid", { exact: true })).toBeVisible();
});

test("says that a payment could not be checked, and lets the renter pay again", async () => {
  respondTo("GET /api/bookings/{id}/charges", () => ({
    charges: [charge({ state: "outstanding", declined: "declined", may: ["pay"] })],
  }));
  respondTo(
    "POST /api/bookings/{id}/charges/{charge_id}/confirmation",
    () => new DomainError("payment_provider_failed"),
  );
  await show(<LaterCharges bookingId={ID} side="renter" />, `/?paid_charge=${CHARGE}`);
  await expect.element(page.getByText(/^The card provider didn't respond\./)).toBeVisible();
  await expect.element(page.getByText("Confirming your payment…")).not.toBeInTheDocument();
  await expect.element(button("Pay $22.50")).toBeEnabled();
});

test("an admin refunds a part of a paid charge, with a reason", async () => {
  const path = "POST /api/admin/bookings/{id}/charges/{charge_id}/refunds";
  const paid = { state: "paid" as const, paid_at: "2026-06-01T15:00:00.000Z" };
  await showCharge({ ...paid, may: ["refund"], refundable_cents: 2250 }, "admin");
  await button("Refund").click();
  await dialog.getByLabelText("Amount in dollars").fill("23");
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await expect.element(dialog.getByText("Enter a reason.").first()).toBeVisible();
  expectNothingSent();
  await dialog.getByLabelText("Amount in dollars").fill("10");
  await dialog.getByLabelText("Reason").fill("There was a hurricane.");
  respondTo(path, () => ({ charges: [] }));
  await dialog.getByRole("button", { name: "Refund $10.00" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent(path, {
    params,
    body: {
      id: expect.any(String),
      amount_cents: 1000,
      borne_by: "shared",
      reason: "There was a hurricane.",
    },
  });
});
