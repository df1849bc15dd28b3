// First visits of the public pages in a real browser: the JavaScript that each loads before and
// after the first touch, and the server's memory after / and /browse.
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright-core";
import { launchBrowser } from "../../test/browser.ts";
import { residentMegabytes } from "../processes.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

/** Kilobytes as browsers count. */
const KB = 1000;

export async function measureVisit(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const browser = await launchBrowser();
  try {
    const response = await fetch(`${program.url}/api/listings`);
    const { listings } = (await response.json()) as { listings: { id: string }[] };
    const car = `/car/${listings[0]?.id}`;
    const rows: ResultRow[] = [];
    let memory = Number.NaN;
    for (const path of [
      "/",
      "/browse",
      "/browse/new-providence",
      "/browse?view=map",
      car,
      "/pricing",
      "/faq",
      "/about",
      "/support",
      "/auth",
      "/terms",
      "/privacy",
    ]) {
      const { read, touched } = await visit(browser, program.url + path);
      if (path === "/browse") {
        await sleep(1000);
        memory = residentMegabytes(program.process.pid);
      }
      const name = `JavaScript of ${path === car ? "a car" : path}`;
      const shown = { digits: 1, unit: " kB", detail: "gzip" };
      rows.push(
        row(name, ["<=", 125], read / KB, shown),
        row(`${name}, touched`, ["<=", 125], touched / KB, shown),
      );
    }
    const shown = { digits: 0, unit: " MB", detail: "resident, after / and /browse" };
    return [...rows, row("memory of the server", ["<=", 250], memory, shown)];
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}

/**
 * Bytes of gzipped JavaScript in a new browser profile, once the page has loaded and once it is
 * hydrated. Inline scripts count.
 */
async function visit(browser: Browser, url: string): Promise<{ read: number; touched: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  const gzipped = (body: Buffer | string): number => gzipSync(body, { level: 9 }).length;
  const note = (response: Response): void => {
    if (new URL(response.url()).pathname.endsWith(".js")) sizes.push(response.body().then(gzipped));
  };
  page.on("response", note);
  const total = async (): Promise<number> =>
    (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const reply = await page.goto(url, { waitUntil: "networkidle" });
  if (!reply?.ok()) throw new Error(`${url} returned ${reply?.status()}`);
  const inline = await page.locator("script:not([src]):not([type])").allTextContents();
  const own = inline.reduce((sum, text) => sum + gzipped(text), 0);
  const read = own + (await total());
  await page.mouse.move(2, 2);
  await page.mouse.move(4, 4);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  page.off("response", note); // later responses would be cut off
  const touched = own + (await total());
  await context.close();
  return { read, touched };
}
