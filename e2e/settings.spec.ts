// Profile and settings in the browser: photo, phone number and text; email, password, sessions,
// theme, data copy, and deleting the account.
import { examine, examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { photo } from "./host-cars.ts";
import {
  expectStatus,
  expectToast,
  linkFromMailbox,
  expectMails,
  newPersonData,
  signInOnPage,
  signInHere,
  signUpOnPage,
} from "./people.ts";

test("fills in the profile, keeps typed text over a reload, and detects a number's country", async ({
  page,
  allowFailures,
}) => {
  allowFailures(["PATCH net::ERR_FAILED /api/profile", "ERR_FAILED", "PATCH 400 /api/profile"]);
  await signUpOnPage(page, newPersonData("Shavonne"));
  await page.goto("/profile");
  await page.getByLabel("Photo of you").setInputFiles([await photo("me.jpg")]);
  await expectToast(page, "Photo saved");
  await expect(page.getByRole("img", { name: "You" })).toBeVisible();

  const country = page.getByLabel("Country code");
  await expect(country).toHaveValue("BS");
  await page.getByLabel("Phone").fill("555 01");
  await page.getByLabel(/^About me/).fill("I know where the best conch is.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter the full number" })).toBeFocused();
  await page.reload();
  await expect(page.getByLabel(/^About me/)).toHaveValue("I know where the best conch is.");
  await page.getByLabel("Phone").fill("+44 7700 900123");
  await expect(country).toHaveValue("GB");
  await expect(page.getByLabel("Phone")).toHaveValue("7700900123");
  await examineAtBothSizes(page);
  // A refusal is reported in the server's words.
  await page.getByLabel("First name").fill("Caydrive");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Update failed");
  await expectStatus(page, "First name must be your own");
  await page.getByLabel("First name").fill("Shavonne");
  // A failed save is reported, and the typed text stays.
  await page.route("**/api/profile", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectStatus(page, "We can't reach the server.");
  await page.unroute("**/api/profile");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Profile updated");
  await page.reload();
  await expect(page.getByLabel("Phone")).toHaveValue("7700900123");
  await page.getByRole("button", { name: "Remove photo" }).click();
  await expectToast(page, "Photo removed");
  await expect(page.getByRole("img", { name: "You" })).toHaveCount(0);
});

test("changes email and password, ends another session, downloads the data copy, and leaves", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([
    / 4\d\d \/auth\/v1\//,
    / 40[13] \/api\//,
    "console: The profile could not be loaded",
  ]);
  const person = newPersonData("Latoya");
  await signUpOnPage(page, person);
  const other = await (await newPerson()).newPage();
  await signInOnPage(other, person.email, person.password);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Settings" }).filter({ visible: true }).click();
  await page.waitForURL("**/settings");

  // A session in another browser.
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("button", { name: /^Sign out of/ }).click();
  await expectToast(page, "Device signed out");
  await expect(page.getByRole("button", { name: /^Sign out of/ })).toHaveCount(0);
  await other.goto("/bookings");
  await other.waitForURL("**/auth?next=%2Fbookings");

  // The theme applies immediately and stays.
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "System" }).check();

  // The password.
  const password = page.getByRole("form", { name: "Password" });
  await password.getByLabel("Current password").fill("not-this-one");
  await password.getByLabel("New password").fill("four turtles at dusk");
  await expect(password.getByText("Strong.")).toBeVisible();
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("Your current password is incorrect.").first()).toBeVisible();
  await expect(password.getByLabel("New password")).toHaveValue("four turtles at dusk");
  await password.getByLabel("Current password").fill(person.password);
  await password.getByRole("button", { name: "Change password" }).click();
  await expectToast(page, "Password changed");
  await expect(password.getByLabel("New password")).toHaveValue("");

  // The email waits for its confirmation link, and the change can be withdrawn.
  const requested = `new-${person.email}`;
  const email = page.getByRole("form", { name: "Email" });
  const ask = async () => {
    await email.getByLabel("New email").fill(requested);
    await email.getByLabel("Current password").fill("four turtles at dusk");
    await email.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByText(/^Waiting for you to confirm/)).toBeFocused();
  };
  await ask();
  await page.getByRole("button", { name: "Keep my current email" }).click();
  await expect(page.getByRole("heading", { name: "Email", exact: true })).toBeFocused();
  await ask();
  // Each link invalidates the previous one, so the newest must have arrived.
  await expectMails(page, requested, 2);
  await page.getByRole("button", { name: "Resend link" }).click();
  await expectToast(page, "Link sent again");
  await expectMails(page, requested, 3);
  await page.goto(await linkFromMailbox(page, requested, "email_change"));
  await page.waitForURL("**/settings");
  await expect(page.getByText(`Your address is ${requested}`)).toBeVisible();

  // A copy of all data, created by a job.
  await page.getByRole("button", { name: "Request a copy" }).click();
  await expectToast(page, "We're preparing your copy");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download \(/ }).click();
  expect((await coming).suggestedFilename()).toBe("my-data.zip");
  await expect(page.getByRole("button", { name: "Request a new copy" })).toBeDisabled();
  await examineAtBothSizes(page);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Out Everywhere" }).click();
  await page.waitForURL("**/auth?next=%2Fsettings");

  // The account is deleted with the password, and its email can no longer sign in.
  await signInHere(page, { email: requested, password: "four turtles at dusk" });
  await page.waitForURL("**/settings");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await examine(page);
  await dialog.getByLabel("Current password").fill("four turtles at dusk");
  await dialog.getByRole("button", { name: "Delete My Account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expectToast(page, "Account deleted");
  await page.goto("/auth");
  await signInHere(page, { email: requested, password: "four turtles at dusk" });
  await expect(
    page.getByRole("alert").filter({ hasText: "Incorrect email or password." }).first(),
  ).toBeVisible();
});

test("the well-known address for password managers leads to the new password through sign-in", async ({
  page,
  newPerson,
}) => {
  const person = newPersonData("Yolanda");
  await signUpOnPage(page, person);
  const password = page.getByRole("heading", { name: "Password", exact: true });
  await page.goto("/.well-known/change-password");
  await expect(password).toBeFocused();
  await expect(password).toBeInViewport();
  const elsewhere = await (await newPerson()).newPage();
  const passwordThere = elsewhere.getByRole("heading", { name: "Password", exact: true });
  await elsewhere.goto("/.well-known/change-password");
  await elsewhere.waitForURL("**/auth?*");
  await signInHere(elsewhere, person);
  await elsewhere.waitForURL("**/settings#password");
  await expect(passwordThere).toBeFocused();
  await expect(passwordThere).toBeInViewport();
});
