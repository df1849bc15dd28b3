// The cookie that identifies a browser from which an account has signed in (sign-in-limits.ts),
// without signing anyone in. Only /auth/v1 receives it, so pages stay the same for everybody and
// can be cached.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../platform/context.ts";
import { KNOWN_ORIGIN_DAYS, type Client } from "./sessions.service.ts";
import { randomToken } from "./tokens.ts";

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith("https:");
/** Under https, the prefix prevents plain http pages from setting the cookie. */
const nameFor = (publicUrl: string): string =>
  isSecure(publicUrl) ? "__Secure-known_browser" : "known_browser";

/** The browser's id, or a new one if it has none. */
export function readBrowser(ctx: Pick<Ctx, "publicUrl">, { headers }: FastifyRequest): string {
  for (const pair of headers.cookie?.split(";") ?? []) {
    const [name = "", id = ""] = pair.trim().split("=");
    if (name === nameFor(ctx.publicUrl()) && /^[\w-]{43}$/.test(id)) return id;
  }
  return randomToken();
}

/** The Set-Cookie header for a browser's id. */
export function browserCookie(publicUrl: string, id: string): string {
  const attributes = `Path=/auth/v1; Max-Age=${KNOWN_ORIGIN_DAYS * 86_400}; HttpOnly; SameSite=Strict`;
  return `${nameFor(publicUrl)}=${id}; ${attributes}${isSecure(publicUrl) ? "; Secure" : ""}`;
}

/** Call it for every successful sign-in. */
export function setBrowserCookie(
  ctx: Pick<Ctx, "publicUrl">,
  reply: FastifyReply,
  { browser }: Client,
): void {
  reply.header("set-cookie", browserCookie(ctx.publicUrl(), browser));
}
