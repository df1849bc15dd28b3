// Browser tests: on the production build, one instance of the product for each worker (e2e/fixtures.ts).
import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./test/browser.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/playwright",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000, // what is waited for comes at once; a busy machine is no failure
  globalTimeout: 20 * 60_000,
  expect: { timeout: 30_000 },
  reporter: "dot",
  use: {
    launchOptions: await browserLaunchOptions(), // unpacks the browser once, before the workers start
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    screenshot: "off",
    trace: "off",
    video: "off",
    // Axe measures colours and positions: nothing may be half-way through a transition.
    contextOptions: { reducedMotion: "reduce" },
  },
});
