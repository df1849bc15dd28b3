// The checks that every browser test of a screen runs.
import type { Page } from "@playwright/test";
import { hydrated, axeInBothThemes, expect, viewports } from "./fixtures.ts";

/**
 * Asserts that the content has loaded, axe finds nothing in either theme, and the page fits the
 * screen.
 */
export async function examine(page: Page): Promise<void> {
  await hydrated(page);
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await axeInBothThemes(page);
  await expectNoOverflow(page);
}

/** Asserts that nothing is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${page.url()} overflows`).toBeLessThanOrEqual(0);
}

/** Runs the checks on a phone and on a wide screen, and leaves the page at the latter. */
export async function examineAtBothSizes(page: Page): Promise<void> {
  for (const size of [viewports.phone, viewports.desktop]) {
    await page.setViewportSize(size);
    await examine(page);
  }
}
