// Limits requests per address and process against floods, and how slowly a request may arrive.
// Across all processes, the proxy limits floods (deploy/nginx.conf) and rate-limit.ts limits
// attempts.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../context.ts";
import { isProbe } from "../observability/health.ts";
import { addressKey } from "./rate-limit.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Closes the connection when the body takes too long. */
    bodyTimeout: NodeJS.Timeout | undefined;
  }
}

const WINDOW_MS = 10_000;
const MAX_REQUESTS = 1000;

export function installRequestLimit(app: FastifyInstance, ctx: Pick<Ctx, "config">): void {
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
    // A page's own API calls count but are never refused, because the page would be incomplete.
    if (count > MAX_REQUESTS && !request.isInner)
      throw new DomainError("rate_limited", {
        retry_after_seconds: Math.ceil((windowEnds - now) / 1000),
      });
  });
}

/**
 * Closes a connection whose body takes longer than `limitMs`, whether or not the response has been
 * sent.
 */
export function installBodyTimeout(app: FastifyInstance, limitMs: number): void {
  app.decorateRequest("bodyTimeout", undefined);
  app.addHook("onRequest", async (request) => {
    const { raw, headers } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
      return;
    request.bodyTimeout = setTimeout(() => raw.complete || raw.destroy(), limitMs);
    raw.once("close", () => clearTimeout(request.bodyTimeout));
  });
}

/**
 * Gives the body of this request the maximum time that the server allows, because a file from a
 * phone needs it. A stranger's upload, which is refused unread, keeps the shorter limit and so
 * cannot occupy a connection for long.
 */
export const allowSlowBody = ({ bodyTimeout }: FastifyRequest): void => clearTimeout(bodyTimeout);
