// An admin changes roles.
import { expect, test } from "vitest";
import { me, user } from "../../../../../test/components/examples.ts";
import { respondTo, expectSent, hold } from "../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectMessage,
  showDialog,
} from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import { UserStepDialog, type UserStepDialogProps } from "./user-step-dialog.tsx";

const opener = button("Open");
const show = (step: UserStepDialogProps["step"], person = user) =>
  showDialog((close) => <UserStepDialog person={person} step={step} onClose={close} />);

test("taking a host's role says what it hides, and sends one request", async () => {
  const respond = hold("POST /api/admin/users/{id}/roles");
  await show({ kind: "role", role: "host", granted: false });
  await opener.click();
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "Dario Knowles can't open the host area. Their listings are hidden. Existing bookings are not cancelled.",
    );
  await confirmTwice("Remove Host Role", "One moment...");
  respond({ ...user, roles: ["renter"] });
  await expectMessage("Dario Knowles is no longer a host");
  expectSent("POST /api/admin/users/{id}/roles", {
    params: { id: user.id },
    body: { role: "host", granted: false },
  });
});

test("the last admin is warned, and keeps the role", async () => {
  respondTo("POST /api/admin/users/{id}/roles", () => new DomainError("last_admin"));
  await show(
    { kind: "role", role: "owner", granted: false },
    { ...user, id: me.user_id, admin_role: "owner" },
  );
  await opener.click();
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "This is your own role. You'll leave the admin area, and only an owner can let you back in. If there's another owner, they confirm it first.",
    );
  await dialog.getByRole("button", { name: "Remove Admin Role" }).click();
  await expectMessage("This is the last owner. Make someone else an owner first.");
  await expect.element(dialog).not.toBeInTheDocument();
});
