// The browse page as a person uses it: filters, order, more cars, and the way back.
import type { Page } from "@playwright/test";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { examine } from "./examine.ts";
import { hydrated, expect, test, viewports } from "./fixtures.ts";

const location = (page: Page) => page.getByLabel("Location");
const price = (page: Page) => page.getByLabel("Max price per day");
const cards = (page: Page) => page.getByRole("article");
const hasQuery = (query: Record<string, string>) => (url: URL) =>
  Object.entries(query).every(([name, value]) => url.searchParams.get(name) === value);

/** Picks a range from tomorrow in the calendar under "Dates". */
async function pickDates(page: Page, days: number): Promise<{ start: string; end: string }> {
  const start = addDays(todayInNassau(new Date()), 1);
  const end = addDays(start, days);
  await page.getByRole("button", { name: /^Dates/ }).click();
  const nextMonth = page.getByRole("button", { name: "Next month" });
  await expect(nextMonth).toBeVisible();
  for (const day of [start, end]) {
    const button = page.locator(`[data-day="${day}"]`).getByRole("button");
    if ((await button.count()) === 0) await nextMonth.click();
    await button.click();
  }
  return { start, end };
}

test("forbids framing by other sites, for cached and freshly rendered pages", async ({
  page,
  request,
  baseURL,
  allowFailures,
}) => {
  const { listings } = (await (await request.get("/api/listings")).json()) as {
    listings: { id: string }[];
  };
  const pages = [
    "/",
    "/browse",
    `/car/${listings[0]?.id}`,
    "/browse?location=Nassau",
    "/auth",
    "/dashboard",
    "/nothing",
  ];
  for (const path of pages) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"], path).toBe("nosniff");
  }
  allowFailures([/browse/]);
  const body = `<iframe src="${baseURL}/browse"></iframe>`;
  await page.route("http://elsewhere.example/", (route) =>
    route.fulfill({ contentType: "text/html", body }),
  );
  await page.goto("http://elsewhere.example/");
  await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
});

test("each filter is one history entry, and Back restores the fields", async ({ page }) => {
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  const all = await cards(page).count();

  await location(page).pressSequentially("Nas", { delay: 20 });
  await page.waitForURL(hasQuery({ location: "Nas" }));
  await location(page).pressSequentially("sau");
  await page.waitForURL(hasQuery({ location: "Nassau" }));
  await price(page).fill("60");
  await page.waitForURL(hasQuery({ location: "Nassau", max_price: "60" }));
  // The URL changes before the cars do.
  await expect(async () => {
    const texts = await cards(page).allTextContents();
    expect(texts).not.toEqual([]);
    for (const text of texts) expect(text).toContain("Nassau");
  }).toPass();
  await page.getByLabel("Sort by").selectOption("Price, low to high");
  await page.waitForURL(hasQuery({ sort: "price" }));
  const { start, end } = await pickDates(page, 3);
  await page.waitForURL(
    hasQuery({ start_date: start, end_date: end, sort: "price", max_price: "60" }),
  );
  await expect(cards(page).first()).toContainText("all in, 3 days");

  await page.goBack();
  await expect(page.getByRole("button", { name: /^Dates/ })).toContainText("Any dates");
  await page.goBack();
  await expect(page.getByLabel("Sort by").locator("option:checked")).toHaveText("Newest");
  await page.goBack();
  await expect(price(page)).toHaveValue("");
  await expect(location(page)).toHaveValue("Nassau");
  await page.goBack();
  await expect(location(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/browse$/);
  await expect(cards(page)).toHaveCount(all);
});

test("applies the last text typed, even when the field is left immediately", async ({ page }) => {
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  await location(page).fill("Exuma");
  await page.keyboard.press("Tab");
  await page.waitForURL(hasQuery({ location: "Exuma" }));
});

test("on a phone, an airport found by its code stays in the field, and cars are sorted by distance", async ({
  page,
}) => {
  await page.setViewportSize(viewports.phone);
  await page.goto("/");
  const where = page.getByRole("combobox", { name: "Where" });
  const places = page.getByRole("listbox", { name: "Places" });
  await where.click();
  await expect(places.getByRole("option").first()).toHaveText("Near me");
  await expect(places.getByRole("option", { name: /Nassau Cruise Port/ })).toBeVisible();
  await where.fill("qqqq");
  await expect(page.getByRole("status").filter({ hasText: "No places found" })).toBeAttached();
  await where.fill("LPIA");
  const option = places.getByRole("option", { name: /^Lynden Pindling/ });
  await expect(option).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await examine(page);
  await page.keyboard.press("Enter");
  const airport = "Lynden Pindling International Airport";
  await expect(where).toHaveValue(airport);
  await page.getByRole("button", { name: "Find Your Car" }).click();
  await page.waitForURL(hasQuery({ place: airport, at: "25.039,-77.466" }));
  await expect(cards(page).first()).toContainText(/(At|mi from) the airport/);
  const nearby = page.getByRole("region", { name: "Nearby cars" });
  await expect(nearby.getByRole("heading", { level: 3 }).first()).toBeVisible();
  await page.reload();
  await expect(cards(page).first()).toContainText(/(At|mi from) the airport/);
  await examine(page);
  await page.getByRole("button", { name: /^Filters/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect(sheet.getByLabel("Location")).toHaveValue(airport);
  await expect(sheet.getByLabel("Sort by")).toHaveValue("distance");
});

test("Near me needs a position, and says so without one", async ({ page, context }) => {
  await context.clearPermissions();
  await page.goto("/browse");
  await location(page).click();
  await page.getByRole("option", { name: "Near me" }).click();
  await expect(page.getByText("We couldn't get your location.")).toBeVisible();
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 25.0745, longitude: -77.4052 });
  await location(page).click();
  await page.getByRole("option", { name: "Near me" }).click();
  await page.waitForURL(hasQuery({ place: "Near me", at: "25.07,-77.41" }));
  await expect(location(page)).toHaveValue("Near me");
  await expect(cards(page).first()).toContainText(/mi from you/);
});

test("sorts by price, cheapest first", async ({ page }) => {
  await page.goto("/browse?sort=price");
  const rates = (await cards(page).locator("text=/^\\$[\\d,.]+$/").allTextContents()).map((text) =>
    Number(text.replace(/[$,]/g, "")),
  );
  expect(rates.length).toBeGreaterThan(3);
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
});

test("reads a price with a comma as intended, or refuses it", async ({ page }) => {
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  await price(page).fill("48,50");
  await expect(page.getByText("Read as $48.50.")).toBeVisible();
  await page.waitForURL(hasQuery({ max_price: "48.5" }));
  await price(page).fill("cheap");
  await expect(page.getByText("Enter an amount, such as 120 or 48.50.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/max_price=48\.5/);
});

test("loads more cars, and Back from a car restores them all in place", async ({ page }) => {
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  const first = await cards(page).count();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(first);
  const all = await cards(page).count();
  const car = cards(page).nth(first);
  await expect(car.getByRole("heading").getByRole("link")).toBeFocused();
  const title = await car.getByRole("heading").textContent();
  await car.getByRole("link", { name: /^Book Now/ }).click();
  await page.waitForURL("**/book/**");
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeFocused();
  await page.goBack();
  await expect(cards(page)).toHaveCount(all);
  await expect(cards(page).nth(first)).toBeInViewport();
});

test("Book Now keeps the dates, and Back returns to the same search", async ({ page }) => {
  await page.goto("/browse?location=nassau");
  await page.waitForLoadState("networkidle");
  const { start, end } = await pickDates(page, 4);
  await expect(cards(page).first()).toContainText("all in, 4 days");
  await cards(page)
    .first()
    .getByRole("link", { name: /^Book Now/ })
    .click();
  await page.waitForURL(
    (url) =>
      url.pathname.startsWith("/book/") && hasQuery({ start_date: start, end_date: end })(url),
  );
  await page.getByRole("link", { name: "Back to results" }).click();
  await page.waitForURL(
    (url) => url.pathname === "/browse" && hasQuery({ location: "nassau", end_date: end })(url),
  );
});

test("without cars, several words get a hint, and Clear Filters shows all", async ({ page }) => {
  await page.goto("/browse?location=Nassau+New+Providence+Bahamas");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { name: "No cars found" })).toBeVisible();
  await expect(page.getByText("Try a single place name, such as Nassau.")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/browse$/);
  await expect(location(page)).toHaveValue("");
  await expect(page.getByRole("heading", { name: "Browse Available Cars" })).toBeFocused();
  await expect(cards(page).first()).toBeVisible();
});

test("on a phone the filter sheet changes nothing until it is submitted", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /^Filters/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByLabel("Max price per day").fill("a lot");
  await sheet.getByRole("button", { name: "Show cars" }).click();
  await expect(sheet.getByLabel("Max price per day")).toBeFocused();
  await sheet.getByLabel("Max price per day").fill("1,200");
  await sheet.getByLabel("Location").fill("nassau");
  await expect(page).toHaveURL(/\/browse$/);
  await sheet.getByRole("button", { name: /^Show/ }).click();
  await page.waitForURL(hasQuery({ location: "nassau", max_price: "1200" }));
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Filters/ })).toContainText(
    "Anywhere in The Bahamas",
  );
});

test("on a slow network the page shows immediately, and the cars replace their placeholders", async ({
  page,
}) => {
  await page.goto("/");
  await hydrated(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/listings(\?|$)/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "Browse" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Browse Available Cars" }),
  ).toBeVisible();
  await expect(page.getByText("Looking for cars...")).toBeVisible();
  const photos = page.locator(".skeleton.aspect-3\\/2");
  await expect(photos).toHaveCount(6);
  const shape = await photos.first().boundingBox();
  const filters = await page.getByRole("form", { name: "Filters" }).boundingBox();
  release();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  const photo = await cards(page).first().getByRole("list", { name: "Photos" }).boundingBox();
  expect(photo).toMatchObject({ x: shape?.x, y: shape?.y, width: shape?.width });
  expect(Math.abs((photo?.height ?? 0) - (shape?.height ?? 0))).toBeLessThan(1);
  expect(await page.getByRole("form", { name: "Filters" }).boundingBox()).toEqual(filters);
});

test("fetches a car while the pointer is on its link, and not again when it is pressed", async ({
  page,
}) => {
  await page.goto("/browse");
  await hydrated(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/listings\/[\da-f-]{36}$/.test(pathname)) asked.push(pathname);
  });
  const link = cards(page)
    .first()
    .getByRole("link", { name: /^Book Now/ });
  await link.hover();
  await expect.poll(() => asked).toHaveLength(1);
  await link.click();
  await page.waitForURL("**/book/**");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(asked).toHaveLength(1);
});
