// Uploads of a 12-megapixel photo until all its sizes are ready, and the effect on concurrent
// requests for /browse.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { DEMO_PASSWORD } from "../../src/server/demo/index.ts";
import { median, percentile } from "../load-clients.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { visitDuring } from "../visit-during.ts";

const HOST = "host@caydrive.test";
const POLL_MS = 20;
/** A phone's resolution: 4000 x 3000. */
const [WIDTH, HEIGHT] = [4000, 3000];

/** As hard to compress as a photo: gradients with noise. */
async function makePhoto(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const grain = await sharp({
    create: { width: WIDTH / 4, height: HEIGHT / 4, channels: 3, background: "#000", noise },
  })
    .resize(WIDTH, HEIGHT)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const sky = Buffer.from(
    `<svg width="${WIDTH}" height="${HEIGHT}"><linearGradient id="sky" x2=".3" y2="1"><stop stop-color="#0a7ea4"/><stop offset="1" stop-color="#f2c078"/></linearGradient><rect width="100%" height="100%" fill="url(#sky)" opacity=".7"/></svg>`,
  );
  return sharp(grain)
    .composite([{ input: sky }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

async function signIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: HOST, password: DEMO_PASSWORD }),
  });
  if (!response.ok) throw new Error(`${HOST} could not sign in: ${await response.text()}`);
  return {
    authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}`,
  };
}

/**
 * Uploads the photo and waits for its sizes.
 * @returns milliseconds from the first byte to the response, and to the last size
 */
async function uploadOnce(
  url: string,
  headers: Record<string, string>,
  photo: Buffer,
): Promise<{ answeredMs: number; readyMs: number }> {
  const key = `${randomUUID()}.jpg`;
  const begun = performance.now();
  const response = await fetch(`${url}/storage/v1/object/car-images/${key}`, {
    method: "POST",
    headers: { ...headers, "content-type": "image/jpeg" },
    body: new Uint8Array(photo),
  });
  if (!response.ok) throw new Error(`the photo was refused: ${await response.text()}`);
  const answeredMs = performance.now() - begun;
  for (;;) {
    const { photos } = (await (
      await fetch(`${url}/api/photos?keys=${key}`, { headers })
    ).json()) as {
      photos: { state: string }[];
    };
    const state = photos[0]?.state;
    if (state === "ready") return { answeredMs, readyMs: performance.now() - begun };
    if (state !== "processing") throw new Error(`the photo is ${state}`);
    await sleep(POLL_MS);
  }
}

export async function measurePhotos(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.demoDatabase());
  try {
    const { url } = program;
    const headers = await signIn(url);
    const photo = await makePhoto();
    const uploads = stage.quick ? 2 : 12;
    const idleMs = uploads * 1500;
    await visitDuring(url, sleep(500));
    await uploadOnce(url, headers, photo);

    const before = await visitDuring(url, sleep(idleMs / 2));
    const times: { answeredMs: number; readyMs: number }[] = [];
    const upload = async (): Promise<void> => {
      for (let round = 0; round < uploads; round++)
        times.push(await uploadOnce(url, headers, photo));
    };
    const during = await visitDuring(url, upload());
    const after = await visitDuring(url, sleep(idleMs / 2));

    const idle = [...before, ...after];
    const p99 = (values: number[]): number => percentile(values, 0.99);
    const ready = times.map(({ readyMs }) => readyMs);
    return [
      row("12-megapixel photo, first byte to last size", ["<=", 2.5], Math.max(...ready) / 1000, {
        unit: " s",
        detail:
          `slowest of ${uploads}, median ${(median(ready) / 1000).toFixed(2)} s, of that ` +
          `${(median(times.map(({ answeredMs }) => answeredMs)) / 1000).toFixed(2)} s to the answer; ${(photo.length / 1e6).toFixed(1)} MB`,
      }),
      row("p99 of /browse meanwhile over idle", ["<=", 4], p99(during) / p99(idle), {
        detail: `${p99(during).toFixed(1)} ms of ${during.length} over ${p99(idle).toFixed(1)} ms of ${idle.length}`,
      }),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}
