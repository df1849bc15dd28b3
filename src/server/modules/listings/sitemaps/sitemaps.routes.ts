// HTTP routes for robots.txt and the sitemaps. A sitemap is built at most once in half a minute,
// however many requests arrive.
import { getRobots, getSitemap, getSitemapIndex } from "../../../../contract/listings/sitemaps.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import { readPublic } from "../../../platform/database/read-public.ts";
import { robots, sitemap, sitemapIndex } from "./sitemaps.service.ts";

const KEPT_MS = 30_000;
/** How long search engines may cache it. */
const CACHE_CONTROL = "public, max-age=600";

export function sitemapsRoutes(router: Router, ctx: Ctx): void {
  const kept = new Map<string, { text: Promise<string>; until: number }>();
  // Failures (such as unknown names) are not cached, so there are no more entries than sitemaps.
  const once = (name: string, make: () => Promise<string>): Promise<string> => {
    const now = ctx.clock.now().getTime();
    const known = kept.get(name);
    if (known && known.until > now) return known.text;
    const text = make();
    kept.set(name, { text, until: now + KEPT_MS });
    text.catch(() => kept.delete(name));
    return text;
  };
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
