// The cookies of signing in: one identifies a browser from which an account has signed in
// (sign-in-limits.ts), the other a sign-in that waits for a code. Neither signs anyone in. Only
// /auth/v1 receives them, so pages stay the same for everybody and can be cached.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../platform/context.ts";
import { CODE_SECONDS } from "../second-factors/sign-in-steps.service.ts";
import { KNOWN_ORIGIN_DAYS, type Client } from "./sessions.service.ts";
import { randomToken } from "./tokens.ts";

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith("https:");
/** Under https, the prefix prevents plain http pages from setting the cookie. */
const nameFor = (publicUrl: string, name: "known_browser" | "sign_in_challenge"): string =>
  isSecure(publicUrl) ? `__Secure-${name}` : name;

function readToken(
  publicUrl: string,
  which: Parameters<typeof nameFor>[1],
  { headers }: FastifyRequest,
): string | undefined {
  for (const pair of headers.cookie?.split(";") ?? []) {
    const [name = "", token = ""] = pair.trim().split("=");
    if (name === nameFor(publicUrl, which) && /^[\w-]{43}$/.test(token)) return token;
  }
  return undefined;
}

function writeCookie(
  publicUrl: string,
  which: Parameters<typeof nameFor>[1],
  { value, seconds }: { value: string; seconds: number },
): string {
  const attributes = `Path=/auth/v1; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return `${nameFor(publicUrl, which)}=${value}; ${attributes}${isSecure(publicUrl) ? "; Secure" : ""}`;
}

/** The browser's id, or a new one if it has none. */
export const readBrowser = (ctx: Pick<Ctx, "publicUrl">, request: FastifyRequest): string =>
  readToken(ctx.publicUrl(), "known_browser", request) ?? randomToken();

/** The Set-Cookie header for a browser's id. */
export const browserCookie = (publicUrl: string, id: string): string =>
  writeCookie(publicUrl, "known_browser", { value: id, seconds: KNOWN_ORIGIN_DAYS * 86_400 });

/** Call it for every successful sign-in. */
export function setBrowserCookie(
  ctx: Pick<Ctx, "publicUrl">,
  reply: FastifyReply,
  { browser }: Client,
): void {
  reply.header("set-cookie", browserCookie(ctx.publicUrl(), browser));
}

/** The secret of the sign-in that waits for a code in this browser. */
export const readChallenge = (
  ctx: Pick<Ctx, "publicUrl">,
  request: FastifyRequest,
): string | undefined => readToken(ctx.publicUrl(), "sign_in_challenge", request);

/** Hands the secret to the browser; undefined removes it. */
export function setChallengeCookie(
  ctx: Pick<Ctx, "publicUrl">,
  reply: FastifyReply,
  secret: string | undefined,
): void {
  const seconds = secret === undefined ? 0 : CODE_SECONDS;
  const cookie = { value: secret ?? "", seconds };
  reply.header("set-cookie", writeCookie(ctx.publicUrl(), "sign_in_challenge", cookie));
}
