// Profile and settings in the browser: a photo, a phone number and a few words, then address, password, sessions, theme, a copy of
// everything, and the end of the account.
import { examine, examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { photo } from "./host-cars.ts";
import { expectToast, linkFromMailbox, mailsCame, newPersonData, signIn, signInHere, signUp } from "./people.ts";

test("somebody fills in the profile; what is typed outlives a reload, and a whole phone number brings its country", async ({
  page,
  allowFailures,
}) => {
  allowFailures(["PATCH net::ERR_FAILED /api/profile", "ERR_FAILED"]);
  await signUp(page, newPersonData("Shavonne"));
  await page.goto("/profile");
  await page.getByLabel("Photo of you").setInputFiles([await photo("me.jpg")]);
  await expectToast(page, "Photo saved");
  await expect(page.getByRole("img", { name: "You" })).toBeVisible();

  const country = page.getByLabel("Country of the number");
  await expect(country).toHaveValue("BS");
  await page.getByLabel("Phone").fill("555 01");
  await page.getByLabel(/^A few words about you/).fill("I know where the best conch is.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter the whole number" })).toBeFocused();
  await page.reload();
  await expect(page.getByLabel(/^A few words about you/)).toHaveValue("I know where the best conch is.");
  await page.getByLabel("Phone").fill("+44 7700 900123");
  await expect(country).toHaveValue("GB");
  await expect(page.getByLabel("Phone")).toHaveValue("7700900123");
  await examineAtBothSizes(page);
  // Not stored: said so, and what is typed stays.
  await page.route("**/api/profile", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Update failed");
  await page.unroute("**/api/profile");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Profile updated");
  await page.reload();
  await expect(page.getByLabel("Phone")).toHaveValue("7700900123");
  await page.getByRole("button", { name: "Remove photo" }).click();
  await expectToast(page, "Photo removed");
  await expect(page.getByRole("img", { name: "You" })).toHaveCount(0);
});

test("somebody changes address and password, ends a session elsewhere, takes a copy of everything, and leaves", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/ 4\d\d \/auth\/v1\//, / 40[13] \/api\//, "console: The profile could not be loaded"]);
  test.setTimeout(150_000);
  const person = newPersonData("Latoya");
  await signUp(page, person);
  const other = await (await newPerson()).newPage();
  await signIn(other, person.email, person.password);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Settings" }).filter({ visible: true }).click();
  await page.waitForURL("**/settings");

  // A session elsewhere.
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("button", { name: /^End the session of/ }).click();
  await expectToast(page, "Session ended");
  await expect(page.getByRole("button", { name: /^End the session of/ })).toHaveCount(0);
  await other.goto("/bookings");
  await other.waitForURL("**/auth?next=%2Fbookings");

  // The theme counts at once and stays.
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "System" }).check();

  // The password.
  const password = page.getByRole("form", { name: "Password" });
  await password.getByLabel("Current password").fill("not-this-one");
  await password.getByLabel("New password").fill("four turtles at dusk");
  await expect(password.getByText("Strong.")).toBeVisible();
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("The current password is not right.").first()).toBeVisible();
  await expect(password.getByLabel("New password")).toHaveValue("four turtles at dusk");
  await password.getByLabel("Current password").fill(person.password);
  await password.getByRole("button", { name: "Change password" }).click();
  await expectToast(page, "Password changed");
  await expect(password.getByLabel("New password")).toHaveValue("");

  // The address waits for its link, and can be taken back.
  const wanted = `new-${person.email}`;
  const email = page.getByRole("form", { name: "Email" });
  const ask = async () => {
    await email.getByLabel("New email").fill(wanted);
    await email.getByLabel("Current password").fill("four turtles at dusk");
    await email.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByText(/^Waiting for confirmation of/)).toBeFocused();
  };
  await ask();
  await page.getByRole("button", { name: "Keep my present address" }).click();
  await expect(page.getByRole("heading", { name: "Email" })).toBeFocused();
  await ask();
  // Each link ends the one before it: the newest has to have come.
  await mailsCame(page, wanted, 2);
  await page.getByRole("button", { name: "Send the link again" }).click();
  await expectToast(page, "Link sent again");
  await mailsCame(page, wanted, 3);
  await page.goto(await linkFromMailbox(page, wanted, "email_change"));
  await page.waitForURL("**/settings");
  await expect(page.getByText(`Your address is ${wanted}`)).toBeVisible();

  // A copy of everything, made by a job.
  await page.getByRole("button", { name: "Ask for a copy" }).click();
  await expectToast(page, "Your copy is being made");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download \(/ }).click();
  expect((await coming).suggestedFilename()).toBe("my-data.zip");
  await expect(page.getByRole("button", { name: "Ask for a new copy" })).toBeDisabled();
  await examineAtBothSizes(page);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Out Everywhere" }).click();
  await page.waitForURL("**/auth?next=%2Fsettings");

  // The account goes, by the password, and its address signs in no more.
  await signInHere(page, { email: wanted, password: "four turtles at dusk" });
  await page.waitForURL("**/settings");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(person.password);
  await dialog.getByRole("button", { name: "Delete My Account" }).click();
  await expect(dialog.getByText("The current password is not right.")).toBeVisible();
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await examine(page);
  await dialog.getByLabel("Current password").fill("four turtles at dusk");
  await dialog.getByRole("button", { name: "Delete My Account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expectToast(page, "Account deleted");
  await page.goto("/auth");
  await signInHere(page, { email: wanted, password: "four turtles at dusk" });
  await expect(
    page.getByRole("alert").filter({ hasText: "The email or the password is not right." }).first(),
  ).toBeVisible();
});

test("the address that password managers know leads to the new password, by way of signing in", async ({
  page,
  newPerson,
}) => {
  const person = newPersonData("Yolanda");
  await signUp(page, person);
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
