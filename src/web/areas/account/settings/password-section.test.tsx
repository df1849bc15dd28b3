// A person changes their password.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { me } from "../../../../../test/components/examples.ts";
import { respondTo, toAuthUser } from "../../../../../test/components/fake-api.ts";
import { button, expectMessage, show } from "../../../../../test/components/screen.tsx";
import { PasswordSection } from "./password-section.tsx";

test("hides the password field again after a change", async () => {
  respondTo("PUT /auth/v1/user", () => toAuthUser(me));
  const password = page.getByLabelText("New password", { exact: true });
  await show(<PasswordSection email={me.email} />);
  await page.getByLabelText("Current password").fill("conch-salad-7");
  await password.fill("guava-duff-242");
  await button("Show password").last().click();
  await expect.element(password).toHaveAttribute("type", "text");
  await button("Change password").click();
  await expectMessage("Password changed");
  await expect.element(password).toHaveValue("");
  await expect.element(password).toHaveAttribute("type", "password");
});
