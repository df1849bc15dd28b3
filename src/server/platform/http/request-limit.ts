// Ceilings on requests per address and process against floods, and on how slowly one may arrive; over all processes the proxy counts floods
// (deploy/nginx.conf), and rate-limit.ts attempts.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../context.ts";
import { isProbe } from "../observability/health.ts";
import { addressKey } from "./rate-limit.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Cuts the connection when the body takes too long. */
    bodyTimeout: NodeJS.Timeout | undefined;
  }
}

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

/** Cuts connections whose body takes longer, whether it is answered already or not. */
export function installBodyTimeout(app: FastifyInstance, limitMs: number): void {
  app.decorateRequest("bodyTimeout", undefined);
  app.addHook("onRequest", async (request) => {
    const { raw, headers } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    request.bodyTimeout = setTimeout(() => raw.complete || raw.destroy(), limitMs);
    raw.once("close", () => clearTimeout(request.bodyTimeout));
  });
}

/**
 * Gives the body of this request as much time as the server gives to any. A file from a phone needs
 * it; a stranger's upload, which is refused before it is read, must not hold a connection so long.
 */
export const allowSlowBody = ({ bodyTimeout }: FastifyRequest): void => clearTimeout(bodyTimeout);
