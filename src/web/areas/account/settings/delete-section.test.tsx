// A person deletes their account.
import { beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { me } from "../../../../../test/components/examples.ts";
import {
  respondTo,
  expectNothingSent,
  expectSent,
  forgetSent,
  hold,
  offline,
} from "../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  show,
} from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import { openPhoneStore, type UnsentEntry } from "../../../session/phone-store.ts";
import { STORED_TRIPS_KEY } from "../../../session/stored-trips.ts";
import { DeleteSection } from "./delete-section.tsx";

const settled = {
  bookings: 0,
  hosted: 0,
  driving: 0,
  payouts: 0,
  balance_cents: 0,
  is_booking_banned: false,
  credit_cents: 0,
  listings: 2,
};
const opener = button("Delete my account");
const password = dialog.getByLabelText("Current password");
const confirm = dialog.getByRole("button", { name: "Delete My Account" });

test("names what prevents the deletion, and does not offer it", async () => {
  respondTo("GET /api/account/departure", () => ({
    ...settled,
    bookings: 1,
    balance_cents: 19_890,
    is_booking_banned: true,
  }));
  await show(<DeleteSection />);
  await expect.element(page.getByText("1 booking that isn't finished or settled")).toBeVisible();
  await expect.element(page.getByText(/^\$198\.90 that we owe you/)).toBeVisible();
  await expect.element(page.getByText(/^a payment that your bank took back/)).toBeVisible();
  await expect.element(opener).not.toBeInTheDocument();
});

describe("an account without open bookings or money", () => {
  beforeEach(async () => {
    respondTo("GET /api/account/departure", () => settled);
    await show(<DeleteSection />);
  });

  test("says what is deleted before it asks for the password", async () => {
    await expect.element(page.getByText(/your 2 listings with their documents/)).toBeVisible();
    await opener.click();
    await expect.element(dialog).toHaveAccessibleName("Delete your account");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "This can't be undone. Your data is deleted now and you'll be signed out on all devices.",
      );
  });

  test("warns of what this browser has not sent", async () => {
    const key: [string, string, string] = [me.user_id, "trip", "entry"];
    const store = await openPhoneStore();
    await store.clear("unsent");
    localStorage.setItem(STORED_TRIPS_KEY, "1");
    await store.put("unsent", {} as UnsentEntry, key);
    await opener.click();
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        / 1 entry from your trip hasn't been sent yet and will be lost\.$/,
      );
    await store.delete("unsent", key);
  });

  test("changes nothing when the dialog is left", () =>
    expectHarmlessExit(opener, "Keep My Account"));

  test("requires the password", async () => {
    await opener.click();
    await confirm.click();
    await expect.element(dialog.getByText("Enter your current password")).toBeVisible();
    await expect.element(password).toHaveFocus();
    await expect.element(password).toBeInvalid();
    expectNothingSent();
  });

  test("keeps the dialog after a wrong password", async () => {
    respondTo("POST /api/account/departure", () => new DomainError("password_wrong"));
    await opener.click();
    await password.fill("conch-salad-8");
    await confirm.click();
    await expect.element(dialog.getByText("Your current password is incorrect.")).toBeVisible();
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveValue("conch-salad-8");
  });

  test("says that nothing was deleted when the server can't be reached", async () => {
    respondTo("POST /api/account/departure", offline);
    await opener.click();
    await password.fill("conch-salad-7");
    await confirm.click();
    await expect
      .element(dialog.getByText("We can't reach the server. Check your connection and try again."))
      .toBeVisible();
    await expect.element(password).toHaveFocus();
  });

  test("shows what prevents the deletion if that has changed since", async () => {
    respondTo("POST /api/account/departure", () => {
      respondTo("GET /api/account/departure", () => ({ ...settled, payouts: 1 }));
      const { listings: _, ...open } = { ...settled, payouts: 1 };
      return new DomainError("account_needed", open);
    });
    await opener.click();
    await password.fill("conch-salad-7");
    await confirm.click();
    await expect
      .element(dialog)
      .toMatchTextContent("You still have open bookings or payments. See the list on this page.");
    await dialog.getByRole("button", { name: "Keep My Account" }).click();
    await expect.element(page.getByText("1 payout on the way to your bank")).toBeVisible();
  });

  test("deletes once, signs out and leaves for the home page", async () => {
    const respond = hold("POST /api/account/departure");
    await opener.click();
    await password.fill("conch-salad-7");
    await confirmTwice("Delete My Account", "Deleting...");
    expectSent("POST /api/account/departure", { body: { password: "conch-salad-7" } });
    forgetSent();
    respondTo("POST /auth/v1/logout", () => null);
    respond({ deleted: true });
    await expectMessage("Account deleted");
    await expect.element(page.getByRole("heading", { name: "/" })).toBeVisible();
    expectSent("POST /auth/v1/logout", { query: { scope: "local" } });
  });
});
