// The errors of the sign-in page, and its title.
import { axe, expect, test, viewports } from "./fixtures.ts";
import { expectToast, newPersonData, signInHere } from "./people.ts";

test("reports a wrong password once, until the right one signs in", async ({
  page,
  allowFailures,
}) => {
  allowFailures(["POST 400 /auth/v1/token"]);
  await page.goto("/auth");
  await signInHere(page, { email: "renter@caydrive.test", password: "not-this-one" });
  await expectToast(page, "Sign in failed");
  await expect(page.getByText("Incorrect email or password.")).toHaveCount(1);
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription("Try again or reset it.");
  await axe(page);
  await signInHere(page, { email: "renter@caydrive.test", password: "caydrive-demo" });
  await expectToast(page, "Welcome back!");
  await expect(page.getByText("Sign in failed")).toHaveCount(0);
});

test("a password can be pasted, is hidden while typing, and can be shown", async ({ page }) => {
  await page.goto("/auth");
  const password = page.getByLabel("Password", { exact: true });
  const show = page.getByRole("button", { name: "Show password" });
  await page.getByLabel("Email", { exact: true }).fill("a phrase from a password manager");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  await password.focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(password).toHaveValue("a phrase from a password manager");
  await expect(password).toHaveAttribute("type", "password");
  await show.click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("a phrase from a password manager");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

test("offers the link again for an unconfirmed email", async ({ page, allowFailures }) => {
  allowFailures(["POST 400 /auth/v1/token"]);
  const person = newPersonData("Zhivargo");
  await page.goto("/auth?mode=signup");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill("Laing");
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expect(page.getByText("By continuing you agree")).toBeHidden();

  await page.goto("/auth");
  await signInHere(page, person);
  const summary = page
    .locator("#main")
    .getByRole("alert")
    .filter({ hasText: "Please confirm your email" });
  await expect(summary).toBeFocused();
  await summary.getByRole("button", { name: "Resend link" }).click();
  await expect(page.getByText("Sent again.")).toBeVisible();
});

test("the title follows the tab, and the arrow keys choose it", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page).toHaveTitle("Sign Up | Caydrive");
  await page.getByRole("tab", { name: "Sign In" }).click();
  await expect(page).toHaveTitle("Sign In | Caydrive");
  const chosen = page.getByRole("tab", { selected: true });
  for (const [key, name] of [
    ["ArrowRight", "Sign Up"],
    ["ArrowRight", "Sign In"],
    ["End", "Sign Up"],
    ["Home", "Sign In"],
    ["ArrowLeft", "Sign Up"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(chosen).toHaveText(name);
    await expect(chosen).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tabpanel", { name: "Sign Up" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(chosen).toBeFocused();
});

test("on a phone a toast does not cover logo and menu, on the next page either", async ({
  page,
}) => {
  await page.setViewportSize(viewports.phone);
  await page.goto("/auth");
  await signInHere(page, { email: "renter@caydrive.test", password: "caydrive-demo" });
  await page.waitForURL("**/dashboard");
  await expectToast(page, "Welcome back!");
  // A click on the middle of the menu would not reach it through a toast.
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.keyboard.press("Escape");
  const message = page.getByText("Welcome back!");
  const header = page.getByRole("banner");
  const gap = async () =>
    ((await message.boundingBox())?.y ?? 0) - getBottom(await header.boundingBox());
  await expect.poll(gap).toBeGreaterThan(0);
});

const getBottom = (box: { y: number; height: number } | null): number =>
  box ? box.y + box.height : 0;
