// A phone on a slow connection, as Chromium emulates it, and a finger that taps.
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Locator, Page, Request } from "playwright-core";

export interface Profile {
  name: string;
  latencyMs: number;
  /** Bits per second. */
  down: number;
  up: number;
  /** How many times slower than this machine the CPU is. */
  slowdown: number;
}

/** Lighthouse's mobile profile. */
export const SLOW_4G: Profile = {
  name: "slow 4G",
  latencyMs: 150,
  down: 1_600_000,
  up: 750_000,
  slowdown: 4,
};
export const SLOW_3G: Profile = {
  name: "slow 3G",
  latencyMs: 400,
  down: 400_000,
  up: 400_000,
  slowdown: 1,
};

/** This machine as it is. */
export const UNLIMITED: Profile = {
  name: "no limits",
  latencyMs: 0,
  down: 1e9,
  up: 1e9,
  slowdown: 1,
};

export interface Phone {
  context: BrowserContext;
  page: Page;
  client: CDPSession;
  /** Waits until the page has loaded nothing for a second. */
  quiet(): Promise<void>;
}

const QUIET_MS = 1000;
const MOST_MS = 60_000;

/** A tap lasts this long. Chromium's own gestures need no pause. */
const TAP_MS = 50;

/** A new browser profile with an empty cache. The caller closes its context. */
export async function openPhone(browser: Browser, profile: Profile): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.down / 8,
    uploadThroughput: profile.up / 8,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: profile.slowdown });
  return { context, page, client, quiet: watchQuiet(page) };
}

function watchQuiet(page: Page): Phone["quiet"] {
  const loading = new Set<Request>();
  let last = performance.now();
  const onChange = (request: Request, isLoading: boolean): void => {
    if (isLoading) loading.add(request);
    else loading.delete(request);
    last = performance.now();
  };
  page.on("request", (request) => onChange(request, true));
  page.on("requestfinished", (request) => onChange(request, false));
  page.on("requestfailed", (request) => onChange(request, false));
  return async () => {
    const deadline = performance.now() + MOST_MS;
    do await sleep(QUIET_MS / 4);
    while (
      (loading.size > 0 || performance.now() - last < QUIET_MS) &&
      performance.now() < deadline
    );
  };
}

/**
 * Touches the middle of the element. Does not wait for the page to handle the touch before letting
 * go, because a busy page would turn the tap into a long press.
 */
export async function tapOn({ client }: Phone, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${String(target)} is not on the page`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const down = client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await sleep(TAP_MS);
  const up = client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await Promise.all([down, up]);
}
