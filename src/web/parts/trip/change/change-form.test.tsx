// A side requests a change, sees its price first, and keeps what was typed after a refusal.
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { bookingChange, changeQuote } from "../../../../../test/components/change-examples.ts";
import { booking, id } from "../../../../../test/components/examples.ts";
import {
  expectNothingSent,
  expectSent,
  forgetSent,
  hold,
  offline,
  respondTo,
} from "../../../../../test/components/fake-api.ts";
import { button, expectMessage, show } from "../../../../../test/components/screen.tsx";
import { DEFAULT_RULES, toWireRules } from "../../../../domain/booking/booking-rules.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { ChangeForm } from "./change-form.tsx";

const QUOTE = "POST /api/bookings/{id}/changes/quote";
const REQUEST = "POST /api/bookings/{id}/changes";
const names = { renter: "Marta", host: "Keisha" };
const params = { id: id(2) };
const answer = { changes: [bookingChange()], may_request: false, checkout_url: null };
const ask = button("Ask for 2 more days");

beforeEach(() => {
  respondTo("GET /api/listings/{id}", () => new DomainError("not_found", { what: "listing" }));
  respondTo("GET /api/listings/{id}/availability", () => ({
    today: "2026-06-01" as const,
    taken: [],
    taken_times: [],
    rules: toWireRules(DEFAULT_RULES),
    date_min_days: {},
    extras_taken: [],
    storm: null,
  }));
  respondTo(QUOTE, () => changeQuote());
});

const showForm = (onClose: () => void = () => undefined) =>
  show(
    <ChangeForm
      booking={booking({ picked_up_at: "2026-06-01T11:00:00.000Z" })}
      side="renter"
      names={names}
      isExtending
      onClose={onClose}
    />,
  );

const extend = () => page.getByRole("radio", { name: "2 more days" }).click({ force: true });

test("shows the price and the deadline of a later return, then sends both", async () => {
  let closed = 0;
  await showForm(() => (closed += 1));
  expectNothingSent();
  await extend();
  await expect.element(page.getByText("$171.60")).toBeVisible();
  await expect.element(page.getByText("To pay when Keisha accepts")).toBeVisible();
  await expect.element(page.getByText(/^Keisha has until 4:00 PM today to answer\./)).toBeVisible();
  await page.getByLabelText(/^Message to Keisha/).fill(" Our flight has moved. ");
  forgetSent();
  const respond = hold(REQUEST);
  await ask.click();
  await expect.element(button("Sending...")).toBeVisible();
  respond(answer);
  await expectMessage("Keisha has been asked for 2 more days");
  expect(closed).toBe(1);
});

test("sends what differs from the booking, with the amounts on the page", async () => {
  await showForm();
  await extend();
  await expect.element(ask).toBeEnabled();
  forgetSent();
  respondTo(REQUEST, () => answer);
  await ask.click();
  await expectMessage("Keisha has been asked for 2 more days");
  expectSent(REQUEST, {
    params,
    body: {
      id: expect.any(String) as string,
      end_date: "2026-07-11",
      amount_due_cents: 17_160,
      refund_cents: 0,
      agreed_refund_max_cents: 0,
      is_auto_accepted: false,
    },
  });
});

test("keeps what was typed when the price has changed, and asks again", async () => {
  await showForm();
  await extend();
  await page.getByLabelText(/^Message to Keisha/).fill("Our flight has moved.");
  const fresh = changeQuote({ amount_due_cents: 18_000 });
  respondTo(QUOTE, () => fresh);
  respondTo(REQUEST, () => new DomainError("change_price_changed", { quote: fresh }));
  await ask.click();
  await expect
    .element(page.getByText("What you saw has changed. Please check it and confirm again."))
    .toBeVisible();
  await expect.element(page.getByText("$180.00")).toBeVisible();
  await expect
    .element(page.getByLabelText(/^Message to Keisha/))
    .toHaveValue("Our flight has moved.");
  respondTo(REQUEST, () => answer);
  await ask.click();
  await expectMessage("Keisha has been asked for 2 more days");
});

test("pays an extension that the host approved in advance with one tap", async () => {
  respondTo(QUOTE, () => changeQuote({ is_auto_accepted: true }));
  await showForm();
  await extend();
  await expect.element(page.getByText(/Keisha has already approved extensions\./)).toBeVisible();
  await expect.element(page.getByLabelText(/^Message to Keisha/)).not.toBeInTheDocument();
  respondTo(REQUEST, () => ({ ...answer, changes: [bookingChange({ state: "accepted" })] }));
  await button("Pay $171.60").click();
  await expectMessage("Your trip has changed: 2 more days");
});

test("offers the nearest periods that work", async () => {
  respondTo(QUOTE, ({ body }) =>
    body.end_date === "2026-07-11"
      ? new DomainError("dates_taken", {
          nearest_free: [
            {
              start_date: "2026-07-06",
              end_date: "2026-07-10",
              pickup_time: "10:00",
              return_time: "10:00",
            },
          ],
        })
      : changeQuote(),
  );
  await showForm();
  await extend();
  await expect.element(page.getByText(/This car is booked on these dates/)).toBeVisible();
  await expect.element(button("Choose what to change")).toBeDisabled();
  await button(/Mon, Jul 6, 10:00 AM – Fri, Jul 10, 10:00 AM/).click();
  await expect.element(ask).toBeEnabled();
});

test("says that there is no network, and tries again", async () => {
  respondTo(QUOTE, offline);
  await showForm();
  await extend();
  await expect.element(page.getByText(/We can't reach the server\./)).toBeVisible();
  respondTo(QUOTE, () => changeQuote());
  await button("Try again").click();
  await expect.element(ask).toBeEnabled();
});
