// Public pages hydrate on the first user activity, and lose nothing done before
// (docs/decisions/0012).
import type { Page } from "@playwright/test";
import { awaken, axeInBothThemes, expect, test, viewports } from "./fixtures.ts";
import { demoCar, signInOnPage } from "./people.ts";
import { SEEDED_PASSWORD } from "./requests.ts";

/**
 * Holds back every script until the returned function is called; `asked` lists the requested
 * scripts.
 */
async function holdScripts(page: Page): Promise<{ asked: string[]; release: () => void }> {
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    asked.push(route.request().url());
    await released;
    await route.continue();
  });
  return { asked, release };
}

test("a page that is only read loads no script; touch, a key or a link within the page hydrates it", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on(
    "request",
    (request) => request.resourceType() === "script" && scripts.push(request.url()),
  );
  const car = await demoCar(page, "instant", 0);
  for (const path of ["/", "/browse", `/book/${car.id}`, "/terms", "/privacy", "/auth"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(scripts, path).toEqual([]);
  }
  await page.keyboard.press("Tab");
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await page.goto("/browse");
  await page.getByRole("tab", { name: "Map View" }).press("Enter"); // the browser's own link
  await expect(page.getByRole("region", { name: "Map of cars" }).locator("canvas")).toBeVisible();
  scripts.length = 0;
  await page.goto("/terms#top", { waitUntil: "networkidle" });
  expect(scripts.filter((url) => url.includes("entry.client"))).not.toEqual([]);
});

test("applies clicks and typing from before the scripts arrive", async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  const { asked, release } = await holdScripts(page);
  await page.goto("/browse");
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(page.getByRole("dialog")).toBeHidden();
  release();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});

test("runs a search typed before hydration", async ({ page }) => {
  const { release } = await holdScripts(page);
  await page.goto("/browse");
  await page.getByRole("textbox", { name: "Location" }).fill("Exuma");
  release();
  await expect(page).toHaveURL(/location=Exuma/);
  await expect(page.getByRole("textbox", { name: "Location" })).toHaveValue("Exuma");
});

test("typing continues through hydration at the caret", async ({ page, newPerson }) => {
  const { release } = await holdScripts(page);
  await page.goto("/support");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("I left my sunglasses in the car");
  release();
  await message.pressSequentially(" that I rented from Trevor on Exuma last week", { delay: 15 });
  await page.locator("html[data-awake]").waitFor({ state: "attached" });
  await message.pressSequentially(".");
  await expect(message).toHaveValue(
    "I left my sunglasses in the car that I rented from Trevor on Exuma last week.",
  );

  const another = await (await newPerson()).newPage();
  const later = await holdScripts(another);
  await another.goto("/support");
  await another.getByRole("textbox", { name: "Message" }).fill("Hello world");
  for (let presses = 0; presses < " world".length; presses++)
    await another.keyboard.press("ArrowLeft");
  later.release();
  await another.locator("html[data-awake]").waitFor({ state: "attached" });
  await another.keyboard.type(", dear");
  await expect(another.getByRole("textbox", { name: "Message" })).toHaveValue("Hello, dear world");
});

test("signs in after the scripts arrive when submitted before", async ({ page }) => {
  const { release } = await holdScripts(page);
  await page.goto("/auth?next=%2Ffavorites");
  await page.getByLabel("Email", { exact: true }).fill("renter@caydrive.test");
  await page.getByLabel("Password", { exact: true }).fill(SEEDED_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toHaveAttribute(
    "aria-busy",
    "true",
  );
  release();
  await page.waitForURL("**/favorites");
});

test("presses without a pointer hydrate the page too, and each of several counts", async ({
  page,
}) => {
  const { asked, release } = await holdScripts(page);
  await page.goto("/browse");
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>("#filters button"))
      if (/More filters|Any dates/.test(button.textContent ?? "")) button.click();
  });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  release();
  await expect(page.getByRole("button", { name: "More filters" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(
    page.locator("#filters button").filter({ hasText: "Any dates" }),
  ).not.toHaveAttribute("aria-busy");
});

test("a page without deferred scripts keeps early presses, and reports scripts that did not load", async ({
  page,
  allowFailures,
}) => {
  await page.setViewportSize(viewports.phone);
  await signInOnPage(page, "renter@caydrive.test", SEEDED_PASSWORD);
  const { release } = await holdScripts(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Open menu" }).click();
  release();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Messages" })).toBeVisible();

  allowFailures([/GET net::ERR_FAILED .*\.js/]);
  await page.unroute("**/*.js");
  await page.route("**/*.js", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Check your connection and reload.")).toBeVisible();
});

test("applies the last of several choices", async ({ page }) => {
  const { release } = await holdScripts(page);
  await page.goto("/auth?mode=signup");
  const rent = page.getByRole("radio", { name: /^Rent cars/ });
  const host = page.getByRole("radio", { name: /^Rent out my car/ });
  for (const choice of [host, rent, host]) await choice.check();
  release();
  await page.locator("html[data-awake]").waitFor({ state: "attached" });
  await page.getByLabel("First name").fill("Ann");
  await expect(host).toBeChecked();
});

test("leaves a search to the browser if React would send it without the typed text", async ({
  page,
}) => {
  const [{ release }, letGo] = [await holdScripts(page), await holdAwakening(page)];
  await page.goto("/");
  await page.getByRole("combobox", { name: "Where" }).fill("Exuma");
  release();
  await awaken(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/browse\?location=Exuma/);
  await letGo();
});

test("the end of a document after its scripts replays nothing", async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await signInOnPage(page, "renter@caydrive.test", SEEDED_PASSWORD);
  const [, kept = ""] =
    /<script>(\(function sleep\(.*?)<\/script>/s.exec(
      await (await page.request.get("/dashboard")).text(),
    ) ?? [];
  await page.goto("/dashboard");
  await page.locator("html[data-awake]").waitFor({ state: "attached" });
  await page.addScriptTag({ content: kept });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Messages" })).toBeVisible();
});

/**
 * Holds back the end of hydration until the returned function is called. React then handles events,
 * but the stored ones are not replayed yet.
 */
async function holdAwakening(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const dispatch = document.dispatchEvent.bind(document);
    document.dispatchEvent = (event) => {
      if (event.type !== "awake") return dispatch(event);
      document.addEventListener("let go", () => dispatch(event), { once: true });
      return true;
    };
  });
  return () => page.evaluate(() => void document.dispatchEvent(new Event("let go")));
}

test("a press or submit during hydration counts once", async ({ page }) => {
  const letGo = await holdAwakening(page);
  await page.goto("/auth");
  await awaken(page);
  const password = page.getByLabel("Password", { exact: true });
  await page.getByLabel("Email", { exact: true }).fill("renter@caydrive.test");
  await password.fill(SEEDED_PASSWORD);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await letGo();
  await expect(password).toHaveAttribute("type", "text");

  const asked: string[] = [];
  page.on(
    "request",
    (request) => request.url().includes("/auth/v1/token") && asked.push(request.url()),
  );
  await page.reload();
  await awaken(page);
  await page.getByLabel("Email", { exact: true }).fill("renter@caydrive.test");
  await password.fill(SEEDED_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toHaveAttribute(
    "aria-busy",
    "true",
  );
  expect(asked).toEqual([]);
  await letGo();
  await page.waitForURL("**/dashboard");
  expect(asked).toHaveLength(1);

  await page.goto("/");
  await awaken(page);
  const account = page.getByRole("button", { name: /^Account menu/ });
  await account.click();
  await letGo();
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();

  // Other mouse buttons open the browser's menu, which may swallow their release.
  await page.reload();
  await awaken(page);
  await account.click();
  await page.mouse.down({ button: "right" });
  await letGo();
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  await page.mouse.up({ button: "right" });

  // Pressed before, released afterwards.
  await page.reload();
  await awaken(page);
  await account.hover();
  await page.mouse.down();
  await letGo();
  await page.mouse.up();
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
});

test("forms and links work before hydration, and if the scripts never load", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/GET net::ERR_FAILED .*\.js/]);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/browse/new-providence?min_seats=5&feature=Bluetooth&sort=price&view=map");
  await page.getByRole("textbox", { name: "Location" }).fill("Nassau");
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
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(page.getByText("Check your connection and reload.")).toBeVisible();
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Terms/);
});

test("Map View shows a static coast until user activity, but not after a place search", async ({
  page,
}) => {
  // Its list of cars settles by itself, which is not user activity.
  await page.setViewportSize(viewports.phone);
  await page.goto("/browse?view=map", { waitUntil: "networkidle" });
  const map = page.getByRole("region", { name: "Map of cars" });
  const open = map.getByRole("button", { name: "Open map" });
  await expect(open).toBeVisible();
  await expect(map.locator("canvas")).toHaveCount(0);
  await axeInBothThemes(page);
  await open.focus(); // a pointer would hydrate it before pressing
  await expect(map.locator("canvas")).toBeVisible();
  await expect(open).toHaveCount(0);

  await page.goto("/browse?view=map&location=Exuma");
  await expect(map.locator("canvas")).toBeVisible();
});
