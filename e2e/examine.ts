// Looks a page over as every browser test of a screen does.
import type { Page } from "@playwright/test";
import { awaken, axeInBothThemes, expect, viewports } from "./fixtures.ts";

/** What the page is about has come, axe finds nothing in either theme, and it fits the screen. */
export async function examine(page: Page): Promise<void> {
  await awaken(page);
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await axeInBothThemes(page);
  await expectNoOverflow(page);
}

/** Nothing is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${page.url()} overflows`).toBeLessThanOrEqual(0);
}

/** The same on a phone and on a wide screen, which is what the page is left at. */
export async function examineAtBothSizes(page: Page): Promise<void> {
  for (const size of [viewports.phone, viewports.desktop]) {
    await page.setViewportSize(size);
    await examine(page);
  }
}
