// A first visit of / and then /browse in a real browser: the JavaScript that it loads, and the memory of the server's process after it.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { launchBrowser } from "../../test/browser.ts";
import { row, type Row } from "../rows.ts";
import type { Stage } from "../stage.ts";

/** Kilobytes (of 1000 bytes) and megabytes (of 1024 x 1024), as browsers and kernels count. */
const KB = 1000;
const KIB_PER_MB = 1024;

function residentMegabytes(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / KIB_PER_MB;
}

export async function measureVisit(stage: Stage): Promise<Row[]> {
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const scripts = new Map<string, Promise<number>>();
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith(".js") && !scripts.has(pathname))
        scripts.set(
          pathname,
          response.body().then((body) => gzipSync(body, { level: 9 }).length),
        );
    });
    const sizes: number[] = [];
    for (const path of ["/", "/browse"]) {
      const answer = await page.goto(program.url + path, { waitUntil: "networkidle" });
      if (!answer?.ok()) throw new Error(`${path} was answered with ${answer?.status()}`);
      sizes.push((await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0));
    }
    await sleep(1000);
    const memory = residentMegabytes(program.process.pid ?? 0);
    const [home = 0, both = 0] = sizes;
    return [
      row("JavaScript of / and /browse", ["<=", 135], both / KB, {
        digits: 1,
        unit: " kB",
        detail: `gzip of ${scripts.size} files; ${(home / KB).toFixed(1)} kB of it for /`,
      }),
      row("memory of the server after it", ["<=", 250], memory, { digits: 0, unit: " MB", detail: "resident" }),
    ];
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}
