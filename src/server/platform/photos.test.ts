// Photos over HTTP: sizes, caching, and keys that lead nowhere else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Ctx } from "./context.ts";
import { installProblems } from "./http.ts";
import { PHOTO_PATH, photosRoutes, type PhotoSource } from "./photos.ts";

let dataDir: string;
let app: FastifyInstance;
const asked: string[] = [];
const source: PhotoSource = {
  async make(key, width, file) {
    asked.push(`${key} ${width}`);
    if (!key.startsWith("demo/")) return false;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${key} at ${width}`);
    return true;
  },
  start() {},
  stop() {},
};

function open(given?: PhotoSource): void {
  app = Fastify();
  installProblems(app);
  photosRoutes(app, { config: { dataDir } } as Ctx, given);
}
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "caydrive-photos-"));
  writeFileSync(join(dataDir, "480.webp"), "outside");
  asked.length = 0;
  open(source);
});
afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (key: string, headers: Record<string, string> = {}) => app.inject({ url: PHOTO_PATH + key, headers });

test("a photo is made once, kept, and cached for good", async () => {
  const first = await get("demo/car-1.webp?width=480");
  expect(first.body).toBe("demo/car-1.webp at 480");
  expect(first.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect((await get("demo/car-1.webp?width=480")).headers.etag).toBe(first.headers.etag);
  expect(asked).toEqual(["demo/car-1.webp 480"]);
  const again = await get("demo/car-1.webp?width=480", { "if-none-match": String(first.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect((await get("demo/car-1.webp")).body).toBe("demo/car-1.webp at 960");
});

test.each([
  "other/car-1.webp",
  "",
  "demo",
  "../480.webp",
  "%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "demo/..%2f..",
  "demo//x",
  ".hidden",
  "a%00b",
  "demo%5c..%5cx",
])("%j is not found", async (key) => {
  const { statusCode, headers } = await get(`${key}?width=480`);
  expect(statusCode).toBe(404);
  expect(headers["cache-control"] ?? "no-store").toBe("no-store");
});

test("an unknown width is refused, and without a source what is missing is not found", async () => {
  for (const width of ["481", "0", "1e3", "", "480&width=480"])
    expect((await get(`demo/car-1.webp?width=${width}`)).statusCode).toBe(400);
  await app.close();
  open();
  expect((await get("demo/car-1.webp")).statusCode).toBe(404);
});
