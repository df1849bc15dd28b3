// Caches rendered pages in memory for 30 s, compressed and with the CSP of their inline scripts, so
// that one rendering serves every visitor.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { MapHosts } from "./map-sources.ts";
import { ENCODINGS, type Encoding } from "../http/negotiation.ts";

export interface StoredPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  html: Buffer;
  packed: Partial<Record<Encoding, Buffer>>;
}

export interface Rendered {
  status: number;
  headers: Record<string, string>;
  html: Buffer;
}

const MAX_AGE_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_CALLS = 10;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => toGzip(bytes, { level: 6 }),
};

/**
 * Compresses a page. Brotli quality 5 costs a few milliseconds per page.
 * @param encodings all of them for a cached page, else what its only reader accepts
 */
export async function store(
  { status, headers, html }: Rendered,
  encodings: readonly Encoding[] = ENCODINGS,
): Promise<StoredPage> {
  const packed = Object.fromEntries(
    await Promise.all(
      encodings.map(async (encoding) => [encoding, await pack[encoding](html)] as const),
    ),
  );
  // Weak, because the compressed and the plain bytes share it.
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  return { status, headers, etag, html, packed };
}

const pageSize = ({ html, packed }: StoredPage): number =>
  Object.values(packed).reduce((sum, { length }) => sum + length, html.length);

/** A response of the API to a page that is being rendered. */
export interface CalledApi {
  status: number;
  body: string;
}

export interface PageCache {
  /**
   * The page under `key`, rendered by `render` when it is not cached. One rendering runs at a time
   * per key; only a page with status 200 is cached.
   */
  get(key: string, render: () => Promise<Rendered>): Promise<StoredPage>;
  /**
   * The response to an anonymous API call that many pages repeat, cached like a page. One call runs
   * at a time per path; only a response with status 200 is cached.
   */
  call(path: string, send: () => Promise<CalledApi>): Promise<CalledApi>;
  /** The page if it is cached now, synchronously. */
  peek(key: string): StoredPage | undefined;
  /** Drops everything, because a listing changed. */
  clear(): void;
}

export function openPageCache(now: () => number = () => performance.now()): PageCache {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: pageSize,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const calls = new LRUCache<string, Promise<CalledApi>>({
    max: MAX_CALLS,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const running = new Map<string, Promise<StoredPage>>();
  let generation = 0;

  return {
    peek: (key) => pages.get(key),
    async get(key, render) {
      const cached = pages.get(key);
      if (cached) return cached;
      const begun = running.get(key);
      if (begun) return begun;
      const born = generation;
      const work = render()
        .then((page) => store(page))
        .then((page) => {
          // A page rendered before the latest change goes to those who waited for it, but is not
          // cached.
          if (page.status === 200 && born === generation) pages.set(key, page);
          return page;
        })
        .finally(() => running.get(key) === work && running.delete(key));
      running.set(key, work);
      return work;
    },
    call(path, send) {
      const cached = calls.get(path);
      if (cached) return cached;
      const forget = (): void => {
        if (calls.peek(path) === response) calls.delete(path);
      };
      const response = send();
      calls.set(path, response);
      void response.then(({ status }) => status !== 200 && forget()).catch(forget);
      return response;
    },
    clear() {
      generation++;
      calls.clear();
      pages.clear();
      running.clear();
    },
  };
}

/** One expression for all nonces: compiling one for each page takes longer than its search. */
const INLINE_SCRIPT = /<script([^>]*) nonce="([^"]*)"([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Replaces a rendering's nonce by the hashes of exactly those inline scripts that carried it.
 * @param parts all parts of the page that have scripts; no script spans two of them
 * @param hosts the external sources of the instance's maps, by directive
 * @returns the parts without the nonce, and the page's Content-Security-Policy.
 */
export function sealScripts(
  parts: readonly string[],
  nonce: string,
  hosts: MapHosts = {},
): { parts: string[]; csp: string } {
  const hashes = new Set<string>();
  const sealed = parts.map((part) =>
    part
      .replace(INLINE_SCRIPT, (all, before: string, its: string, after: string, code: string) => {
        if (its !== nonce) return all;
        if (code && !/\ssrc=/.test(before + after))
          hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
        return `<script${before}${after}>${code}</script>`;
      })
      .replaceAll(` nonce="${nonce}"`, ""),
  );
  const from = (directive: keyof MapHosts, ...sources: string[]): string =>
    [directive, ...sources, ...(hosts[directive] ?? [])].join(" ");
  const csp = [
    "default-src 'self'",
    from("script-src", "'self'", ...hashes),
    from("style-src", "'self'", "'unsafe-inline'"),
    from("img-src", "'self'", "data:", "blob:"),
    from("font-src", "'self'"),
    from("connect-src", "'self'"),
    from("worker-src", "'self'"),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { parts: sealed, csp };
}
