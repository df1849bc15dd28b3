// Every page that exists, in both themes and both sizes: axe finds nothing, nothing overflows, no link leads nowhere.
import { axe, expect, schemes, test, useScheme, viewports } from "./fixtures.ts";
import { demoCar, signIn } from "./people.ts";

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

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  for (const scheme of schemes) {
    test(`public pages, ${name}, ${scheme}`, async ({ page }) => {
      test.setTimeout(120_000); // a dozen pages, and axe on each
      await page.setViewportSize(viewport);
      await useScheme(page, scheme);
      const car = await demoCar(page, "instant", 0);
      for (const path of [...PUBLIC, `/book/${car.id}`]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForLoadState("networkidle");
        await axe(page);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${path} overflows`,
        ).toBeLessThanOrEqual(0);
      }
    });

    test(`signed-in pages, ${name}, ${scheme}`, async ({ page }) => {
      test.setTimeout(60_000);
      await page.setViewportSize(viewport);
      await useScheme(page, scheme);
      await signIn(page, "renter@caydrive.test", "caydrive-demo");
      for (const path of SIGNED_IN) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await axe(page);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${path} overflows`,
        ).toBeLessThanOrEqual(0);
      }
    });
  }
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

test("no link leads nowhere", async ({ page }) => {
  const seen = new Set<string>();
  for (const path of ["/", "/browse", "/auth", "/terms", "/privacy", "/booking-success"]) {
    await page.goto(path);
    const links = await page
      .locator("a[href^='/']")
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).pathname));
    for (const link of links) seen.add(link);
  }
  for (const link of seen) expect((await page.request.get(link)).status(), link).toBeLessThan(400);
});
