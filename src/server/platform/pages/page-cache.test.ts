// Tests that one rendering serves everyone for 30 s or until a change, and that its scripts are
// allowed by hash.
import { createHash, randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { PageMapSettings } from "../../../contract/page-contexts.ts";
import { mapHosts } from "./map-sources.ts";
import { openPageCache, sealScripts, store, type Rendered } from "./page-cache.ts";

const page = (html: string, status = 200): Rendered => ({
  status,
  headers: {},
  html: Buffer.from(html),
});

test("renders once for all waiting callers and caches the page for 30 s, compressed", async () => {
  let now = 1;
  let renders = 0;
  const cache = openPageCache(() => now);
  const get = () => cache.get("/browse", async () => page(`<p>${++renders}</p>`));
  const [first, second] = await Promise.all([get(), get()]);
  expect(first).toBe(second);
  expect(brotliDecompressSync(first.packed.br!).toString()).toBe("<p>1</p>");
  expect(gunzipSync(first.packed.gzip!).toString()).toBe("<p>1</p>");
  now = 30_000;
  expect((await get()).etag).toBe(first.etag);
  now = 30_002;
  expect((await get()).html.toString()).toBe("<p>2</p>");
});

test("compresses an uncached page only in encodings that its reader accepts", async () => {
  const { packed, html } = await store(page("<p>1</p>"), ["gzip"]);
  expect(gunzipSync(packed.gzip!).toString()).toBe("<p>1</p>");
  expect(packed.br).toBeUndefined();
  expect(html.toString()).toBe("<p>1</p>");
  expect((await store(page("<p>1</p>"), [])).packed).toEqual({});
});

test("caches no errors and nothing that was rendered before a change", async () => {
  const cache = openPageCache(() => 0);
  expect((await cache.get("/x", async () => page("no", 404))).status).toBe(404);
  expect(cache.peek("/x")).toBeUndefined();
  let finish = (_page: Rendered): void => {};
  const slow = cache.get("/y", () => new Promise((done) => (finish = done)));
  cache.clear();
  finish(page("old"));
  expect((await slow).html.toString()).toBe("old");
  expect(cache.peek("/y")).toBeUndefined();
});

test("caches the response to a repeated call for 30 s or until a change, unless it failed", async () => {
  let now = 1;
  let calls = 0;
  const cache = openPageCache(() => now);
  const call = async (status = 200): Promise<string> => {
    const send = async () => ({ status, body: String(++calls) });
    return (await cache.call("/api/x", send)).body;
  };
  expect(await call(503)).toBe("1");
  expect(await Promise.all([call(), call()])).toEqual(["2", "2"]);
  now = 30_002;
  expect(await call()).toBe("3");
  cache.clear();
  expect(await call()).toBe("4");
  await expect(cache.call("/api/y", () => Promise.reject(new Error("once")))).rejects.toThrow(
    "once",
  );
  expect((await cache.call("/api/y", async () => ({ status: 200, body: "now" }))).body).toBe("now");
});

test("renders again after a failed rendering", async () => {
  const cache = openPageCache(() => 0);
  await expect(cache.get("/z", () => Promise.reject(new Error("once")))).rejects.toThrow("once");
  expect((await cache.get("/z", async () => page("now"))).html.toString()).toBe("now");
});

test("evicts the oldest pages beyond 64 MB", async () => {
  const cache = openPageCache(() => 0);
  const random = () => randomBytes(2_500_000).toString("base64"); // as good as incompressible
  for (let n = 0; n < 12; n++) await cache.get(`/${n}`, async () => page(random()));
  expect(cache.peek("/0")).toBeUndefined();
  expect(cache.peek("/11")).toBeDefined();
});

test("keeps a page that is requested again and again, however many others are requested once", async () => {
  const cache = openPageCache(() => 0);
  const random = () => randomBytes(2_500_000).toString("base64");
  await cache.get("/browse", async () => page(random()));
  for (let n = 0; n < 12; n++) {
    await cache.get(`/browse?location=${n}`, async () => page(random()));
    expect(cache.peek("/browse")).toBeDefined();
  }
  expect(cache.peek("/browse?location=0")).toBeUndefined();
});

test("hashes only the inline scripts that carry the nonce, and removes it", () => {
  const { parts, csp } = sealScripts(
    [
      `<script nonce="abc">run()</script><script>evil()</script>`,
      `<script nonce="guess">evil()</script>`,
      `<script src="/a.js" nonce="abc"></script>`,
    ],
    "abc",
  );
  expect(parts).toEqual([
    `<script>run()</script><script>evil()</script>`,
    `<script nonce="guess">evil()</script>`,
    `<script src="/a.js"></script>`,
  ]);
  const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
  expect(csp).toContain(`script-src 'self' ${hash("run()")};`);
  expect(csp).not.toContain(hash("evil()"));
  for (const closed of [
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
    expect(csp.split("; ")).toContain(closed);
});

test("allows what the instance's maps load, and nothing external for the bundled islands", () => {
  const policy = (settings: PageMapSettings) => sealScripts([], "abc", mapHosts(settings)).csp;
  const bundled = policy({ google: false, styleUrl: null });
  expect(bundled).not.toContain("http");
  expect(bundled).toContain("worker-src 'self';");
  expect(policy({ google: true, styleUrl: null })).toContain(
    "script-src 'self' https://maps.googleapis.com;",
  );
  const styled = policy({ google: false, styleUrl: "https://tiles.example/style.json?key=k" });
  expect(styled).toContain("connect-src 'self' https://tiles.example;");
  expect(styled).toContain("script-src 'self';");
  expect(policy({ google: true, styleUrl: "https://tiles.example/s" })).toContain(
    "connect-src 'self' https://tiles.example https://*.googleapis.com",
  );
});
