// The deposit on a trip's page: the decisions that move money or cancel.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectNothingSent,
  expectSent,
  hold,
  respondTo,
} from "../../../../../test/components/fake-api.ts";
import { button, dialog, show } from "../../../../../test/components/screen.tsx";
import type { Deposit } from "../../../../contract/bookings/deposits.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { DepositPanel } from "./deposit-panel.tsx";

const ID = "0b9f5a5e-3f0f-4c8e-9a51-0d7f3a1c1a11";
const params = { id: ID };

const deposit = (given: Partial<Deposit>): Deposit => ({
  amount_cents: 15_000,
  state: "held",
  hold_at: "2026-05-31T14:00:00.000Z",
  held_at: "2026-05-31T14:00:00.000Z",
  card_last4: "4242",
  act_by: null,
  release_at: null,
  has_open_case: false,
  ended_at: null,
  taken_cents: 0,
  renter_clean_at: null,
  host_clean_at: null,
  may: [],
  ...given,
});
/** The parts of a trip that the panel reads. */
const trip = (side: Trip["side"], given: Partial<Deposit>, isReturned = false): Trip =>
  ({
    booking_id: ID,
    side,
    renter: { first_name: "Tamika", last_name: "Rolle" },
    host: { first_name: "Keisha", last_name: "Knowles" },
    return: { confirmation: isReturned ? {} : null },
    deposit: deposit(given),
  }) as unknown as Trip;

test("the renter sees what is held, and until when", async () => {
  await show(<DepositPanel trip={trip("renter", {})} />);
  await expect
    .element(page.getByText(/^Held on your card ending in 4242 since .*otherwise 48 hours/))
    .toBeVisible();
});

test("the host cancels without a fee after a confirmation", async () => {
  const declined = {
    state: "undecided" as const,
    act_by: "2026-06-01T10:00:00.000Z",
    may: ["hand_over" as const, "cancel" as const],
  };
  await show(<DepositPanel trip={trip("host", declined)} />);
  await button("Cancel without a fee").click();
  await expect.element(dialog.getByText("Cancel this booking?")).toBeVisible();
  expectNothingSent();
  respondTo("POST /api/bookings/{id}/deposit/cancellation", () => ({
    deposit: deposit({ state: "lapsed" }),
  }));
  await button("Cancel booking").click();
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/bookings/{id}/deposit/cancellation", { params });
});

test("each side reports a clean return with one tap", async () => {
  const returned = {
    release_at: "2026-06-03T14:00:00.000Z",
    host_clean_at: "2026-06-01T14:00:00.000Z",
    may: ["report_clean" as const],
  };
  await show(<DepositPanel trip={trip("renter", returned, true)} />);
  await expect
    .element(page.getByText(/^Keisha reported a clean return. When you do too, it's released./))
    .toBeVisible();
  const respond = hold("POST /api/bookings/{id}/deposit/clean-return");
  await button("I returned it clean").click();
  await expect.element(button("Sending...")).toBeVisible();
  respond({ deposit: deposit({ state: "released" }) });
  await expect.element(button("I returned it clean")).toBeVisible();
  expectSent("POST /api/bookings/{id}/deposit/clean-return", { params });
});

test("the renter uses another card by the deadline", async () => {
  const declined = {
    state: "declined" as const,
    held_at: null,
    act_by: "2026-06-01T10:00:00.000Z",
    may: ["provide_card" as const],
  };
  await show(<DepositPanel trip={trip("renter", declined)} />);
  await expect
    .element(page.getByText(/^We couldn't hold it on your card. Please use another card by /))
    .toBeVisible();
  const respond = hold("POST /api/bookings/{id}/deposit/card");
  await button("Use another card").click();
  await expect.element(button("Opening...")).toBeVisible();
  respond({ checkout_url: "#checkout" });
  await expect.poll(() => location.hash).toBe("#checkout");
  location.hash = "";
  expectSent("POST /api/bookings/{id}/deposit/card", { params });
});

test("the host hands over without a deposit when it is too late to cancel", async () => {
  const undecided = { state: "undecided" as const, may: ["hand_over" as const] };
  await show(<DepositPanel trip={trip("host", undecided)} />);
  await expect.element(page.getByText(/Hand over without a deposit. If you hand/)).toBeVisible();
  respondTo("POST /api/bookings/{id}/deposit/waiver", () => ({
    deposit: deposit({ state: "waived" }),
  }));
  await button("Hand over without a deposit").click();
  expectNothingSent();
  await button("Hand over without it").click();
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/bookings/{id}/deposit/waiver", { params });
});
