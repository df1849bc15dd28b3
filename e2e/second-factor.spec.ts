// Passkeys, with Chromium's virtual authenticator, and two-step verification, on an instance where
// admins need one of them. Its address has a name, because browsers accept passkeys for no other.
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { steadyPort } from "../test/ports.ts";
import { examineAtBothSizes } from "./examine.ts";
import { axeInBothThemes, expect, test as base, viewports } from "./fixtures.ts";
import {
  expectToast,
  linkFromMailbox,
  newPersonData,
  signInHere,
  signInOnPage,
  signUpOnPage,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";
import { runApp, type RunningApp } from "./running-app.ts";

const test = base.extend<object, { app: RunningApp }>({
  app: [
    async ({}, use) => {
      const port = String(await steadyPort());
      const env = { PORT: port, PUBLIC_URL: `http://localhost:${port}`, ADMIN_SECOND_FACTOR: "1" };
      await runApp(use, env);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** A device that checks its owner and keeps passkeys. */
async function addDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
}

const addPasskey = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expectToast(page, "Passkey added");
};

/** The app's code, `steps` of 30 seconds from now. */
const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Sets up an authenticator app. @returns its secret and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up your authenticator app" });
  await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await axeInBothThemes(page);
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("Code", { exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText(/That code isn't right/).first()).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill(appCode(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recoveryCodes = await codes.getByRole("listitem").allInnerTexts();
  await axeInBothThemes(page);
  await codes.getByRole("button", { name: "I’ve saved them" }).click();
  await expectToast(page, "Two-step verification is on");
  return { secret, recoveryCodes };
}

/** Forgets the session where no page of ours is open that would still send requests. */
async function signOut(page: Page): Promise<void> {
  await page.goto("/icon-192.png");
  await page.evaluate(() => localStorage.removeItem("caydrive.session"));
  await page.goto("/auth");
}

test("a passkey is added, renamed and used to sign in", async ({ page, allowFailures }) => {
  allowFailures([/POST 422 \/auth\/v1\/passkeys/]);
  await addDevice(page);
  await signUpOnPage(page, newPersonData("Tamika"));
  await page.goto("/settings#passkeys");
  await expect(page.getByText("You don’t have a passkey yet.")).toBeVisible();
  await addPasskey(page, "My phone");
  await page.getByRole("button", { name: "Rename My phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename passkey" });
  await dialog.getByLabel("Name").fill("Blue phone");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Blue phone").first()).toBeVisible();
  await examineAtBothSizes(page);

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/dashboard");
  await expectToast(page, "Welcome back!");

  // The browser suggests the passkey in the email field, and the virtual device accepts.
  await signOut(page);
  await page.getByLabel("Email", { exact: true }).focus();
  await page.waitForURL("**/dashboard");
  await expectToast(page, "Welcome back!");

  await page.goto("/settings#passkeys");
  await page.getByRole("button", { name: "Remove Blue phone" }).click();
  await page.getByRole("button", { name: "Remove Passkey" }).click();
  await expectToast(page, "Passkey removed");
  await expect(page.getByText("You don’t have a passkey yet.")).toBeVisible();

  // The device still has it, but the account does not.
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText(/This passkey isn't known here/).first()).toBeVisible();
});

test("a passkey that somebody else added is undone from the email about it", async ({
  page,
  allowFailures,
}) => {
  // The link ends all sessions, this browser's too.
  allowFailures([/ 40[01] \/(api|auth)\//, /console: The profile could not be loaded/]);
  await addDevice(page);
  const person = newPersonData("Sidney");
  await signUpOnPage(page, person);
  await page.goto("/settings#passkeys");
  await addPasskey(page, "Unknown phone");
  let link = "";
  await expect
    .poll(async () => {
      const to = encodeURIComponent(person.email);
      const response = await page.request.get(`/dev/mailbox.json?to=${to}`);
      const { mails } = (await response.json()) as { mails: { text: string }[] };
      link = /https?:\/\/\S+\/auth\/not-me\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "";
      return link;
    })
    .not.toBe("");
  await page.goto(link);
  await examineAtBothSizes(page);
  await page.getByRole("button", { name: "Secure my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is secured" })).toBeVisible();
  await page.goto(await linkFromMailbox(page, person.email, "recovery"));
  await page.waitForURL("**/auth/reset");
});

test("a code of the app signs in, and a recovery code does once", async ({
  page,
  allowFailures,
}) => {
  allowFailures([
    /POST 422 \/api\/totp\/confirmation/,
    /POST 403 \/auth\/v1\/token/,
    /POST 422 \/auth\/v1\/second-factor/,
    /POST 403 \/auth\/v1\/verify/,
  ]);
  const person = newPersonData("Owen");
  await signUpOnPage(page, person);
  await page.goto("/settings#two-step");
  const { secret, recoveryCodes } = await setUpApp(page);
  await expect(page.getByText(/You have 10 recovery codes left/)).toBeVisible();

  await signOut(page);
  await signInHere(page, person);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  for (const size of [viewports.phone, viewports.desktop]) {
    await page.setViewportSize(size);
    await axeInBothThemes(page);
  }
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/That code isn't right/).first()).toBeVisible();
  // The present code may have turned it on. The next one is accepted already.
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/dashboard");

  const [recoveryCode = "", another = ""] = recoveryCodes;
  await signOut(page);
  await signInHere(page, person);
  await page.getByLabel("Code", { exact: true }).fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/dashboard");
  await signOut(page);
  await signInHere(page, person);
  await page.getByLabel("Code", { exact: true }).fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/That code isn't right/).first()).toBeVisible();

  await test.step("a forgotten password needs a code, too", async () => {
    await page.request.post("/auth/v1/recover", { data: { email: person.email } });
    await page.goto(await linkFromMailbox(page, person.email, "recovery"));
    await page.getByLabel("Code", { exact: true }).fill(another);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/auth/reset");
    await expect(page.getByLabel("New password").first()).toBeVisible();
  });
});

test("an admin is led to set up a passkey, gets in, and needs it from then on", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/403 \/api\/admin/, /403 \/api\/host\/payout-details/]);
  await addDevice(page);
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Confirm your email first" })).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("Your link is on its way")).toBeVisible();
  await page.goto(await linkFromMailbox(page, ADMIN, "recovery"));
  await page.waitForURL("**/auth/reset");
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Protect your admin account" })).toBeVisible();
  await examineAtBothSizes(page);
  await addPasskey(page, "Office key");
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();

  await test.step("the password alone no longer opens the admin area", async () => {
    await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
    await page.goto("/admin/users");
    await expect(page.getByRole("heading", { name: "Sign in with your passkey" })).toBeVisible();
    await axeInBothThemes(page);
    await page.getByRole("button", { name: "Use your passkey" }).click();
    await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
  });

  await test.step("a passkey is enough where a recent sign-in is required", async () => {
    let refused = false;
    await page.route("**/api/admin/sessions/end", (route) => {
      if (refused) return route.fallback();
      refused = true;
      return route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "reauthentication_required", details: { minutes: 60 } }),
      });
    });
    await page.getByRole("button", { name: "Sign everyone out" }).click();
    await page.getByLabel(/Reason/).fill("A drill.");
    await page.getByRole("dialog").getByRole("button", { name: "Sign Everyone Out" }).click();
    const dialog = page.getByRole("dialog", { name: "Enter your password to continue" });
    await dialog.getByRole("button", { name: "Use a passkey instead" }).click();
    await expect(page.getByText(/sessions? ended$/).first()).toBeVisible();
  });
});
