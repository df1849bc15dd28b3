// How much a CDN saves the program, and far-away visitors, on anonymous pages: new visitors in a
// real browser with 120 ms of latency, with and without a cache.
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../test/browser.ts";
import { startCdn, type Cdn } from "../cdn-proxy.ts";
import { median } from "../load-clients.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const WAY_MS = 120;

/** What one new visitor costs. */
interface VisitCost {
  ms: number;
  requests: number;
  bytes: number;
}

export async function measureCdn(stage: Stage): Promise<ResultRow[]> {
  const port = await stage.freePort();
  const cdn = await startCdn(`http://127.0.0.1:${port}`, WAY_MS);
  try {
    const program = await stage.program(await stage.demoDatabase(), {
      DEMO: "1",
      PORT: `${port}`,
      PUBLIC_URL: cdn.url,
    });
    const browser = await launchBrowser();
    try {
      return await compareVisits(stage, cdn, browser);
    } finally {
      await browser.close();
      await program.end("SIGTERM");
    }
  } finally {
    // Otherwise it keeps the bench running when the program does not start.
    await cdn.close();
  }
}

async function compareVisits(stage: Stage, cdn: Cdn, browser: Browser): Promise<ResultRow[]> {
  const response = await fetch(`${cdn.url}/api/listings`);
  const { listings } = (await response.json()) as { listings: { id: string }[] };
  const urls = ["/", "/browse", `/car/${listings[0]?.id}`].map((path) => cdn.url + path);

  /** The figures per visitor, after an earlier one has filled the cache. */
  const measure = async (keeps: boolean): Promise<VisitCost> => {
    cdn.isCaching = keeps;
    await visitAsStranger(browser, urls);
    cdn.take();
    const times: number[] = [];
    const visitors = stage.quick ? 1 : 5;
    while (times.length < visitors) times.push(await visitAsStranger(browser, urls));
    const { requests, bytes } = cdn.take();
    return { ms: median(times), requests: requests / visitors, bytes: bytes / visitors };
  };
  return compare(await measure(false), await measure(true));
}

/**
 * Views the pages as a new visitor.
 * @returns the median load time
 */
async function visitAsStranger(browser: Browser, urls: readonly string[]): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const times: number[] = [];
  for (const url of urls) {
    const loaded = await page.goto(url, { waitUntil: "load" });
    if (!loaded?.ok()) throw new Error(`${url} returned ${loaded?.status()}`);
    times.push(
      await page.evaluate(
        () =>
          (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming)
            .loadEventEnd,
      ),
    );
    await page.waitForLoadState("networkidle");
  }
  await context.close();
  return median(times);
}

function compare(without: VisitCost, withIt: VisitCost): ResultRow[] {
  const kb = ({ bytes }: VisitCost): string => (bytes / 1000).toFixed(1);
  return [
    row(
      "bytes that a new visitor's three pages take from the program with a CDN",
      ["<=", 0.1],
      withIt.bytes / without.bytes,
      {
        detail: `${kb(withIt)} over ${kb(without)} kB`,
      },
    ),
    row(
      "requests that they make to the program with a CDN",
      ["<=", 0.5],
      withIt.requests / without.requests,
      {
        detail: `${withIt.requests.toFixed(0)} over ${without.requests.toFixed(0)}`,
      },
    ),
    row(`time until a page is loaded, ${WAY_MS} ms away`, ["<=", 0.7], withIt.ms / without.ms, {
      detail: `${withIt.ms.toFixed(0)} over ${without.ms.toFixed(0)} ms`,
    }),
  ];
}
