// The basis of every browser test: a running instance, pages watched for failures, and axe. Tests
// import `test` and `expect` from here, never from Playwright itself.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axeCore from "axe-core";
import type { RunOnly } from "axe-core";
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "@playwright/test";
import { runApp, type RunningApp } from "./running-app.ts";

export { expect };

/** Screen sizes in CSS pixels, for `test.use({ viewport: viewports.phone })`. */
export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

/** Both themes, to loop over; the pages follow the system's choice. */
const schemes = ["light", "dark"] as const;

/** Shows the page in the given theme from now on. */
const useScheme = (page: Page, colorScheme: (typeof schemes)[number]): Promise<void> =>
  page.emulateMedia({ colorScheme });

/** Waits until the page is hydrated. */
export const hydrated = (page: Page, timeout?: number): Promise<void> =>
  page
    .locator("html[data-hydrated]")
    .waitFor({ state: "attached", ...(timeout !== undefined && { timeout }) });

/**
 * From the next page on, blocks live updates, like a slow connection. The page may show old data.
 */
export const blockLiveUpdates = (page: Page): Promise<void> =>
  page.routeWebSocket(/\/realtime\/v1\//, () => {});

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that depend on colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];
/** The minified build, half the size of the package's export. It is injected into every page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Asserts that axe finds nothing on the current page: WCAG 2.2 AA and best practice in the light
 * theme, only the colour rules in the dark one.
 */
export async function axeInBothThemes(page: Page): Promise<void> {
  for (const scheme of schemes) {
    await useScheme(page, scheme);
    await axe(page, scheme === "dark" ? COLOURS : undefined);
  }
}

/**
 * Asserts that axe finds nothing on the current page, by all rules or by the given ones. It runs in
 * the page itself: the usual wrapper merges its results in another tab, which takes four times as
 * long.
 */
export async function axe(page: Page, rules?: string[]): Promise<void> {
  const runOnly = rules
    ? { type: "rule" as const, values: rules }
    : { type: "tag" as const, values: STANDARDS };
  const look = () => page.evaluate(findings, runOnly);
  let found = await look();
  if (!found) {
    await page.evaluate(AXE);
    found = await look();
  }
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/**
 * Runs in the page.
 * @returns undefined if axe is not loaded yet
 */
async function findings(runOnly: RunOnly): Promise<string[] | undefined> {
  const { axe: engine } = window as unknown as { axe?: typeof axeCore };
  if (!engine) return undefined;
  // Inherited colours change one element at a time.
  while (document.getAnimations().length > 0) await new Promise(requestAnimationFrame);
  // A frame (an email in the mailbox) is someone else's page.
  const { violations } = await engine.run(
    { exclude: ["iframe[sandbox]"] },
    { runOnly, iframes: false, preload: false, resultTypes: ["violations"] },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${help} at ${target.join(" ")}\n${failureSummary ?? ""}`,
    ),
  );
}

/**
 * Waits for what the page shows after the last retry of a failing request, skipping the pauses
 * between. The page must be opened after `page.clock.install()`.
 */
export async function expectAfterRetries(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1000);
    await expect(shown).toBeVisible({ timeout: 200 });
  }).toPass();
}

interface TestFixtures {
  /**
   * Declares the failures that the test provokes. Each text or pattern is matched against lines
   * such as: "POST 409 /functions/v1/create-booking-checkout", "GET net::ERR_FAILED /path",
   * "console: text", "pageerror: text".
   */
  allowFailures: (expected: (string | RegExp)[]) => void;
  /**
   * A browser for one more person, with its own storage, watched like the test's page. Closed at
   * the end of the test.
   */
  newPerson: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

interface WorkerFixtures {
  /**
   * The production build with demo data, shared by all tests of a worker. A test creates the
   * accounts that it changes.
   */
  app: RunningApp;
}

export const test = base.extend<TestFixtures & { failures: Failures }, WorkerFixtures>({
  app: [async ({}, use) => runApp(use), { scope: "worker", timeout: 240_000 }],

  baseURL: async ({ app }, use) => use(app.url),

  failures: [
    async ({ context }, use) => {
      const failures: Failures = { seen: [], expected: [] };
      watch(context, failures);
      openHydrated(context);
      await use(failures);
      const isExpected = (line: string): boolean =>
        failures.expected.some((each) =>
          typeof each === "string" ? line.includes(each) : each.test(line),
        );
      expect(
        failures.seen.filter((line) => !isExpected(line)),
        "unexpected failures in the browser",
      ).toEqual([]);
    },
    { auto: true },
  ],

  allowFailures: async ({ failures }, use) =>
    use((expected) => failures.expected.push(...expected)),

  newPerson: async ({ browser, baseURL, contextOptions, locale, viewport, failures }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: baseURL ?? "",
        viewport,
        locale: locale ?? "en-US",
        ...options,
      });
      contexts.push(context);
      watch(context, failures);
      if (options.javaScriptEnabled !== false) openHydrated(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },
});

/**
 * Makes `goto` wait until our page is hydrated, unless the test passes `waitUntil`. The tests of
 * earlier presses are hydration.spec.ts and engines/.
 */
function openHydrated(context: BrowserContext): void {
  context.on("page", (page) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      const isOurs = (await page.locator("#not-loaded").count()) > 0;
      // A page whose scripts a test blocks never is.
      if (isOurs && !options?.waitUntil) await hydrated(page, 5000).catch(() => undefined);
      return response;
    };
  });
}

interface Failures {
  seen: string[];
  expected: (string | RegExp)[];
}

/** Records failures in any page of the context, including new tabs. */
function watch(context: BrowserContext, { seen }: Failures): void {
  const getPath = (url: string): string => URL.parse(url)?.pathname ?? url;
  context.on("weberror", (event) =>
    seen.push(`pageerror: ${event.error().stack ?? event.error().message}`),
  );
  context.on("console", (message) => {
    // Chromium also logs each failed request. Those are recorded below, with method and status.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource:"))
      seen.push(`console: ${message.text()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400)
      seen.push(`${response.request().method()} ${response.status()} ${getPath(response.url())}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    // The browser itself aborts requests when a person leaves a page.
    if (reason !== "net::ERR_ABORTED")
      seen.push(`${request.method()} ${reason} ${getPath(request.url())}`);
  });
}
