// A host deletes a listing, or takes it off the site.
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { HostCar } from "../../../../contract/host/calendar.ts";
import { block, booking, listing } from "../../../../../test/components/examples.ts";
import {
  respondTo,
  expectNothingSent,
  expectSent,
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
import HostListings from "./host-listings.tsx";

const opener = button("Delete, Beach Jeep");
const confirm = dialog.getByRole("button", { name: "Delete Listing" });

const answerList = (listings: (typeof listing)[]) =>
  respondTo("GET /api/host/listings", () => ({
    listings,
    next_cursor: null,
    total: listings.length,
    active: listings.length,
  }));

beforeEach(async () => {
  answerList([listing]);
  respondTo("GET /api/host/listing-drafts", () => ({ drafts: [] }));
  respondTo("GET /api/host/settings", () => ({
    booking_mode: "instant",
    documents_required: false,
  }));
  await show(<HostListings />);
});

test("says what is deleted, and suggests deactivating it", async () => {
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Delete Listing");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "This deletes Beach Jeep. This action cannot be undone. You can still see its past bookings.",
    );
  await expect
    .element(dialog)
    .toMatchTextContent("To pause bookings, deactivate the listing instead.");
});

test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Keep Listing"));

test("deletes it once", async () => {
  const respond = hold("DELETE /api/host/listings/{id}");
  await opener.click();
  await confirmTwice("Delete Listing", "Deleting...");
  answerList([]);
  respond({ deleted: true });
  await expectMessage("Listing deleted successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).not.toBeInTheDocument();
  expectSent("DELETE /api/host/listings/{id}", { params: { id: listing.id } });
});

test("says why a car with bookings can't be deleted", async () => {
  respondTo(
    "DELETE /api/host/listings/{id}",
    () => new DomainError("listing_has_bookings", { last_day: "2026-07-09" }),
  );
  await opener.click();
  await confirm.click();
  await expectMessage(
    "This car is booked until Thursday, July 9th, 2026. Deactivate the listing to stop new bookings, and delete it after that day.",
  );
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("says that the server can't be reached", async () => {
  respondTo("DELETE /api/host/listings/{id}", offline);
  await opener.click();
  await confirm.click();
  await expectMessage(
    "Failed to delete listing. We can't reach the server. Check your connection and try again.",
  );
  await expect.element(opener).toBeVisible();
});

const ranges = (...found: HostCar["ranges"]) =>
  respondTo("GET /api/host/calendar", () => ({
    today: "2026-06-01",
    cars: [{ car_id: listing.id, ranges: found, feeds_stale: false }],
  }));

test("deactivates a car without bookings once, without asking", async () => {
  ranges(block);
  const respond = hold("POST /api/host/listings/{id}/availability");
  await button("Deactivate, Beach Jeep").dblClick();
  await expect.element(button(/^Deactivat/)).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Enter}");
  answerList([{ ...listing, is_available: false }]);
  respond({ ...listing, is_available: false });
  await expectMessage("Listing deactivated successfully");
  await expect.element(button("Activate, Beach Jeep")).toBeVisible();
  expectSent("POST /api/host/listings/{id}/availability", {
    params: { id: listing.id },
    body: { is_available: false },
  });
});

test("names the bookings ahead before it deactivates a car", async () => {
  ranges({ ...block, kind: "booking", booking_id: booking().id, end_date: "2026-07-09" });
  const respond = hold("POST /api/host/listings/{id}/availability");
  await button("Deactivate, Beach Jeep").click();
  await expect.element(dialog).toMatchTextContent("its 1 booking stays");
  await expect
    .element(dialog.getByRole("link", { name: "Mon, Jul 6 – Thu, Jul 9" }))
    .toHaveAttribute("href", `/host/bookings?booking=${booking().id}`);
  expectNothingSent();
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  respond({ ...listing, is_available: false });
  await expectMessage("Listing deactivated successfully");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("stays active when deactivating fails", async () => {
  ranges();
  respondTo("POST /api/host/listings/{id}/availability", () => new DomainError("internal"));
  await button("Deactivate, Beach Jeep").click();
  await expectMessage("Failed to update availability");
  await expect.element(button("Deactivate, Beach Jeep")).toBeVisible();
});

test("rows show plate, state, island, price and what is due; the choice is remembered", async () => {
  await button("Rows").click();
  const row = page.getByRole("listitem").filter({ hasText: "Beach Jeep" });
  await expect
    .element(row)
    .toMatchTextContent(/SD 4711 ?Beach Jeep ?Active ?New Providence ?\$78 \/ day/);
  await expect
    .element(row.getByRole("link", { name: "3 documents missing, Beach Jeep" }))
    .toHaveAttribute("href", `/host/listings/${listing.id}/edit#documents`);
  expect(localStorage.getItem("caydrive.host-listings-layout")).toBe("rows");
  await button("Cards").click();
  await expect.element(opener).toBeVisible();
});
