// First visits of the public pages in a real browser: everything that ten seconds with a scroll and
// a tap load, and the server's memory after / and /browse.
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Locator, Page, Response } from "playwright-core";
import { launchBrowser } from "../../test/browser.ts";
import { openPhone, tapOn, UNLIMITED } from "../phone.ts";
import { residentMegabytes } from "../processes.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

/** Kilobytes as browsers count. */
const KB = 1000;
/** Seconds from the start. */
const SCROLL = 2;
const TAP = 4;
const END = 10;

/** Kilobytes of gzipped JavaScript. React and its router alone are 105. */
const MOST = { page: 130, text: 118, map: 400 } as const;

interface PublicPage {
  path: string;
  kind: keyof typeof MOST;
  /** What is tapped. On text pages any tap shows that the visitor is active. */
  tap: (page: Page) => Locator;
}

const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });
const button =
  (name: RegExp) =>
  (page: Page): Locator =>
    page.getByRole("button", { name }).first();

const getPages = (car: string): PublicPage[] => [
  { path: "/", kind: "page", tap: button(/^Start date/) },
  { path: "/browse", kind: "page", tap: button(/^Filters:/) },
  { path: "/browse/new-providence", kind: "page", tap: button(/^Filters:/) },
  { path: "/browse?view=map", kind: "map", tap: heading },
  { path: `/book/${car}`, kind: "page", tap: button(/^Choose dates/) },
  ...["/pricing", "/faq", "/about", "/support", "/auth", "/terms", "/privacy"].map(
    (path): PublicPage => ({ path, kind: "text", tap: heading }),
  ),
];

export async function measureVisit(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const browser = await launchBrowser();
  try {
    const response = await fetch(`${program.url}/api/listings`);
    const { listings } = (await response.json()) as { listings: { id: string }[] };
    const rows: ResultRow[] = [];
    let memory = Number.NaN;
    for (const page of getPages(listings[0]?.id ?? "")) {
      const secondMs = stage.quick ? 250 : 1000;
      const { scripts, beforeTap, all, requests } = await visit(
        browser,
        program.url,
        page,
        secondMs,
      );
      if (page.path === "/browse") memory = residentMegabytes(program.process.pid);
      const name = page.path.startsWith("/book/") ? "a car" : page.path;
      rows.push(
        row(`JavaScript of ${name}`, ["<=", MOST[page.kind]], scripts / KB, {
          digits: 1,
          unit: " kB",
          detail: `gzip, ${(beforeTap / KB).toFixed(1)} before the tap; everything ${(all / KB).toFixed(0)} kB in ${requests} responses`,
        }),
      );
    }
    const shown = { digits: 0, unit: " MB", detail: "resident, after / and /browse" };
    return [...rows, row("memory of the server", ["<=", 250], memory, shown)];
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}

interface VisitBytes {
  /** Gzipped JavaScript, with inline scripts. */
  scripts: number;
  /** The part of it that was there before the tap. */
  beforeTap: number;
  /** Everything, as it was transferred. */
  all: number;
  requests: number;
}

const gzipped = (body: Buffer | string): number => gzipSync(body, { level: 9 }).length;
/** Inline scripts, without data. */
const INLINE = /<script(?![^>]*(?:\bsrc=|json))[^>]*>(.*?)<\/script>/gs;

/**
 * A visit in a new browser profile.
 * @param secondMs how long a second of it takes
 */
async function visit(
  browser: Browser,
  origin: string,
  { path, tap }: PublicPage,
  secondMs: number,
): Promise<VisitBytes> {
  const phone = await openPhone(browser, UNLIMITED);
  const { page, client, context } = phone;
  const sizes = new Map<string, Promise<number>>();
  const note = (response: Response): void => {
    const url = response.url();
    if (new URL(url).pathname.endsWith(".js") && !sizes.has(url))
      sizes.set(url, response.body().then(gzipped));
  };
  page.on("response", note);
  const transferred: number[] = [];
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (encodedDataLength > 0) transferred.push(encodedDataLength);
  });
  const begun = performance.now();
  const until = (second: number): Promise<void> =>
    sleep(Math.max(0, begun + second * secondMs - performance.now()));
  const reply = await page.goto(origin + path);
  if (!reply?.ok()) throw new Error(`${path} returned ${reply?.status()}`);
  const html = await reply.text();
  const inline = [...html.matchAll(INLINE)].reduce((sum, [, text = ""]) => sum + gzipped(text), 0);
  const total = async (): Promise<number> =>
    (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, inline);

  await until(SCROLL);
  await page.mouse.wheel(0, 400);
  await until(TAP);
  const beforeTap = await total();
  await tapOn(phone, tap(page));
  await until(END);
  page.off("response", note); // later responses would be cut off
  const scripts = await total();
  await context.close();
  const all = transferred.reduce((sum, bytes) => sum + bytes, 0);
  return { scripts, beforeTap, all, requests: transferred.length };
}
