// Playwright settings. The browser tests run against the production build, with one product
// instance per worker (e2e/fixtures.ts).
import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./test/browser.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/playwright",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 360_000, // Generous, so that a busy machine does not fail a test.
  globalTimeout: 40 * 60_000,
  expect: { timeout: 30_000 },
  reporter: "dot",
  use: {
    // Unpacks the browser once, before the workers start.
    launchOptions: await browserLaunchOptions(),
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    screenshot: "off",
    trace: "off",
    video: "off",
    // Axe measures colours and positions, so no transition may be in progress.
    contextOptions: { reducedMotion: "reduce" },
  },
});
