// The open request on both sides: its deadline, and the steps that move money. Then its record.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { bookingChange } from "../../../../../test/components/change-examples.ts";
import { id } from "../../../../../test/components/examples.ts";
import {
  expectNothingSent,
  expectSent,
  hold,
  offline,
  respondTo,
} from "../../../../../test/components/fake-api.ts";
import { button, show } from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import { ChangeHistory } from "./change-history.tsx";
import type { BookingChange, ChangeViewer } from "./change-text.ts";
import { OpenChange } from "./open-change.tsx";

const ACCEPT = "POST /api/bookings/{id}/changes/{change_id}/acceptance";
const params = { id: id(2), change_id: id(6) };
const done = { changes: [], may_request: true };

const showChange = (change: Partial<BookingChange>, viewer: ChangeViewer) =>
  show(
    <OpenChange
      bookingId={id(2)}
      change={bookingChange(change)}
      viewer={viewer}
      names={{ renter: "Marta", host: "Keisha" }}
    />,
  );

test("the host accepts with the earnings on the button", async () => {
  const message = "Our flight has moved.";
  await showChange({ may: ["accept", "decline"], host_share_cents: 13_260, message }, "host");
  await expect.element(page.getByText("Marta asks for 2 more days")).toBeVisible();
  await expect.element(page.getByText("“Our flight has moved.”")).toBeVisible();
  await expect.element(page.getByText(/^Answer by 4:00 PM today\..*\(8 h left\)$/)).toBeVisible();
  await expect.element(page.getByText("Service fee")).not.toBeInTheDocument();
  const respond = hold(ACCEPT);
  await button("Accept, you earn $132.60").click();
  await expect.element(button("Accepting...")).toBeVisible();
  await expect.element(button("Decline")).toBeDisabled();
  respond({ ...done, checkout_url: null });
  await expect.element(button("Accept, you earn $132.60")).toBeEnabled();
  expectSent(ACCEPT, { params, body: {} });
});

test("the host gives back late days only within the bounds", async () => {
  await showChange(
    { may: ["accept", "decline"], amount_due_cents: 0, agreed_refund_max_cents: 6_600 },
    "host",
  );
  const refund = page.getByLabelText("How much will you give back, in dollars?");
  for (const wrong of ["", "66.01", "much"]) {
    await refund.fill(wrong);
    await button("Accept").click();
    await expect
      .element(page.getByText("Enter an amount from $0.00 to $66.00.").first())
      .toBeVisible();
  }
  expectNothingSent();
  respondTo(ACCEPT, () => ({ ...done, checkout_url: null }));
  await refund.fill("$33");
  await button("Accept").click();
  await expect
    .poll(() => expectSent(ACCEPT, { params, body: { agreed_refund_cents: 3_300 } }))
    .toBeUndefined();
});

test("the renter sees that the card was declined, by when to pay, and how", async () => {
  await showChange(
    { state: "awaiting_payment", declined: "declined", may: ["pay", "withdraw"] },
    "renter",
  );
  await expect
    .element(page.getByText(/^We couldn't charge your card\. Pay by 4:00 PM today/))
    .toBeVisible();
  const PAY = "POST /api/bookings/{id}/changes/{change_id}/payment";
  respondTo(PAY, offline);
  await button("Pay $171.60").click();
  await expect.element(page.getByText(/^We can't reach the server\./)).toBeVisible();
  respondTo(PAY, () => new DomainError("change_closed", { state: "expired" }));
  await button("Pay $171.60").click();
  await expect
    .element(page.getByText("This request has expired. You can ask again."))
    .toBeVisible();
});

test("the side that asked waits, and can withdraw", async () => {
  await showChange({ may: ["withdraw"] }, "renter");
  await expect.element(page.getByText("You asked for 2 more days")).toBeVisible();
  await expect
    .element(page.getByText(/^Keisha has until 4:00 PM today to answer\. The days are held/))
    .toBeVisible();
  const WITHDRAW = "POST /api/bookings/{id}/changes/{change_id}/withdrawal";
  respondTo(WITHDRAW, () => done);
  await button("Withdraw").click();
  await expect.poll(() => expectSent(WITHDRAW, { params })).toBeUndefined();
});

test.each([
  [{}, "Not answered in time"],
  [{ answered_at: "2026-06-01T13:00:00.000Z" }, "Not paid in time"],
  [{ closed_at: "2026-06-01T14:00:00.000Z" }, "No longer possible"],
  [{ refunded_cents: 17_160 }, "$171.60 was paid too late and will be refunded to the card."],
])("the history says how a request with %o ended", async (ended, text) => {
  const expired = { state: "expired", closed_at: "2026-06-01T20:00:00.000Z", ...ended } as const;
  const names = { renter: "Marta", host: "Keisha" };
  await show(<ChangeHistory changes={[bookingChange(expired)]} viewer="renter" names={names} />);
  await expect.element(page.getByText(text)).toBeVisible();
});
