// How much a CDN saves the program, and far-away visitors, on anonymous pages: new visitors in a
// real browser with 120 ms of latency, with and without a cache.
import { launchBrowser } from "../../test/browser.ts";
import { startCdn } from "../cdn.ts";
import { median } from "../load.ts";
import { row, type Row } from "../rows.ts";
import type { Stage } from "../stage.ts";

const WAY_MS = 120;

export async function measureCdn(stage: Stage): Promise<Row[]> {
  const port = await stage.freePort();
  const cdn = await startCdn(`http://127.0.0.1:${port}`, WAY_MS);
  const program = await stage.program(await stage.demoDatabase(), {
    DEMO: "1",
    PORT: `${port}`,
    PUBLIC_URL: cdn.url,
  });
  const browser = await launchBrowser();
  const answer = await fetch(`${cdn.url}/api/listings`);
  const { listings } = (await answer.json()) as { listings: { id: string }[] };
  const paths = ["/", "/browse", `/car/${listings[0]?.id}`];

  /**
   * A new visitor views three pages.
   * @returns the median load time
   */
  const visit = async (): Promise<number> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const times: number[] = [];
    for (const path of paths) {
      const loaded = await page.goto(cdn.url + path, { waitUntil: "load" });
      if (!loaded?.ok()) throw new Error(`${path} was answered with ${loaded?.status()}`);
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
  };
  /** The figures per visitor, after an earlier one has filled the cache. */
  const measure = async (
    keeps: boolean,
  ): Promise<{ ms: number; requests: number; bytes: number }> => {
    cdn.keeps = keeps;
    await visit();
    cdn.take();
    const times: number[] = [];
    const visitors = stage.quick ? 1 : 5;
    while (times.length < visitors) times.push(await visit());
    const { requests, bytes } = cdn.take();
    return { ms: median(times), requests: requests / visitors, bytes: bytes / visitors };
  };
  try {
    const without = await measure(false);
    const withIt = await measure(true);
    const kb = ({ bytes }: { bytes: number }): string => (bytes / 1000).toFixed(1);
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
  } finally {
    await browser.close();
    await cdn.close();
    await program.end("SIGTERM");
  }
}
