// An admin suspends an account and changes roles.
import { describe, expect, test } from "vitest";
import { me, user } from "../../../../../test/components/examples.ts";
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
  showDialog,
} from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import { UserStepDialog, type UserStepDialogProps } from "./user-step-dialog.tsx";

const opener = button("Open");
const reason = dialog.getByLabelText("Reason");
const show = (step: UserStepDialogProps["step"], person = user) =>
  showDialog((close) => <UserStepDialog person={person} step={step} onClose={close} />);

describe("suspending", () => {
  const confirm = dialog.getByRole("button", { name: "Suspend Account" });

  test("says what happens to the person, their cars and their bookings", async () => {
    await show({ kind: "suspend" });
    await opener.click();
    await expect.element(dialog).toHaveAccessibleName("Suspend Account");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "Dario Knowles is signed out and can't sign in. Their listings are hidden. Existing bookings are not cancelled.",
      );
    await expect.element(reason).toHaveAccessibleDescription("We'll email it to Dario.");
  });

  test("changes nothing when the dialog is left", async () => {
    await show({ kind: "suspend" });
    await expectHarmlessExit(opener, "Keep Account");
  });

  test("requires a reason", async () => {
    await show({ kind: "suspend" });
    await opener.click();
    await confirm.click();
    await expect.element(dialog.getByText("Enter a reason.")).toBeVisible();
    await expect.element(reason).toHaveFocus();
    expectNothingSent();
  });

  test("sends the reason once", async () => {
    const respond = hold("POST /api/admin/users/{id}/suspension");
    await show({ kind: "suspend" });
    await opener.click();
    await reason.fill("Three complaints.");
    await confirmTwice("Suspend Account", "Suspending...");
    respond({ ...user, suspended_at: "2026-06-01T12:00:00.000Z" });
    await expectMessage("Dario Knowles is suspended");
    await expect.element(dialog).not.toBeInTheDocument();
    expectSent("POST /api/admin/users/{id}/suspension", {
      params: { id: user.id },
      body: { suspended: true, reason: "Three complaints." },
    });
  });

  test("says that somebody else was faster", async () => {
    respondTo("POST /api/admin/users/{id}/suspension", () => new DomainError("user_changed"));
    await show({ kind: "suspend" });
    await opener.click();
    await reason.fill("Three complaints.");
    await confirm.click();
    await expectMessage("This account was changed elsewhere. You now see the latest version.");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("keeps the dialog and the reason when the server can't be reached", async () => {
    respondTo("POST /api/admin/users/{id}/suspension", offline);
    await show({ kind: "suspend" });
    await opener.click();
    await reason.fill("Three complaints.");
    await confirm.click();
    await expectMessage("We can't reach the server. Check your connection and try again.");
    await expect.element(reason).toHaveValue("Three complaints.");
  });
});

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
