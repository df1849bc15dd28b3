// Every page in both themes and sizes: axe finds nothing, nothing overflows, no link is broken.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { examine, examineAtBothSizes, expectNoOverflow } from "./examine.ts";
import { hydrated, axe, expect, test, viewports } from "./fixtures.ts";
import {
  demoCar,
  farDates,
  linkFromMailbox,
  newPersonData,
  signInOnPage,
  signUpOnPage,
} from "./people.ts";

const PUBLIC = [
  "/",
  "/browse",
  "/browse?location=nowhere-at-all",
  "/auth",
  "/auth?mode=signup&type=host",
  "/auth/reset",
  "/auth/not-me",
  "/about",
  "/pricing",
  "/support",
  "/faq#cancel",
  "/faq?search=nothing-like-this",
  "/terms",
  "/privacy",
  "/booking-success",
  "/dev/mailbox",
];
const SIGNED_IN = ["/dashboard", "/bookings", "/profile"];
/** The listings page links to cars that only their host sees, so its links are not checked here. */
const HOST = ["/host/dashboard", "/host/calendar", "/host/bookings"];

test("public pages", async ({ page }) => {
  const car = await demoCar(page, "instant", 0);
  for (const path of [...PUBLIC, `/book/${car.id}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await examineAtBothSizes(page);
  }
});

test("pages fit a phone at twice the text size", async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  const car = await demoCar(page, "instant", 0);
  const expectFit = async (path: string) => {
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    await expectNoOverflow(page);
  };
  for (const path of ["/", "/browse", "/pricing", "/about", "/support", "/auth"])
    await expectFit(path);
  await signInOnPage(page, "host@caydrive.test", "caydrive-demo");
  for (const path of [`/book/${car.id}`, "/dashboard", "/bookings", "/settings", "/host/payouts"])
    await expectFit(path);
});

test("the API page fits, and axe finds nothing on its first endpoints", async ({ page }) => {
  await page.goto("/api/docs");
  const endpoints = page.getByRole("main").locator("details");
  expect(await endpoints.count()).toBeGreaterThan(50);
  for (const size of [viewports.phone, viewports.desktop]) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
  }
  // The others consist of the same parts, and axe takes half a minute for all.
  await hydrated(page); // React must have hydrated them before they are removed
  await endpoints.evaluateAll((all) =>
    all.forEach((each) => each.matches("details:nth-of-type(n + 4)") && each.remove()),
  );
  await endpoints.filter({ hasText: "Parameters" }).first().locator("summary").click();
  await page.evaluate(() => scrollTo(0, 0)); // an element half under the header has no size for axe
  await examineAtBothSizes(page);
});

test("signed-in pages", async ({ page }) => {
  await signInOnPage(page, "renter@caydrive.test", "caydrive-demo");
  for (const path of SIGNED_IN) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await examineAtBothSizes(page);
  }
});

test("dialogs, sheets and menus", async ({ page }) => {
  const menuButton = page.getByRole("button", { name: "Open menu" });
  const accountButton = page
    .getByRole("button", { name: /^Account menu/ })
    .filter({ visible: true });
  const dialog = (title: string) => page.getByRole("dialog", { name: title });
  /** Examines what the button opens and closes it again, which returns the focus to the button. */
  const open = async (button: Locator, opened: Locator, look = examine): Promise<void> => {
    await button.click();
    await expect(opened).toBeVisible();
    await look(page);
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await expect(button).toBeFocused();
  };
  await page.setViewportSize(viewports.phone);
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  await open(menuButton, dialog("Menu"));
  await open(page.getByRole("button", { name: /^Filters/ }), dialog("Filters"));
  await signInOnPage(page, "renter@caydrive.test", "caydrive-demo");
  for (const path of ["/", "/bookings"]) {
    await page.goto(path);
    for (const size of [viewports.desktop, viewports.phone]) {
      await page.setViewportSize(size);
      await open(accountButton, page.getByRole("menu"));
    }
    await open(menuButton, dialog("Menu"));
  }
  await page.setViewportSize(viewports.desktop);
  for (const [opener, title] of [
    [/^View Details/, "Booking Details"],
    [/^Cancel,/, "Cancel Booking"],
  ] as const)
    await open(
      page.getByRole("button", { name: opener }).first(),
      dialog(title),
      examineAtBothSizes,
    );
});

test("pages behind emailed links", async ({ page, allowFailures }) => {
  allowFailures(["POST 403 /auth/v1/verify"]);
  for (const type of ["signup", "email_change"]) {
    await page.goto(`/auth/confirm?token_hash=used-before&type=${type}`);
    await expect(
      page.getByRole("heading", { level: 1, name: "This link doesn't work" }),
    ).toBeVisible();
    await examineAtBothSizes(page);
  }
  const person = newPersonData("Latoya");
  await signUpOnPage(page, person);
  await page.goto(`/dev/mailbox?to=${person.email}`);
  await expect(page.getByRole("list", { name: "Emails" }).getByRole("link")).toHaveCount(1);
  await examineAtBothSizes(page);
  await page.goto("/auth/reset");
  await expect(page).toHaveTitle("Reset your password | Caydrive");
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check your email" })).toBeFocused();
  await examineAtBothSizes(page);
  await page.goto(await linkFromMailbox(page, person.email, "recovery"));
  await expect(
    page.getByRole("heading", { level: 1, name: "Choose a new password" }),
  ).toBeVisible();
  await expect(page).toHaveTitle("Choose a new password | Caydrive");
  await examineAtBothSizes(page);
  await page.getByLabel("New password").fill("rake-and-scrape-3");
  await page.getByRole("button", { name: "Save password" }).click();
  await page.waitForURL("**/dashboard");
  await expect(page).toHaveTitle("Dashboard | Caydrive");
});

test("an unknown page is 404 and links home", async ({ page, allowFailures }) => {
  allowFailures([/GET 404 \/nowhere/]);
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await axe(page);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("an unknown car is 404", async ({ page, allowFailures }) => {
  allowFailures([/GET 404 \/book\//]);
  const response = await page.goto("/book/11111111-1111-4111-8111-111111111111");
  expect(response?.status()).toBe(404);
  await axe(page);
});

test("renders a page identically each time", async ({ page }) => {
  // A cursor keeps the page out of the cache, so that both are rendered.
  const [one, two] = await Promise.all(
    [1, 2].map(async () => (await page.request.get("/browse?cursor=none")).text()),
  );
  expect(one).toBe(two);
});

/** The internal paths that the page links to. */
const findLinks = (page: Page): Promise<string[]> =>
  page
    .locator("a[href^='/']")
    .evaluateAll((all) =>
      all.map((each) => (each as HTMLAnchorElement).pathname + (each as HTMLAnchorElement).search),
    );

test("no link is broken", async ({ page, newPerson }) => {
  const seen = new Set<string>();
  const collect = async (path: string, as = page): Promise<void> => {
    await as.goto(path);
    await expect(as.getByRole("heading", { level: 1 })).toBeVisible();
    await hydrated(as);
    await expect(as.locator(".skeleton")).toHaveCount(0);
    for (const link of await findLinks(as)) seen.add(link);
  };
  const car = await demoCar(page, "instant", 0);
  for (const path of [
    "/",
    "/browse",
    "/auth",
    "/about",
    "/pricing",
    "/support",
    "/faq",
    "/terms",
    "/privacy",
    "/booking-success",
    `/book/${car.id}`,
  ])
    await collect(path);
  await signInOnPage(page, "renter@caydrive.test", "caydrive-demo");
  for (const path of [...SIGNED_IN, "/settings", "/"]) await collect(path);
  const host = await (await newPerson()).newPage();
  await signInOnPage(host, "host@caydrive.test", "caydrive-demo");
  for (const path of HOST) await collect(path, host);
  const broken: [link: string, status: number][] = [];
  for (const link of seen) {
    // One by one, since many at once would overload it.
    const status = (await page.request.get(link)).status();
    if (status >= 400) broken.push([link, status]);
  }
  expect(broken).toEqual([]);
});

test("the footer offers signing in, or one's own pages", async ({ page }) => {
  await page.goto("/terms");
  const account = page.getByRole("contentinfo").getByRole("navigation", { name: "Account" });
  await expect(account.getByRole("link")).toHaveText(["Sign In", "Sign Up"]);
  await signInOnPage(page, "renter@caydrive.test", "caydrive-demo");
  await page.goto("/terms");
  await expect(account.getByRole("link")).toHaveText(["My Bookings", "Profile"]);
});

test("a new page takes the focus and announces its title", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: "Find Your Car" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Browse Available Cars" }),
  ).toBeFocused();
  await expect(
    page.getByRole("status").filter({ hasText: "Browse Available Cars | Caydrive" }),
  ).toBeAttached();
});

/** The gzipped JavaScript that a page loads before anything is used, in kilobytes. A page that
 *  exceeds it has probably pulled in code that it does not need. */
const MOST_KB = {
  "/": 130,
  "/browse": 146,
  "/book": 175,
  "/faq": 116,
  "/terms": 113,
  "/pricing": 124,
  "/support": 139,
  "/auth": 144,
};

test("public pages load no more JavaScript than they need", async ({ page }) => {
  const fetchSize = async (path: string) =>
    gzipSync(await (await page.request.get(path)).body(), { level: 9 }).length;
  const { listings } = (await (await page.request.get("/api/listings")).json()) as {
    listings: { id: string }[];
  };
  for (const [path, most] of Object.entries(MOST_KB)) {
    const url = path === "/book" ? `/book/${listings[0]?.id}` : path;
    const html = await (await page.request.get(url)).text();
    const files = new Set(
      [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file),
    );
    const sizes = await Promise.all([...files].map(fetchSize));
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    expect.soft(total, path).toBeGreaterThan(most - 10);
    expect.soft(total, path).toBeLessThan(most);
  }
});

test("a page of 24 cars with prices is at most 120 kB, compressed 15 kB", async ({ page }) => {
  const { start_date, end_date } = farDates(90); // after every booking of the demo
  for (const path of ["/browse", `/browse?start_date=${start_date}&end_date=${end_date}`]) {
    const html = await (await page.request.get(path)).body();
    expect(html.toString().match(/<article/g), path).toHaveLength(24);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }; // as the server compresses pages
    expect.soft(html.length, path).toBeLessThan(120_000);
    expect.soft(brotliCompressSync(html, { params }).length, path).toBeLessThan(15_000);
  }
});
