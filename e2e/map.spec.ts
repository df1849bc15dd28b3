// Maps in the browser: Map View, the pickup location, the listing form, with MapLibre and with a
// local substitute for Google.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startProgram } from "../test/process.ts";
import { examine } from "./examine.ts";
import { hydrated, expect, test, viewports } from "./fixtures.ts";

const pins = (page: Page) => page.locator("button.map-pin");
const singlePins = (page: Page) => page.locator("button.map-pin:not(.map-cluster)");
const cards = (page: Page) => page.getByRole("article");
const searchHere = (page: Page) => page.getByRole("button", { name: "Search this area" });
const bounds = (url: URL | string) => new URL(url).searchParams.get("bounds");

test("Map View links pins and cards, and searches the map's area", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  expect(scripts.join()).not.toContain("maplibre-gl-worker");
  await page.getByRole("tab", { name: "Map View" }).click();
  await expect(page).toHaveURL(/\?view=map$/);
  await expect(page.getByRole("region", { name: "Map of cars" }).locator("canvas")).toBeVisible();
  await expect(pins(page).first()).toBeVisible();
  await page.getByText("© OpenStreetMap, GSHHG and others").click();
  await expect(page.getByText("Shoreline: modified from GSHHG")).toBeVisible();
  expect(scripts.join()).not.toContain("/bahamas-coast-Z");
  await expect(searchHere(page)).toHaveCount(0);
  // A resized map requests its pins again, and has then come to rest.
  const again = page.waitForResponse((response) => response.url().includes("/api/listings/map"));
  await page.setViewportSize({
    width: viewports.desktop.width - 200,
    height: viewports.desktop.height,
  });
  await again;
  await expect(pins(page).first()).toBeVisible();
  await expect(searchHere(page)).toHaveCount(0);
  await page.setViewportSize(viewports.desktop);
  await examine(page);

  // A pin highlights its card, which is added to the list if missing. The card highlights its pin.
  const pin = singlePins(page).first();
  const title = ((await pin.getAttribute("aria-label")) ?? "").split(", $")[0] ?? "";
  const card = cards(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await pin.focus();
  await page.keyboard.press("Enter");
  await expect(pin).toHaveAttribute("aria-pressed", "true");
  await expect(card.getByRole("heading").getByRole("link")).toBeFocused();
  await expect(pin).toHaveAttribute("data-highlighted");
  await pin.hover();
  await expect(card).toHaveAttribute("data-highlighted");
  await cards(page).last().getByRole("heading").getByRole("link").hover();
  await expect(card).not.toHaveAttribute("data-highlighted");

  // Opens a cluster, then searches the map's area, and Back leaves it.
  const all = await page.getByRole("status").filter({ hasText: "available" }).textContent();
  await page.locator("button.map-cluster").first().click();
  await searchHere(page).click();
  await page.waitForURL((url) => bounds(url) !== null);
  await expect(page.getByRole("button", { name: "Search everywhere" })).toBeVisible();
  const count = page.getByRole("status").filter({ hasText: "available" });
  await expect(count).not.toHaveText(all ?? "");
  const inArea = await count.textContent();
  await page.reload();
  await expect(count).toHaveText(inArea ?? "");
  await expect(pins(page).first()).toBeVisible();
  // Our code moved the map; the next move is the user's.
  await expect(searchHere(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect(searchHere(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?view=map$/);
  await expect(count).toHaveText(all ?? "");

  await page.setViewportSize(viewports.phone);
  await expect(cards(page).first()).toBeVisible();
  await examine(page);
  await cards(page)
    .first()
    .getByRole("link", { name: /^Book / })
    .click();
  await page.waitForURL("**/book/**");
});

test.describe("on a phone", () => {
  test.use({ viewport: viewports.phone, hasTouch: true });

  test("the map fills the screen, with a card for the tapped pin and a button to the list", async ({
    page,
  }) => {
    const dates = "start_date=2027-03-05&end_date=2027-03-08";
    await page.goto(`/browse?view=map&${dates}`);
    await hydrated(page);
    await expect(page.getByRole("button", { name: "Zoom in" })).toBeVisible();
    const map = page.getByRole("region", { name: "Map of cars" });
    expect((await map.boundingBox())?.height).toBe(viewports.phone.height - 120);
    const inView = page.getByRole("status").filter({ hasText: "in view" });
    await expect(inView).toHaveCount(1);

    // The pin shows the total, as its card does.
    const pin = singlePins(page).first();
    const [title = "", price = ""] = ((await pin.getAttribute("aria-label")) ?? "").split(
      /, (?=\$)/,
    );
    expect(price).toMatch(/^\$[\d,.]+ all in$/);
    await pin.focus();
    await page.keyboard.press("Enter");
    const card = page.locator("#map-car");
    await expect(card.getByRole("link", { name: title, exact: true })).toBeFocused();
    await expect(card).toContainText(price);
    await examine(page);
    await card.getByRole("button", { name: "Close" }).click();
    await expect(card).toHaveCount(0);

    await page.getByRole("button", { name: "List" }).click();
    await expect(inView).toBeInViewport();
    await page.getByRole("button", { name: "Map", exact: true }).click();
    await expect(map).toBeInViewport();
    await expect(page.getByRole("button", { name: "List" })).toBeVisible();
  });
});

test("shows pins over the picture of the map before its scripts are loaded", async ({
  newPerson,
}) => {
  const page = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await page.goto("/browse?view=map");
  await page.locator(".picture-pins > .map-cluster").first().click();
  await expect(page).toHaveURL((url) => bounds(url) !== null);
});

test("without WebGL or JavaScript the list stays, with a message; invalid parameters are ignored", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  // A browser's log for scripts it does not load without JavaScript.
  allowFailures([/^GET csp \/assets\//]);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto("/browse?view=map&bounds=here");
  await hydrated(page);
  await expect(
    page.getByText("Your browser can’t show the map because it has no WebGL."),
  ).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole("tab", { name: "Map View" })).toHaveAttribute(
    "aria-selected",
    "true",
  );

  const plain = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await plain.goto("/browse?view=map");
  // Playwright does not read the text of a noscript element.
  await expect(plain.locator("noscript p")).toBeVisible();
  await expect(cards(plain).first()).toBeVisible();
  await plain.getByRole("tab", { name: "Grid View" }).click();
  await expect(plain).toHaveURL(/\/browse$/);
});

test("shows a map once drawn, and reports a missing coast, which can be retried", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/bahamas-coast-z8/]);
  const map = page.getByRole("region", { name: "Map of cars" });
  const hold = Promise.withResolvers<void>();
  let asked = 0;
  await page.context().route(/bahamas-coast-z8/, async (route) => {
    asked += 1;
    if (asked === 1) return route.abort();
    await hold.promise;
    await route.continue();
  });
  await page.goto("/browse?view=map");
  await hydrated(page);
  await expect(
    map.getByText("We couldn’t load the map. The list shows the same cars."),
  ).toBeVisible();
  await map.getByRole("button", { name: "Try again" }).click();
  await expect(map.locator("canvas")).toBeVisible();
  await expect(map.getByText("Loading map...")).toBeVisible();
  await expect(map.getByRole("button", { name: "Zoom in" })).toHaveCount(0);
  hold.resolve();
  await expect(map.getByText("Loading map...")).toHaveCount(0);
  await expect(pins(page).first()).toBeVisible();

  // Beside the list, it is 600 px high (specification section 9).
  for (const size of [viewports.tablet, viewports.desktop]) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await map.boundingBox())?.height).toBe(600);
    const list = await page.getByRole("list", { name: "Cars" }).boundingBox();
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan((await map.boundingBox())?.x ?? 0);
  }
});

test("the pickup location's map loads near the viewport, in the page's theme", async ({
  page,
  request,
}) => {
  const { listings } = await (await request.get("/api/listings")).json();
  const car = listings.find(({ latitude }: { latitude: number | null }) => latitude !== null);
  const loaded: string[] = [];
  page.on("request", (each) => loaded.push(each.url()));
  await page.setViewportSize({ width: 390, height: 300 });
  await page.goto(`/book/${car.id}`);
  await page.waitForLoadState("networkidle");
  expect(loaded.join()).not.toContain("bahamas-coast");
  await page.getByRole("heading", { name: "Pickup location" }).scrollIntoViewIfNeeded();
  const map = page.getByRole("region", { name: "Map of the pickup location" });
  await expect(map.locator(".map-drop")).toBeVisible();
  expect((await map.boundingBox())?.height).toBe(200);
  await expect.poll(() => loaded.some((url) => /bahamas-coast-(?!z8)/.test(url))).toBe(true);
});

/**
 * What Google's loader would load: a flat earth, and the parts of the library that the product
 * uses.
 */
const GOOGLE = `window.google = { maps: {
  event: { clearInstanceListeners() {} },
  Map: class {
    constructor(element, options) { Object.assign(this, options, { element, on: {} }); element.textContent = "A map by Google"; setTimeout(() => this.on.idle?.({}), 50); }
    addListener(name, act) { this.on[name] = act; }
    getBounds() { return { getSouthWest: () => ({ lat: () => 20, lng: () => -80 }), getNorthEast: () => ({ lat: () => 27, lng: () => -72 }) }; }
    getCenter() { return { lat: () => this.center.lat, lng: () => this.center.lng }; }
    getZoom() { return this.zoom; }
    setZoom(zoom) { this.moveCamera({ center: this.center, zoom }); }
    moveCamera({ center, zoom }) {
      const moves = zoom !== this.zoom || center.lat !== this.center.lat || center.lng !== this.center.lng;
      Object.assign(this, { center, zoom });
      if (moves) setTimeout(() => this.on.idle({}));
    }
    panTo() {}
  },
  OverlayView: class {
    setMap(map) { if (!map) return this.onRemove(); this.pane = map.element.appendChild(document.createElement("div")); setTimeout(() => { this.onAdd(); this.draw(); }); }
    getPanes() { return { overlayMouseTarget: this.pane }; }
    getProjection() { return { fromLatLngToDivPixel: ({ lat, lng }) => ({ x: (lng + 80) * 100, y: (27 - lat) * 80 }), fromContainerPixelToLatLng: () => null }; }
  },
} };
window.onGoogleMaps();`;

test("with a key Google draws the map after failed tries; if it refuses the key, our map is drawn", async ({
  browser,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), "caydrive-google-"));
  chmodSync(dataDir, 0o755);
  const { POSTGRES_BIN = "" } = process.env;
  const program = await startProgram({
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: "0",
    UNLIMITED: "1",
    POSTGRES_BIN,
    GOOGLE_MAPS_API_KEY: "AIza-a-key-of_the_tests",
  });
  const page = await browser.newPage();
  try {
    const asked: URL[] = [];
    await page.route("https://maps.googleapis.com/**", (route) => {
      asked.push(new URL(route.request().url()));
      return asked.length < 3
        ? route.abort()
        : route.fulfill({ contentType: "text/javascript", body: GOOGLE });
    });
    await page.goto(`${program.url}/browse?view=map`);
    await hydrated(page);
    await expect(page.getByText("A map by Google")).toBeVisible();
    expect(
      asked.map(({ searchParams }) => [searchParams.get("key"), searchParams.get("libraries")]),
    ).toEqual(Array.from({ length: 3 }, () => ["AIza-a-key-of_the_tests", "places"]));
    await expect(pins(page).first()).toBeVisible();
    await expect(searchHere(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await expect(searchHere(page)).toBeVisible();
    await page.evaluate(() =>
      (window as unknown as { gm_authFailure: () => void }).gm_authFailure(),
    );
    await expect(page.getByText("© OpenStreetMap, GSHHG and others")).toBeVisible();
    await expect(page.getByText("A map by Google")).toHaveCount(0);
    await expect(pins(page).first()).toBeVisible();
  } finally {
    await page.close();
    await program.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  }
});
