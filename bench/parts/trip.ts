// A handover of 24 photos from a phone on slow 4G, and its page in airplane mode.
import { join } from "node:path";
import type { Browser, Page, Request } from "playwright-core";
import sharp from "sharp";
import { PHOTO_SLOTS } from "../../src/domain/trip/entry.ts";
import { DEMO_PASSWORD } from "../../src/server/demo/index.ts";
import { launchBrowser } from "../../test/browser.ts";
import { bookTrip, signIn } from "../../test/demo-trip.ts";
import { openPhone, SLOW_4G } from "../phone.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const RENTER = "renter@caydrive.test";
const PHOTOS = 2 * PHOTO_SLOTS.length;
/** A phone's resolution. */
const [WIDTH, HEIGHT] = [4000, 3000];
const MB = 1_000_000;
const SEND_TIMEOUT_MS = 600_000;

const TARGETS = { megabytes: 8, ratio: 1.2, openMs: 1000 } as const;

/** A picture as hard to compress as a photo, about 4 MB: a street, with the noise of a phone. */
async function makePhoto(folder: string, index: number): Promise<{ path: string; bytes: number }> {
  const noise = { type: "gaussian", mean: 128, sigma: 24 } as const;
  const grain = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, noise, background: "#000" },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const path = join(folder, `${index}.jpg`);
  const { size } = await sharp("src/web/assets/coast-road-1600.webp")
    .resize(WIDTH, HEIGHT, { fit: "cover" })
    .modulate({ hue: index * 10 })
    .composite([{ input: grain, blend: "overlay" }])
    .jpeg({ quality: 92 })
    .toFile(path);
  return { path, bytes: size };
}

interface SentPhotos {
  seconds: number;
  bytes: number;
  requests: Request[];
}

/** The bytes of a request and its response, both with their headers. A file is not counted. */
async function countBytes(request: Request): Promise<number> {
  const sizes = await request.sizes();
  return (
    sizes.requestBodySize +
    sizes.requestHeadersSize +
    sizes.responseBodySize +
    sizes.responseHeadersSize
  );
}

/** Takes the photos one after another, as a person does, and waits for "All sent". */
async function sendPhotos(page: Page, paths: readonly string[]): Promise<SentPhotos> {
  const requests: Request[] = [];
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.method() === "PUT") requests.push(request);
    sizes.push(countBytes(request));
  });
  const inputs = page.getByRole("region", { name: "Pickup: photos" }).locator("input[type=file]");
  const further = await inputs.count();
  const begun = performance.now();
  for (const [index, path] of paths.entries()) {
    const input = inputs.nth(index < PHOTO_SLOTS.length ? index : further - 1);
    await input.setInputFiles(path);
    await page.getByText(`All photos (${index + 1})`).waitFor();
  }
  await page.getByText("All sent.").waitFor({ timeout: SEND_TIMEOUT_MS });
  const seconds = (performance.now() - begun) / 1000;
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { seconds, bytes, requests };
}

/** Uploads the same pictures again without the page: the server compares them and answers. */
async function uploadBare(
  page: Page,
  requests: readonly Request[],
): Promise<{ seconds: number; bytes: number }> {
  const addresses = requests.map((request) => request.url());
  return page.evaluate(async (urls) => {
    const { access_token, user } = JSON.parse(localStorage.getItem("caydrive.session") ?? "") as {
      access_token: string;
      user: { id: string };
    };
    const opened = indexedDB.open("caydrive-trips");
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const bodies: { url: string; body: ArrayBuffer }[] = [];
    for (const url of urls) {
      const [, booking, photo] = /bookings\/([^/]+)\/trip\/photos\/([^?]+)/.exec(url) ?? [];
      const found = opened.result
        .transaction("photos")
        .objectStore("photos")
        .get([user.id, booking ?? "", photo ?? ""]);
      await new Promise((resolve) => found.addEventListener("success", resolve));
      bodies.push({ url, body: (found.result as { bytes: ArrayBuffer }).bytes });
    }
    const begun = performance.now();
    for (const { url, body } of bodies) {
      const headers = { authorization: `Bearer ${access_token}`, "content-type": "image/jpeg" };
      const response = await fetch(url, { method: "PUT", headers, body });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
    }
    return {
      seconds: (performance.now() - begun) / 1000,
      bytes: bodies.reduce((sum, { body }) => sum + body.byteLength, 0),
    };
  }, addresses);
}

/** Opens the stored page in a new tab without a network. @returns milliseconds to its content */
async function openOffline(page: Page): Promise<number> {
  await page.waitForFunction(async () => {
    for (const name of await caches.keys())
      if (await (await caches.open(name)).match(location.pathname)) return true;
    return false;
  });
  const url = page.url();
  const context = page.context();
  await context.setOffline(true);
  const tab = await context.newPage();
  const begun = performance.now();
  await tab.goto(url, { waitUntil: "commit" });
  await tab.locator("#trip-now").waitFor();
  return performance.now() - begun;
}

async function measureOn(browser: Browser, origin: string, paths: readonly string[]) {
  const { session, call } = await signIn(origin, { email: RENTER, password: DEMO_PASSWORD });
  const id = await bookTrip(call);
  const { page, context } = await openPhone(browser, SLOW_4G);
  await page.goto(`${origin}/icon-192.png`);
  await page.evaluate(
    (text) => localStorage.setItem("caydrive.session", text),
    JSON.stringify(session),
  );
  await page.goto(`${origin}/bookings/${id}/trip`);
  await page.locator("#trip-now").waitFor();
  const sent = await sendPhotos(page, paths);
  const bare = await uploadBare(page, sent.requests);
  const openMs = await openOffline(page);
  await context.close();
  const bytes = sent.bytes + bare.bytes;
  return { openMs, bareSeconds: bare.seconds, seconds: sent.seconds, bytes };
}

export async function measureTrip(stage: Stage): Promise<ResultRow[]> {
  const count = stage.quick ? 6 : PHOTOS;
  const folder = stage.folder("photos");
  const photos: { path: string; bytes: number }[] = [];
  for (let index = 0; index < count; index++) photos.push(await makePhoto(folder, index));
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const browser = await launchBrowser();
  try {
    const { seconds, bytes, bareSeconds, openMs } = await measureOn(
      browser,
      program.url,
      photos.map(({ path }) => path),
    );
    const taken = photos.reduce((sum, photo) => sum + photo.bytes, 0) / MB;
    return [
      row("a handover on the wire", ["<=", TARGETS.megabytes], bytes / MB, {
        unit: " MB",
        detail: `${count} photos of 12 megapixels, ${taken.toFixed(0)} MB as taken; ${SLOW_4G.name}`,
      }),
      row("all sent, over the bare upload", ["<=", TARGETS.ratio], seconds / bareSeconds, {
        detail: `${seconds.toFixed(0)} s to "All sent", ${bareSeconds.toFixed(0)} s bare`,
      }),
      row("a trip in airplane mode", ["<=", TARGETS.openMs], openMs, {
        digits: 0,
        unit: " ms",
        detail: `to its heading, in a new tab, CPU of this machine`,
      }),
    ];
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}
