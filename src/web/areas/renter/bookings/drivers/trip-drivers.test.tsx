// A renter removes an additional driver, and invites another.
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { booking, id } from "../../../../../../test/components/examples.ts";
import { expectSent, hold, respondTo } from "../../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  show,
} from "../../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../../domain/errors.ts";
import { TripDrivers } from "./trip-drivers.tsx";

const trip = booking({
  may: ["invite_driver", "remove_driver"],
  drivers: [
    {
      id: id(8),
      state: "accepted",
      email: "ann@example.test",
      name: { first_name: "Ann", last_name: "Rolle" },
      is_verified: false,
      expires_at: null,
    },
    {
      id: id(9),
      state: "declined",
      email: "ben@example.test",
      name: null,
      is_verified: false,
      expires_at: null,
    },
  ],
});
const remover = button("Remove Ann Rolle");

beforeEach(() => show(<TripDrivers booking={trip} />));

test("shows who can't drive, and removes nobody when the dialog is left", async () => {
  await expect.element(page.getByText("No longer verified")).toBeVisible();
  await expect.element(page.getByText("Declined")).toBeVisible();
  await expect.element(button("Remove ben@example.test")).not.toBeInTheDocument();
  await expectHarmlessExit(remover, "Keep driver");
});

test("removes a driver with one request", async () => {
  const respond = hold("DELETE /api/bookings/{id}/drivers/{driver_id}");
  await remover.click();
  await confirmTwice("Remove driver", "Removing...");
  respond(trip);
  await expectMessage("Driver removed");
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Additional drivers/);
  expectSent("DELETE /api/bookings/{id}/drivers/{driver_id}", {
    params: { id: trip.id, driver_id: id(8) },
  });
});

test("says at the field why an invitation was refused, and keeps the address", async () => {
  const email = "ann@example.test";
  respondTo(
    "POST /api/bookings/{id}/drivers",
    () => new DomainError("driver_named_twice", { email }),
  );
  await button("Invite a driver").click();
  const field = dialog.getByLabelText("Driver's email");
  await field.fill("ann");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect
    .element(dialog.getByText("Enter a full email address", { exact: false }).first())
    .toBeVisible();
  await field.fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(dialog.getByText(`${email} is already on your list.`).first()).toBeVisible();
  await expect.element(field).toHaveValue(email);
  expectSent("POST /api/bookings/{id}/drivers", { params: { id: trip.id }, body: { email } });
});
