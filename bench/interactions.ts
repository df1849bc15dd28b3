// Interaction to next paint, as the Event Timing API measures it, over a visit of 20 taps and keys.
import type { Browser, Locator, Page } from "playwright-core";
import { openPhone, tapOn, type Profile } from "./phone.ts";
import { row, type ResultRow } from "./rows.ts";

declare global {
  interface Window {
    reportInteraction?: (ms: number) => void;
  }
}

/** A step of the visit: a tap on an element, or a key. */
type Step = ((page: Page) => Locator) | { key: string };

const button =
  (name: RegExp | string) =>
  (page: Page): Locator =>
    page.getByRole("button", { name }).first();
const inDialog =
  (name: RegExp | string) =>
  (page: Page): Locator =>
    page.getByRole("dialog").getByRole("button", { name }).first();
const day =
  (nth: number) =>
  (page: Page): Locator =>
    page.locator("[role=gridcell] button:enabled").nth(nth);

/** From the home page to a car. */
const VISIT: Step[] = [
  button("Open menu"),
  inDialog("Close"),
  (page) => page.getByRole("combobox", { name: "Where" }),
  { key: "n" },
  { key: "a" },
  { key: "s" },
  (page) => page.getByRole("option").first(),
  button(/^Start date/),
  button(/next month/i),
  day(8),
  day(3),
  button("Find Your Car"),
  button(/^Save to favourites/),
  button(/^Filters:/),
  inDialog(/Close/),
  (page) => page.getByRole("tab", { name: "Map View" }),
  (page) => page.getByRole("tab", { name: "Grid View" }),
  (page) => page.getByRole("article").first().getByRole("link").first(),
  button(/^Open .*, photo 1 of/),
  inDialog("Close"),
];
const P75 = 0.75;
const MOST_MS = 200;

/** Must be added as an init script. The browser reports only interactions of 16 ms and more. */
function watchInteractions(): void {
  // TypeScript does not know the threshold yet.
  const options = { type: "event", durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) window.reportInteraction?.(entry.duration);
  }).observe(options);
}

/** @returns the row of the 75th percentile */
export async function measureInteractions(
  browser: Browser,
  { home }: { home: string },
  profile: Profile,
): Promise<ResultRow> {
  const phone = await openPhone(browser, profile);
  const { page, context } = phone;
  let slowest = 0;
  await page.exposeFunction("reportInteraction", (ms: number) => {
    slowest = Math.max(slowest, ms);
  });
  await page.addInitScript(watchInteractions);
  await page.goto(home);
  await phone.quiet();
  const durations: number[] = [];
  for (const step of VISIT) {
    slowest = 0;
    if (typeof step === "function") await tapOn(phone, step(page));
    else await page.keyboard.press(step.key);
    await phone.quiet();
    durations.push(slowest);
  }
  await context.close();
  const sorted = durations.toSorted((a, b) => a - b);
  const p75 = sorted[Math.ceil(sorted.length * P75) - 1] ?? Number.NaN;
  return row("interaction to next paint, p75", ["<=", MOST_MS], p75, {
    digits: 0,
    unit: " ms",
    detail: `${profile.name}, ${durations.length} interactions: ${durations.join(" ")} ms`,
  });
}
