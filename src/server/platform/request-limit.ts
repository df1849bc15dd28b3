// Ceilings on requests per address and process against floods, and on how slowly one may arrive; over all processes the proxy counts floods
// (deploy/nginx.conf), and rate-limit.ts attempts.
import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/index.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Ctx } from "./context.ts";
import { isProbe } from "./health.ts";
import { addressKey } from "./rate-limit.ts";

/** Every address that takes a file. */
const UPLOADS = endpoints
  .filter(({ file }) => file)
  .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^?]+")}(?:\\?|$)`));
const WINDOW_MS = 10_000;
const MAX_REQUESTS = 1000;

export function installRequestLimit(app: FastifyInstance, ctx: Ctx): void {
  if (ctx.config.unlimited) return;
  let windowEnds = 0;
  const counts = new Map<string, number>();
  app.addHook("onRequest", async (request) => {
    if (isProbe(request.url)) return;
    const now = performance.now();
    if (now >= windowEnds) {
      counts.clear();
      windowEnds = now + WINDOW_MS;
    }
    const address = addressKey(request.ip);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    // What a page asks of the API counts, and is never refused: the page would be half of one.
    if (count > MAX_REQUESTS && !request.isInner)
      throw new DomainError("rate_limited", { retry_after_seconds: Math.ceil((windowEnds - now) / 1000) });
  });
}

/** Cuts connections whose body takes longer. Photos and documents have the time that the server leaves to any request. */
export function installBodyTimeout(app: FastifyInstance, limitMs: number): void {
  app.addHook("onRequest", async ({ raw, url }) => {
    if (raw.method === "GET" || raw.method === "HEAD" || UPLOADS.some((upload) => upload.test(url))) return;
    const timer = setTimeout(() => raw.complete || raw.destroy(), limitMs);
    raw.once("close", () => clearTimeout(timer));
  });
}
