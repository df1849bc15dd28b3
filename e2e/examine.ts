// Looks a page over as every browser test of a screen does.
import type { Page } from "@playwright/test";
import { axeInBothThemes, expect } from "./fixtures.ts";

/** Axe finds nothing in either theme, and nothing is wider than the screen. */
export async function examine(page: Page): Promise<void> {
  await axeInBothThemes(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${page.url()} overflows`).toBeLessThanOrEqual(0);
}
