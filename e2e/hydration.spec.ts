// Public pages hydrate without being touched, and what people did before is not lost
// (docs/decisions/0032).
import type { Page } from "@playwright/test";
import { expect, hydrated, test, viewports } from "./fixtures.ts";
import { signInOnPage } from "./people.ts";
import { RENTER, SEEDED_PASSWORD } from "./requests.ts";

interface HeldFiles {
  /** The addresses that the page has requested. */
  requested: string[];
  release: () => void;
}

/** Blocks matching requests until `release` is called. */
async function hold(page: Page, files: string | RegExp): Promise<HeldFiles> {
  const requested: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    requested.push(route.request().url());
    await released;
    await route.continue();
  });
  return { requested, release };
}

const SCRIPTS = "**/*.js";
/** Opens a page whose scripts are held back, which would hold back its load event. */
const openHeld = (page: Page, path: string) => page.goto(path, { waitUntil: "domcontentloaded" });

test("a page hydrates by itself once its main image is painted", async ({ page }) => {
  const image = await hold(page, /depth-chart/);
  const scripts = await hold(page, SCRIPTS);
  await openHeld(page, "/");
  await expect.poll(() => image.requested.length).toBeGreaterThan(0);
  expect(scripts.requested).toEqual([]);
  image.release();
  await expect.poll(() => scripts.requested.length).toBeGreaterThan(0);
  scripts.release();
  await hydrated(page);
});

test("a page hydrates at once on the first sign of activity", async ({ page }) => {
  const image = await hold(page, /depth-chart/);
  await openHeld(page, "/");
  await page.keyboard.press("Tab");
  await hydrated(page);
  image.release();
});

test("under Save-Data, only activity hydrates a page", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const { requested, release } = await hold(page, SCRIPTS);
  release();
  for (const path of ["/", "/terms"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(requested, path).toEqual([]);
  }
  await page.keyboard.press("Tab");
  await hydrated(page);
});

test("a list of cars prefetches their page's code, but not on a slow connection", async ({
  page,
  newPerson,
}) => {
  const findPreload = async (on: Page) => {
    await on.goto("/browse");
    await hydrated(on);
    const code = await on.evaluate("window.__reactRouterManifest.routes.book.module");
    expect(code).toMatch(/\.js$/);
    return on.locator(`link[rel="modulepreload"][href="${String(code)}"]`);
  };
  await expect(await findPreload(page)).toHaveCount(1);

  const slow = await (await newPerson()).newPage();
  await slow.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g" } }),
  );
  const preload = await findPreload(slow);
  await slow.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await expect(preload).toHaveCount(0);
});

test("a press before hydration is shown at once, and answered afterwards", async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/browse");
  const menu = page.getByRole("button", { name: "Open menu" });
  await page.getByRole("radio", { name: "Dark" }).check();
  await menu.click();
  await expect(menu).toHaveCSS("animation-name", "pressed");
  await expect(page.getByRole("dialog")).toBeHidden();
  release();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("each of several early presses counts once, without a pointer too", async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/browse");
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>("#filters button"))
      if (/More filters|Any dates/.test(button.textContent ?? "")) button.click();
  });
  const heart = page.getByRole("button", { name: /^Save to favourites/ }).first();
  await heart.click();
  release();
  await expect(page.getByRole("button", { name: "More filters" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(page.getByRole("grid").first()).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("a signed-in user never sees the buttons for visitors", async ({ page }) => {
  await signInOnPage(page, RENTER, SEEDED_PASSWORD);
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/booking-success");
  await expect(page.getByRole("link", { name: "Sign Up" })).toBeHidden();
  release();
  await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign Up" })).toHaveCount(0);
});

test("an impatient second press of the same button does not count", async ({ page }) => {
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/browse");
  const hearts = page.getByRole("button", { name: /^Save to favourites/ });
  for (const press of [0, 0, 1]) await hearts.nth(press).click();
  release();
  for (const saved of [0, 1])
    await expect(hearts.nth(saved)).toHaveAttribute("aria-pressed", "true");
});

test("two fields filled before hydration both count", async ({ page }) => {
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/pricing");
  await page.getByLabel("Price per day").fill("48.50");
  await page.getByLabel("Days", { exact: true }).fill("2");
  release();
  await expect(page.getByText("$109.69", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Price per day")).toHaveValue("48.50");
});

test("a text typed and an order chosen before hydration both count", async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/browse");
  await page.getByRole("combobox", { name: "Location" }).fill("Nassau");
  await page.getByLabel("Sort by").selectOption("Price, low to high");
  release();
  await page.waitForURL(/location=Nassau.*sort=price/);
  await expect(page.getByRole("combobox", { name: "Location" })).toHaveValue("Nassau");
});

test("a search typed before hydration gets suggestions after it", async ({ page }) => {
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/");
  const where = page.getByRole("combobox", { name: "Where" });
  await where.fill("Exuma");
  release();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(where).toHaveValue("Exuma");
});

test("typing continues through hydration at the caret", async ({ page, newPerson }) => {
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/support");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("I left my sunglasses in the car");
  release();
  await message.pressSequentially(" that I rented from Trevor on Exuma last week", { delay: 15 });
  await hydrated(page);
  await message.pressSequentially(".");
  await expect(message).toHaveValue(
    "I left my sunglasses in the car that I rented from Trevor on Exuma last week.",
  );

  const another = await (await newPerson()).newPage();
  const later = await hold(another, SCRIPTS);
  await openHeld(another, "/support");
  await another.getByRole("textbox", { name: "Message" }).fill("Hello world");
  for (let presses = 0; presses < " world".length; presses++)
    await another.keyboard.press("ArrowLeft");
  later.release();
  await hydrated(another);
  await another.keyboard.type(", dear");
  await expect(another.getByRole("textbox", { name: "Message" })).toHaveValue("Hello, dear world");
});

test("a sign-in sent before hydration signs in once", async ({ page }) => {
  const { release } = await hold(page, SCRIPTS);
  const sent: string[] = [];
  page.on(
    "request",
    (request) => request.url().includes("/auth/v1/token") && sent.push(request.url()),
  );
  await openHeld(page, "/auth?next=%2Ffavorites");
  await page.getByLabel("Email", { exact: true }).fill("renter@caydrive.test");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(SEEDED_PASSWORD);
  await page.getByRole("button", { name: "Show password" }).click();
  await password.press("Enter");
  release();
  await page.waitForURL("**/favorites");
  expect(sent).toHaveLength(1);
});

test("a failed sign-in from before hydration keeps what was typed", async ({
  page,
  allowFailures,
}) => {
  allowFailures(["POST 400 /auth/v1/token"]);
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/auth");
  await page.getByLabel("Email", { exact: true }).fill("renter@caydrive.test");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  release();
  await expect(
    page.getByRole("alert").filter({ hasText: "Incorrect email or password." }),
  ).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("renter@caydrive.test");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not the password");
});

test("the last of several early choices counts", async ({ page }) => {
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/auth?mode=signup");
  const rent = page.getByRole("radio", { name: /^Rent cars/ });
  const host = page.getByRole("radio", { name: /^Rent out my car/ });
  for (const choice of [host, rent, host]) await choice.check();
  release();
  await hydrated(page);
  await page.getByLabel("First name").fill("Ann");
  await expect(host).toBeChecked();
});

test("signed-in pages answer early presses, and say when scripts did not load", async ({
  page,
  allowFailures,
}) => {
  await page.setViewportSize(viewports.phone);
  await signInOnPage(page, "renter@caydrive.test", SEEDED_PASSWORD);
  const { release } = await hold(page, SCRIPTS);
  await openHeld(page, "/dashboard");
  await page.getByRole("button", { name: "Open menu" }).click();
  release();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Messages" })).toBeVisible();

  allowFailures([/GET net::ERR_FAILED .*\.js/]);
  await page.unroute(SCRIPTS);
  await page.route(SCRIPTS, (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Check your connection and reload.")).toBeVisible();
});

test("forms and links work before hydration, and if the scripts never load", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/GET net::ERR_FAILED .*\.js/]);
  await page.setViewportSize(viewports.desktop);
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto("/browse/new-providence?min_seats=5&feature=Bluetooth&sort=price&view=map");
  await page.getByRole("combobox", { name: "Location" }).fill("Nassau");
  await page.keyboard.press("Enter");
  await page.waitForURL(/location=Nassau/);
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe("/browse/new-providence");
  expect(["min_seats", "feature", "sort", "view"].map((name) => searchParams.get(name))).toEqual([
    "5",
    "Bluetooth",
    "price",
    "map",
  ]);
  await expect(page.getByText("Check your connection and reload.")).toBeVisible();
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Terms/);
});
