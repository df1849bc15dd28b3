// Every page that exists, in both themes and both sizes: axe finds nothing, nothing overflows, no link leads nowhere.
import type { Locator, Page } from "@playwright/test";
import { examine } from "./examine.ts";
import { axe, expect, test, viewports } from "./fixtures.ts";
import { demoCar, linkFromMailbox, newPersonData, signIn, signUp } from "./people.ts";

const PUBLIC = [
  "/",
  "/browse",
  "/browse?location=nowhere-at-all",
  "/auth",
  "/auth?mode=signup&type=host",
  "/auth/reset",
  "/terms",
  "/privacy",
  "/booking-success",
  "/api/docs",
  "/dev/mailbox",
];
const SIGNED_IN = ["/dashboard", "/bookings", "/profile"];
/** The list of listings leads to cars that only their host sees, so its links are not asked for here. */
const HOST = ["/host/dashboard", "/host/calendar", "/host/bookings"];

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  test(`public pages, ${name}`, async ({ page }) => {
    test.setTimeout(120_000); // a dozen pages, and axe on each
    await page.setViewportSize(viewport);
    const car = await demoCar(page, "instant", 0);
    for (const path of [...PUBLIC, `/book/${car.id}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await examine(page);
    }
  });

  test(`signed-in pages, ${name}`, async ({ page }) => {
    test.setTimeout(60_000);
    await page.setViewportSize(viewport);
    await signIn(page, "renter@caydrive.test", "caydrive-demo");
    for (const path of SIGNED_IN) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await examine(page);
    }
  });

  const isPhone = viewport === viewports.phone;

  test(`dialogs, sheets and menus, ${name}`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize(viewport);
    const menuButton = page.getByRole("button", { name: "Open menu" });
    const accountButton = page.getByRole("button", { name: /^Account menu/ }).filter({ visible: true });
    const dialog = (title: string) => page.getByRole("dialog", { name: title });
    /** Looks at what the button opens, and closes it: the focus is back on the button. */
    const open = async (button: Locator, opened: Locator): Promise<void> => {
      await button.click();
      await expect(opened).toBeVisible();
      await page.waitForLoadState("networkidle");
      await examine(page);
      await page.keyboard.press("Escape");
      await expect(opened).toBeHidden();
      await expect(button).toBeFocused();
    };
    if (isPhone) {
      await page.goto("/browse");
      await open(menuButton, dialog("Menu"));
      await open(page.getByRole("button", { name: /^Filters/ }), dialog("Filters"));
    }
    await signIn(page, "renter@caydrive.test", "caydrive-demo");
    await page.goto("/");
    await open(accountButton, page.getByRole("menu"));
    if (isPhone) await open(menuButton, dialog("Menu"));
    await page.goto("/bookings");
    await open(accountButton, page.getByRole("menu"));
    if (isPhone) await open(menuButton, dialog("Menu"));
    await open(page.getByRole("button", { name: /^View Details/ }).first(), dialog("Booking Details"));
    await open(page.getByRole("button", { name: /^Cancel,/ }).first(), dialog("Cancel Booking"));
  });

  test(`pages behind mailed links, ${name}`, async ({ page, allowFailures }) => {
    allowFailures(["POST 403 /auth/v1/verify"]);
    await page.setViewportSize(viewport);
    for (const type of ["signup", "email_change"]) {
      await page.goto(`/auth/confirm?token_hash=used-before&type=${type}`);
      await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
      await examine(page);
    }
    const person = newPersonData("Latoya");
    await signUp(page, person);
    await page.goto(`/dev/mailbox?to=${person.email}`);
    await expect(page.getByRole("list", { name: "Mails" }).getByRole("link")).toHaveCount(1);
    await examine(page);
    await page.goto("/auth/reset");
    await expect(page).toHaveTitle("Forgotten password | Caydrive");
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Check your email" })).toBeFocused();
    await examine(page);
    await page.goto(await linkFromMailbox(page, person.email, "recovery"));
    await expect(page.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
    await expect(page).toHaveTitle("Choose a new password | Caydrive");
    await examine(page);
    await page.getByLabel("New password").fill("rake-and-scrape-3");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.waitForURL("**/dashboard");
    await expect(page).toHaveTitle("Dashboard | Caydrive");
  });
}

test("a page that does not exist is 404, and leads home", async ({ page, allowFailures }) => {
  allowFailures([/GET 404 \/nowhere/]);
  const answer = await page.goto("/nowhere");
  expect(answer?.status()).toBe(404);
  await axe(page);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("a car that does not exist is 404", async ({ page, allowFailures }) => {
  allowFailures([/GET 404 \/book\//]);
  const answer = await page.goto("/book/11111111-1111-4111-8111-111111111111");
  expect(answer?.status()).toBe(404);
  await axe(page);
});

test("a page is rendered the same each time", async ({ page }) => {
  // A cursor keeps the page out of the cache, so that both are rendered anew.
  const [one, two] = await Promise.all([1, 2].map(async () => (await page.request.get("/browse?cursor=none")).text()));
  expect(one).toBe(two);
});

/** The paths of ours that the page links to. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator("a[href^='/']")
    .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).pathname + (each as HTMLAnchorElement).search));

test("no link leads nowhere", async ({ page, newPerson }) => {
  test.setTimeout(60_000);
  const seen = new Set<string>();
  const collect = async (path: string, as = page): Promise<void> => {
    await as.goto(path);
    await as.waitForLoadState("networkidle");
    for (const link of await linksOf(as)) seen.add(link);
  };
  const car = await demoCar(page, "instant", 0);
  for (const path of ["/", "/browse", "/auth", "/terms", "/privacy", "/booking-success", `/book/${car.id}`])
    await collect(path);
  await signIn(page, "renter@caydrive.test", "caydrive-demo");
  for (const path of [...SIGNED_IN, "/"]) await collect(path);
  const host = await (await newPerson()).newPage();
  await signIn(host, "host@caydrive.test", "caydrive-demo");
  for (const path of HOST) await collect(path, host);
  for (const link of seen) expect((await page.request.get(link)).status(), link).toBeLessThan(400);
});

test("the footer offers what fits: signing in, or one's own pages", async ({ page }) => {
  await page.goto("/terms");
  const account = page.getByRole("contentinfo").getByRole("navigation", { name: "Account" });
  await expect(account.getByRole("link")).toHaveText(["Sign In", "Sign Up"]);
  await signIn(page, "renter@caydrive.test", "caydrive-demo");
  await page.goto("/terms");
  await expect(account.getByRole("link")).toHaveText(["My Bookings", "Profile"]);
});

test("another page takes the focus and says its title", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Find Your Car" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Browse Available Cars" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Browse Available Cars | Caydrive" })).toBeAttached();
});
