// Two accounts in one browser: no URL signs anyone in, and a tab never mixes two people's data.
import type { BrowserContext, Page } from "@playwright/test";
import { examine, examineAtBothSizes } from "./examine.ts";
import { hydrated, expect, test, viewports } from "./fixtures.ts";
import {
  linkFromMailbox,
  newPersonData,
  signInOnPage,
  signInHere,
  signUpOnPage,
  type NewPerson,
} from "./people.ts";

/** The email of the session in the browser's local storage. */
const storedEmail = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("caydrive.session") ?? "null") as {
      user: { email: string };
    } | null;
    return stored?.user.email;
  });

/** An account, and a session opened with its password in another tab. */
async function somebodyElse(
  context: BrowserContext,
  name: string,
): Promise<NewPerson & { session: string }> {
  const person = newPersonData(name);
  const elsewhere = await context.newPage();
  await signUpOnPage(elsewhere, person);
  const session = await elsewhere.evaluate(() => localStorage.getItem("caydrive.session") ?? "");
  await elsewhere.close();
  return { ...person, session };
}

/** The link of a password recovery email. */
async function recoveryLink(page: Page, email: string): Promise<string> {
  expect((await page.request.post("/auth/v1/recover", { data: { email } })).ok()).toBe(true);
  return linkFromMailbox(page, email, "recovery");
}

const changedTo = (page: Page, email: string) =>
  page.getByRole("heading", { level: 1, name: `You're now signed in as ${email}` });

test("takes no session, code or error from a URL", async ({ page, newPerson }) => {
  const attacker = await somebodyElse(await newPerson(), "Marva");
  const { access_token, refresh_token, expires_at } = JSON.parse(attacker.session) as Record<
    string,
    string
  >;
  const fragment = new URLSearchParams({
    access_token: access_token ?? "",
    refresh_token: refresh_token ?? "",
    expires_in: "3600",
    expires_at: String(expires_at),
    token_type: "bearer",
    type: "recovery",
  });
  const addresses = [
    `/browse#${fragment}`,
    "/auth#error=access_denied&error_code=otp_expired",
    "/browse?code=abc",
  ];
  for (const address of addresses) {
    await page.goto(address);
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    expect(await storedEmail(page), address).toBeUndefined();
  }
  const victim = newPersonData("Inez");
  await signUpOnPage(page, victim);
  await page.goto(`/profile#${fragment}`);
  await expect(page.getByLabel("First name")).toHaveValue("Inez");
  expect(await storedEmail(page)).toBe(victim.email);
});

test("asks before a link replaces the signed-in account, and hides its data in other tabs", async ({
  page,
  context,
  newPerson,
}) => {
  const victim = newPersonData("Olivia");
  const attacker = await somebodyElse(await newPerson(), "Quincy");
  await signUpOnPage(page, victim);
  await page.goto("/profile");
  await page.getByLabel("Last name").fill("Rolle-Ferguson");
  await page.getByLabel("Phone").fill("+1 242 555 0133");
  // Text typed on this page is kept in session storage.
  const support = await context.newPage();
  await support.goto("/support");
  await support.getByRole("textbox", { name: "Message" }).fill("My licence number is 4711");
  const before = await page.evaluate(() => JSON.stringify(localStorage));
  expect(before).toContain("Rolle-Ferguson");

  const mailed = await context.newPage();
  const link = await recoveryLink(mailed, attacker.email);
  await mailed.goto(link);
  const question = mailed.getByRole("heading", { name: "Switch accounts?" });
  await expect(question).toBeFocused();
  const text = `You're signed in as ${victim.email}. This link signs you in as ${attacker.email} instead.`;
  await expect(mailed.getByText(text)).toBeVisible();
  await examineAtBothSizes(mailed);
  await mailed.getByRole("link", { name: `Stay signed in as ${victim.email}` }).click();
  await mailed.waitForURL("**/dashboard");
  expect(await storedEmail(mailed)).toBe(victim.email);
  await expect(page.getByLabel("Last name")).toHaveValue("Rolle-Ferguson");

  // Staying signed in has not used up the link.
  await mailed.goto(link);
  await mailed.getByRole("button", { name: `Continue as ${attacker.email}` }).press("Enter");
  await mailed.waitForURL("**/auth/reset");
  await expect(mailed.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expect(mailed.getByText(`For ${attacker.email}`)).toBeVisible();

  for (const tab of [page, support]) {
    await expect(changedTo(tab, attacker.email)).toBeFocused();
    await expect(tab).toHaveTitle(/^Account changed/);
    const shown = await tab.evaluate(() => document.body.outerHTML);
    for (const theirs of ["Olivia", "Ferguson", "555 0133", "4711", victim.email])
      expect(shown).not.toContain(theirs);
    const stored = await tab.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    for (const theirs of ["Ferguson", "4711", victim.email]) expect(stored).not.toContain(theirs);
  }
  await examineAtBothSizes(page);
  await page.setViewportSize(viewports.phone);
  await page.reload(); // like a tab that the browser had discarded
  await expect(changedTo(page, attacker.email)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await expect(page.getByRole("heading", { name: "Hello, Quincy" })).toBeVisible();
  await examine(page);
});

test("never sends a page's requests with another account's session", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures(["PATCH 401 /api/profile"]);
  const victim = newPersonData("Renard");
  const attacker = await somebodyElse(await newPerson(), "Stefan");
  /** Replaces the victim's session with the attacker's, without notifying this tab. */
  const replace = () =>
    page.evaluate((session) => localStorage.setItem("caydrive.session", session), attacker.session);
  await signUpOnPage(page, victim);
  await page.goto("/profile");
  await page.getByLabel("Last name").fill("Rolle-Moss");
  const saved: string[] = [];
  await page.route("**/api/profile", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    saved.push(route.request().headers()["authorization"] ?? "");
    await replace();
    await route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      body: '{"code":"unauthenticated"}',
    });
  });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(changedTo(page, attacker.email)).toBeVisible();
  const { access_token } = JSON.parse(attacker.session) as { access_token: string };
  expect(saved).toHaveLength(1);
  expect(saved).not.toContain(`Bearer ${access_token}`);
  expect(await storedEmail(page)).toBe(attacker.email);

  // The victim's own link needs no click, unless another account is signed in when it is used.
  await signInOnPage(page, victim.email, victim.password);
  const link = await recoveryLink(page, victim.email);
  const redeemed: string[] = [];
  page.on(
    "request",
    (request) => request.url().endsWith("/auth/v1/verify") && redeemed.push(request.url()),
  );
  await page.route("**/api/mailed-links/account", async (route) => {
    await replace();
    await route.continue();
  });
  await page.goto(link);
  await expect(changedTo(page, attacker.email)).toBeFocused();
  expect(redeemed).toEqual([]);
  await page.unroute("**/api/mailed-links/account");
  await signInOnPage(page, victim.email, victim.password);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  expect(await storedEmail(page)).toBe(victim.email);
});

test("shows the notice after the back button, but not after signing out and in here", async ({
  page,
  context,
  newPerson,
}) => {
  const first = newPersonData("Tavia");
  const second = await somebodyElse(await newPerson(), "Ulric");
  await signUpOnPage(page, first);
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { name: "Hello, Tavia" })).toBeVisible();
  // A page in the back/forward cache receives no event until it is shown again.
  await page.evaluate((session) => {
    localStorage.setItem("caydrive.session", session);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }, second.session);
  await expect(changedTo(page, second.email)).toBeFocused();
  await page.getByRole("link", { name: "Continue to your dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Hello, Ulric" })).toBeVisible();

  // Signing out in one tab clears a public page in another one.
  const other = await context.newPage();
  const message = other.getByRole("textbox", { name: "Message" });
  await other.goto("/support");
  await expect(other.getByLabel("Email")).toHaveValue(second.email);
  await message.fill("Only Ulric may read this");
  const account = page.getByRole("button", { name: /^Account menu/ }).first();
  await account.click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(other.getByText("Your session has ended. Sign in again.")).toBeVisible();
  await expect(message).toHaveValue("");
  await expect(other.getByLabel("Email")).toHaveValue("");

  // Signing in again in this tab asks nothing. The other tab still shows that the account changed.
  await page.getByRole("link", { name: "Sign In" }).first().click();
  await signInHere(page, first);
  await page.waitForURL("**/dashboard");
  await expect(page.getByRole("heading", { name: "Hello, Tavia" })).toBeVisible();
  await expect(changedTo(other, first.email)).toBeVisible();
  await other.getByRole("link", { name: "Continue to your dashboard" }).click();
  await expect(other.getByRole("heading", { name: "Hello, Tavia" })).toBeVisible();
  await other.goto("/support");
  await expect(other.getByLabel("Email")).toHaveValue(first.email);
  await expect(message).toHaveValue("");
});

test("a link being confirmed never replaces an account signed in from another tab", async ({
  page,
  context,
  newPerson,
  allowFailures,
}) => {
  // The typed sign-in ends the session of the link, whose page may still be loading.
  allowFailures([/GET 401 \/api\//, /console: .*401/]);
  const attacker = await somebodyElse(await newPerson(), "Vernon");
  const person = await somebodyElse(await newPerson(), "Winnifred");
  const link = await recoveryLink(page, attacker.email);
  await page.goto("/auth");
  const mailed = await context.newPage();
  const [confirming, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  await mailed.route("**/auth/v1/verify", async (route) => {
    const response = await route.fetch();
    confirming.resolve();
    await released.promise;
    order.push("link");
    await route.fulfill({ response });
  });
  page.on(
    "request",
    (request) => request.url().includes("grant_type=password") && order.push("password"),
  );
  await mailed.goto(link);
  await confirming.promise;
  await signInHere(page, person);
  await page.waitForFunction(async () => {
    const { pending = [] } = await navigator.locks.query();
    return (
      pending.some(({ name }) => name === "caydrive.sign-in") ||
      localStorage.getItem("caydrive.session")
    );
  });
  released.resolve();
  await page.waitForURL("**/dashboard");
  await expect(changedTo(mailed, person.email)).toBeVisible();
  expect(await storedEmail(mailed)).toBe(person.email);
  expect(order).toEqual(["link", "password"]); // the typed sign-in comes last
});
