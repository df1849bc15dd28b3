// The further filters of the browse page: wide screen, phone, no JavaScript; chips, URL and Back;
// island pages.
import type { Page } from "@playwright/test";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { examine } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";

const cards = (page: Page) => page.getByRole("article");
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });
const chip = (page: Page, label: string) =>
  page.getByRole("link", { name: `Remove filter: ${label}` });
const count = (page: Page) => page.getByText(/cars? available/);
/** The path and parameters, without dates. */
const at = (path: string) => (url: URL) => url.pathname + url.search === path;

/** Expects as many cards as the count says, page by page. */
async function expectCountToHold(page: Page): Promise<void> {
  await expect(async () => {
    const said = Number(/\d+/.exec((await count(page).textContent()) ?? "")?.[0]);
    expect(said).toBeLessThanOrEqual(24);
    expect(await cards(page).count()).toBe(said);
  }).toPass();
}

test("on a wide screen each choice applies immediately, has a chip, and Back undoes it", async ({
  page,
}) => {
  await page.setViewportSize(viewports.desktop);
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  const open = page.getByRole("button", { name: /^More filters/ });
  await open.focus();
  await page.keyboard.press("Enter");
  const group = (name: string) => page.getByRole("group", { name });
  await expect(group("Seats")).toBeVisible();

  // By keyboard: a group of radio buttons is one tab stop, and the arrow keys choose.
  await group("Transmission").getByLabel("Any").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(at("/browse?transmission=automatic"));
  await expect(group("Transmission").getByLabel("Automatic")).toBeFocused();
  await group("Fuel").getByLabel("Hybrid").focus();
  await page.keyboard.press("Space");
  await page.waitForURL(at("/browse?transmission=automatic&fuel_type=hybrid"));
  await expect(count(page)).toBeVisible();
  await expectCountToHold(page);
  for (const card of await cards(page).all())
    await expect(card).toContainText(/Hybrid.*Automatic/s);
  await group("Fuel").getByLabel("Gasoline").check();
  await page.waitForURL(at("/browse?transmission=automatic&fuel_type=gasoline&fuel_type=hybrid"));
  await page.getByLabel("Island", { exact: true }).focus();
  await page.getByLabel("Island", { exact: true }).selectOption("Exuma");
  await page.waitForURL(
    (url) => url.pathname === "/browse/exumas" && url.searchParams.has("transmission"),
  );
  await expect(page.getByLabel("Island", { exact: true })).toBeFocused();
  await expect(open).toContainText("4");
  await page.getByLabel("Min price per day").fill("9000");
  await page.getByLabel("Max price per day").fill("50");
  await expect(page.getByText("This is above the max price.")).toBeVisible();
  await page.getByLabel("Min price per day").fill("");
  await page.getByLabel("Max price per day").fill("");
  await examine(page);

  // Removing a chip moves the focus to its neighbour.
  await chip(page, "Gasoline").focus();
  await page.keyboard.press("Enter");
  await expect(chip(page, "Gasoline")).toHaveCount(0);
  await expect(chip(page, "Hybrid")).toBeFocused();
  await expect(group("Fuel").getByLabel("Gasoline")).not.toBeChecked();
  await page.goBack();
  await expect(group("Fuel").getByLabel("Gasoline")).toBeChecked();
  await chips(page).getByRole("link", { name: "Clear Filters" }).click();
  await page.waitForURL(at("/browse"));
  await expect(chips(page)).toHaveCount(0);
  await expect(page.getByLabel("Island", { exact: true })).toHaveValue("");
  await expect(
    page.getByRole("heading", { level: 1, name: "Browse Available Cars" }),
  ).toBeFocused();
});

test("on a phone the sheet has all filters, works by keyboard, and the page shows their number", async ({
  page,
}) => {
  await page.setViewportSize(viewports.phone);
  // Invalid filters are ignored, and the others apply.
  await page.goto(
    "/browse?island=atlantis&fuel_type=coal&min_seats=99&feature=Bluetooth&min_price=90&max_price=60",
  );
  await page.waitForLoadState("networkidle");
  await expect(chip(page, "Bluetooth")).toBeVisible();
  await expect(chips(page).getByRole("link", { name: /^Remove/ })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Filters/ })).toContainText("up to $60 / day");
  await page.getByRole("button", { name: /^Filters/ }).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect(
    sheet.getByRole("group", { name: "Features" }).getByLabel("Bluetooth"),
  ).toBeChecked();
  await sheet.getByLabel("Min price per day").fill("80");
  await sheet.getByRole("button", { name: "Show cars" }).click();
  await expect(sheet.getByLabel("Min price per day")).toBeFocused();
  await sheet.getByLabel("Min price per day").fill("20");
  await sheet.getByRole("group", { name: "Seats" }).getByLabel("5+").focus();
  await page.keyboard.press("Space");
  await sheet.getByRole("group", { name: "Booking type" }).getByLabel("Instant book").check();
  const show = sheet.getByRole("button", { name: /^Show \d+ cars?$/ });
  await expect(show).toBeVisible();
  await examine(page);
  await sheet.getByRole("group", { name: "Body type" }).getByLabel("Golf cart").check();
  await expect(sheet.getByRole("button", { name: "No cars match" })).toBeVisible();
  await expect(sheet.getByRole("status").getByText("No cars match")).toBeAttached();
  await sheet.getByRole("group", { name: "Body type" }).getByLabel("Golf cart").uncheck();
  const shown = /\d+/.exec((await show.textContent()) ?? "")?.[0];
  await sheet.getByRole("group", { name: "Seats" }).getByLabel("5+").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(
    at("/browse?min_price=20&max_price=60&min_seats=5&feature=Bluetooth&booking_mode=instant"),
  );
  await expect(sheet).toHaveCount(0);
  await expectCountToHold(page);
  await expect(count(page)).toHaveText(new RegExp(`^${shown} `));
  await expect(page.getByRole("button", { name: /^Filters/ })).toContainText("4 more");
  await expect(chip(page, "From $20 / day")).toBeVisible();
  await examine(page);
});

test("an island has a page with text, cars and neighbours; an empty one says so; an unknown one is 404", async ({
  page,
  allowFailures,
}) => {
  allowFailures(["GET 404 /browse/atlantis"]);
  await page.goto("/browse/exumas");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1, name: "Car rental in Exuma" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText("Home/Browse");
  await expect(page.getByText("Exuma International Airport (GGT)")).toBeVisible();
  for (const text of await cards(page).allTextContents()) expect(text).toContain("Exuma");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/browse\/exumas$/);
  const crumbs = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? "",
  );
  expect(crumbs.itemListElement.at(-1).item).toMatch(/^http.*\/browse\/exumas$/);
  await examine(page);
  await page
    .getByRole("region", { name: "About Exuma" })
    .getByRole("link", { name: "Long Island" })
    .click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Car rental in Long Island" }),
  ).toBeFocused();
  // The sitemap links to existing pages.
  const sitemap = await (await page.request.get("/sitemaps/pages.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? "");
  expect(listed.some((url) => url.endsWith("/browse/exumas"))).toBe(true);
  for (const url of listed) expect((await page.request.get(url)).status(), url).toBe(200);
  await page.goto("/browse/mayaguana");
  await expect(page.getByText("There are no cars in Mayaguana yet.")).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await page.getByRole("link", { name: "See all cars" }).click();
  await page.waitForURL(at("/browse"));
  expect((await page.goto("/browse/atlantis"))?.status()).toBe(404);
});

test("an empty result links to islands that have cars, also without JavaScript", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures(["GET csp /assets/"]); // the browser without JavaScript, for scripts it does not load
  // Vans on an island that has only golf carts and the like.
  const start = addDays(todayInNassau(new Date()), 20);
  const search = async (query: Record<string, string>) => {
    const answer = await page.request.get(`/api/listings?${new URLSearchParams(query)}`);
    return ((await answer.json()) as { listings: { id: string; island: string }[] }).listings;
  };
  const carts = await search({ body_type: "golf_cart" });
  const island = carts[0]?.island ?? "";
  const query = { body_type: "van", start_date: start, end_date: addDays(start, 2) };
  const vans = await search(query);
  expect(vans.length).toBeGreaterThan(0);
  expect(vans.map((van) => van.island)).not.toContain(island);
  const address = `/browse/${island}?${new URLSearchParams(query)}`;

  await page.setViewportSize(viewports.phone);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "No cars found" })).toBeVisible();
  const islands = page.getByRole("region", { name: "Available on other islands" });
  await expect(islands.getByRole("link").first()).toContainText(/\d+ cars?$/);
  await examine(page);

  const plain = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await plain.goto(address);
  const offer = plain
    .getByRole("region", { name: "Available on other islands" })
    .getByRole("link")
    .first();
  const offered = /(\d+) cars?$/.exec((await offer.textContent()) ?? "")?.[1];
  await offer.click();
  await expect(count(plain)).toHaveText(new RegExp(`^${offered} `));
  await expect(plain).toHaveURL(new RegExp(`start_date=${start}`));
});

test("without JavaScript the filters are a form, and links lead to more cars", async ({
  newPerson,
  allowFailures,
}) => {
  allowFailures(["GET csp /assets/"]); // this browser's log for scripts it does not load
  const page = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await page.goto("/browse");
  await page.getByText("More filters", { exact: true }).last().click();
  await page.getByLabel("Island", { exact: true }).selectOption("Eleuthera");
  await page.getByRole("group", { name: "Seats" }).getByLabel("4+").check();
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(at("/browse/eleuthera?min_seats=4"));
  await expect(page.getByLabel("Location")).toHaveValue("Eleuthera");
  await expectCountToHold(page);
  await chip(page, "4+ seats").click();
  await page.waitForURL(at("/browse/eleuthera"));
  await page.goto("/browse");
  await page.getByRole("link", { name: "Show more" }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});
