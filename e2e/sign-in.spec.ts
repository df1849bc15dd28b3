// What the sign-in page says when it can't sign in, and its title.
import { axe, expect, test, viewports } from "./fixtures.ts";
import { expectToast, newPersonData, signInHere } from "./people.ts";

test("a wrong password is said by a toast and stays in the form", async ({ page, allowFailures }) => {
  allowFailures(["POST 400 /auth/v1/token"]);
  await page.goto("/auth");
  await signInHere(page, { email: "renter@caydrive.test", password: "not-this-one" });
  await expectToast(page, "Sign in failed");
  const summary = page.locator("#main").getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(summary).toContainText("The email or the password is not right.");
  await axe(page);
});

test("a password may be pasted, is hidden while one types, and shown by a press", async ({ page }) => {
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

test("an email that is not confirmed: the form offers the link again", async ({ page, allowFailures }) => {
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
  const summary = page.locator("#main").getByRole("alert").filter({ hasText: "Your email is not confirmed yet" });
  await expect(summary).toBeFocused();
  await summary.getByRole("button", { name: "Send the link again" }).click();
  await expect(page.getByText("We sent it again.")).toBeVisible();
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

test("on a phone a message leaves logo and menu free, on the next page too", async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto("/auth");
  await signInHere(page, { email: "renter@caydrive.test", password: "caydrive-demo" });
  await page.waitForURL("**/dashboard");
  await expectToast(page, "Welcome back!");
  // A click at the menu's middle would not reach it through a message.
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.keyboard.press("Escape");
  const message = page.getByText("Welcome back!");
  const header = page.getByRole("banner");
  const gap = async () => ((await message.boundingBox())?.y ?? 0) - bottomOf(await header.boundingBox());
  await expect.poll(gap).toBeGreaterThan(0);
});

const bottomOf = (box: { y: number; height: number } | null): number => (box ? box.y + box.height : 0);
