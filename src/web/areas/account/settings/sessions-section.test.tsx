// A person signs out on every device.
import { beforeEach, expect, test } from "vitest";
import {
  respondTo,
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
import { SessionsSection } from "./sessions-section.tsx";

const opener = button("Sign out everywhere");

beforeEach(async () => {
  respondTo("GET /api/sessions", () => ({ sessions: [] }));
  await show(<SessionsSection />);
});

test("says that this browser is included", async () => {
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Sign out everywhere");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "This includes this device. Unsaved changes in this browser will be lost.",
    );
});

test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Stay Signed In"));

test("ends the other sessions once, then this one", async () => {
  const respond = hold("DELETE /api/sessions");
  await opener.click();
  await confirmTwice("Sign Out Everywhere", "Signing out...");
  expectSent("DELETE /api/sessions", {});
  forgetSent();
  respondTo("POST /auth/v1/logout", () => null);
  respond({ ended: true });
  await expectMessage("Signed out everywhere");
  expectSent("POST /auth/v1/logout", { query: { scope: "local" } });
});

test("stays signed in when the server can't be reached", async () => {
  respondTo("DELETE /api/sessions", offline);
  await opener.click();
  await dialog.getByRole("button", { name: "Sign Out Everywhere" }).click();
  await expectMessage("We can't reach the server. Check your connection and try again.");
  await expect.element(dialog).toBeVisible();
});
