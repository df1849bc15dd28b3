// An admin waives what a host pays for cancelling.
import { expect, test } from "vitest";
import { booking } from "../../../../../test/components/examples.ts";
import {
  expectNothingSent,
  expectSent,
  hold,
  respondTo,
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
import { HostFee } from "./host-fee.tsx";

const person = booking().id;
const cancelled = {
  ...booking({
    status: "cancelled",
    host_cancellation: { reason: "car_broken", fee_cents: 9_000, is_waived: false },
  }),
  renter_id: person,
  host_id: person,
  hold_reason: null,
  is_car_out: false,
  stripe_session_id: null,
  given_back_days: 0,
  refunded_days: 0,
} as const;
const opener = button("Waive Fee");
const reason = dialog.getByLabelText("Reason");

test("sends the reason once, and says what happens to the credit", async () => {
  const respond = hold("POST /api/admin/bookings/{id}/host-fee-waiver");
  await show(<HostFee booking={cancelled} />);
  await opener.click();
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "The host won't pay $90.00. Marta keeps the credit, and we cover it. This action cannot be undone.",
    );
  await reason.fill(" The garage's invoice. ");
  await confirmTwice("Waive $90.00", "Waiving...");
  respond(cancelled);
  await expectMessage("Fee waived");
  expectSent("POST /api/admin/bookings/{id}/host-fee-waiver", {
    params: { id: cancelled.id },
    body: { reason: "The garage's invoice." },
  });
});

test("changes nothing when the dialog is left, or without a reason", async () => {
  await show(<HostFee booking={cancelled} />);
  await expectHarmlessExit(opener, "Keep Fee");
  await opener.click();
  await dialog.getByRole("button", { name: "Waive $90.00" }).click();
  await expect.element(reason).toBeInvalid();
  expectNothingSent();
});

test("keeps the reason when the fee was waived by somebody else", async () => {
  respondTo(
    "POST /api/admin/bookings/{id}/host-fee-waiver",
    () => new DomainError("host_fee_already_waived"),
  );
  await show(<HostFee booking={cancelled} />);
  await opener.click();
  await reason.fill("The garage's invoice.");
  await dialog.getByRole("button", { name: "Waive $90.00" }).click();
  await expectMessage("This fee was already waived.");
  await expect.element(reason).toHaveValue("The garage's invoice.");
});
