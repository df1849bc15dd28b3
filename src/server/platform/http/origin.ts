// Pages answer on PUBLIC_URL's origin alone (product.md, Accounts): a session lives in the storage of one origin, so somebody who is
// signed in on 127.0.0.1 would be a stranger on localhost.
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../../config.ts";
import type { Ctx } from "../context.ts";

const nameOf = (host: string): string => URL.parse(`http://${host}`)?.hostname ?? "";

/**
 * The address under PUBLIC_URL to send a visitor to who asked for a page under another name; undefined when the name is right, or
 * can't be judged: behind a proxy that hands on no name every visitor comes from loopback, and an instance that listens on every
 * address without PUBLIC_URL does not know its own.
 */
export function rightAddress(ctx: Ctx, request: FastifyRequest): string | undefined {
  const { host, hostname } = new URL(ctx.publicUrl());
  if (request.host === host || isUnknown(ctx)) return undefined;
  if (isLoopback(nameOf(request.host)) && !isLoopback(hostname)) return undefined;
  return ctx.publicUrl() + request.url;
}

/** Whether the request names a host that is not this machine's: a page elsewhere whose name was pointed here (DNS rebinding). */
export const isForeign = (ctx: Ctx, request: FastifyRequest): boolean =>
  rightAddress(ctx, request) !== undefined && !isLoopback(nameOf(request.host));

const isUnknown = ({ config }: Ctx): boolean => config.publicUrl === undefined && !isLoopback(config.host);

/** Whether a socket is asked for by a page of ours, or by what is no browser: it says who it is with a token, never with a cookie. */
export function isOwnOrigin(ctx: Ctx, { headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  if (origin === undefined || origin === ctx.publicUrl()) return true;
  return isUnknown(ctx) && URL.parse(origin)?.host === host;
}
