// Pages are served only on PUBLIC_URL's origin (product.md, Accounts). A session lives in the
// storage of one origin, so a user signed in on 127.0.0.1 would be signed out on localhost.
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../../config.ts";
import type { Ctx } from "../context.ts";

type OriginCtx = Pick<Ctx, "config" | "publicUrl">;

const hostName = (host: string): string => URL.parse(`http://${host}`)?.hostname ?? "";

/**
 * The address under PUBLIC_URL to redirect a request for a page to. Undefined when the host is
 * right or cannot be judged: behind a proxy that does not forward the host, every visitor comes
 * from loopback; and an instance that listens on all addresses without PUBLIC_URL does not know its
 * own.
 */
export function rightAddress(ctx: OriginCtx, request: FastifyRequest): string | undefined {
  const { host, hostname } = new URL(ctx.publicUrl());
  if (request.host === host || isUnknown(ctx)) return undefined;
  if (isLoopback(hostName(request.host)) && !isLoopback(hostname)) return undefined;
  return ctx.publicUrl() + request.url;
}

/**
 * Whether the request names a host that is not ours, such as another site's name that was pointed
 * to this machine (DNS rebinding).
 */
export const isForeign = (ctx: OriginCtx, request: FastifyRequest): boolean =>
  rightAddress(ctx, request) !== undefined && !isLoopback(hostName(request.host));

const isUnknown = ({ config }: Pick<Ctx, "config">): boolean =>
  config.publicUrl === undefined && !isLoopback(config.host);

/**
 * Whether a WebSocket is opened by a page of ours or by a client that is no browser, which sends no
 * Origin. Clients authenticate with a token, never with a cookie.
 */
export function isOwnOrigin(ctx: OriginCtx, { headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  if (origin === undefined || origin === ctx.publicUrl()) return true;
  return isUnknown(ctx) && URL.parse(origin)?.host === host;
}
