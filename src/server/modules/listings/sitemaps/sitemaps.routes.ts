// HTTP routes for robots.txt and the sitemaps. A sitemap is built at most once every 30 seconds,
// however many requests arrive.
import { LRUCache } from "lru-cache";
import { getRobots, getSitemap, getSitemapIndex } from "../../../../contract/listings/sitemaps.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import { readPublic } from "../../../platform/database/read-public.ts";
import { robots, sitemap, sitemapIndex } from "./sitemaps.service.ts";

const CACHED_MS = 30_000;
const MAX_CACHED = 1000;
/** How long search engines may cache it. */
const CACHE_CONTROL = "public, max-age=600";

export function sitemapsRoutes(router: Router, ctx: Ctx): void {
  const cache = new LRUCache<string, string, () => Promise<string>>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: () => ctx.clock.now().getTime() },
    // Concurrent calls share one. A failure, such as an unknown name, is not cached.
    fetchMethod: (_name, _stale, { context: make }) => make(),
  });
  const once = (name: string, make: () => Promise<string>): Promise<string> =>
    cache.forceFetch(name, { context: make });
  router.on(getRobots, ({ reply }) => {
    reply.header("cache-control", CACHE_CONTROL);
    return robots(ctx);
  });
  router.on(getSitemapIndex, async ({ reply }) => {
    const text = await once("index", () => readPublic(ctx, undefined, sitemapIndex));
    reply.header("cache-control", CACHE_CONTROL);
    return text;
  });
  router.on(getSitemap, async ({ params, reply }) => {
    const text = await once(params.name, () =>
      readPublic(ctx, undefined, (on) => sitemap(on, params.name)),
    );
    reply.header("cache-control", CACHE_CONTROL);
    return text;
  });
}
