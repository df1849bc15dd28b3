// Tests the demo's photos over HTTP: drawn on request, in every size, and stored.
import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness.ts";
import { DEMO_CARS } from "./fleet/fleet.ts";
import { demoPhotos, listImages } from "./photos.ts";

let app: TestApp;
const [car] = DEMO_CARS;
const [cover = ""] = car ? listImages(car) : [];
beforeAll(async () => {
  app = await startTestApp({ photoSource: demoPhotos });
});
afterAll(() => app.close());

test.each(["webp", "avif"])("draws a photo as %s and caches it permanently", async (format) => {
  const response = await fetch(`${app.url}${cover}?width=480&format=${format}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, `image/${format}`]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  expect([width, height]).toEqual([480, 320]);
  const key = cover.slice(cover.indexOf("demo/"));
  expect(existsSync(join(app.ctx.config.dataDir, "photos", key, `480.${format}`))).toBe(true);
  const etag = response.headers.get("etag") ?? "";
  const again = await fetch(response.url, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("serves the middle size by default, and up to 1600 pixels", async () => {
  for (const [query, expected] of [
    ["", 960],
    ["?width=1600", 1600],
  ] as const)
    expect(
      (await sharp(await (await fetch(app.url + cover + query)).arrayBuffer()).metadata()).width,
    ).toBe(expected);
});

test("answers 404 for an unknown car", async () => {
  const { status } = await app.call(
    "GET",
    "/storage/v1/object/public/car-images/demo/flying-carpet-1.webp",
  );
  expect(status).toBe(404);
});
