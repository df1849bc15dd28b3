// Sign-in tokens: random ones, stored only as hashes, and the signed access token.
import { createHash, createHmac, randomBytes } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { ACCESS_TOKEN_SECONDS } from "../../../../contract/people/auth.ts";
import type { Ctx } from "../../../platform/context.ts";
import { presentAppMetadata, presentUserMetadata } from "../accounts.presenter.ts";
import type { AccountRow } from "../accounts.repository.ts";
import type { StoredSession } from "./sessions.repository.ts";

const AUDIENCE = "authenticated";
const issuer = (ctx: Pick<Ctx, "publicUrl">): string => `${ctx.publicUrl()}/auth/v1`;

export const randomToken = (): string => randomBytes(32).toString("base64url");

/**
 * The hash under which a random token is stored. The kind prevents one kind of token from being
 * used as another.
 */
export const hashToken = (
  kind: "refresh" | "mailed" | "pkce-code" | "browser" | "second-factor" | "webauthn",
  token: string,
): Buffer => createHash("sha256").update(`${kind}\n${token}`).digest();

export const randomSalt = (): Buffer => randomBytes(32);

/**
 * The refresh token after `token`. Only its salt is stored, so only the holder of `token` can
 * derive it.
 */
export const childToken = (token: string, salt: Buffer): string =>
  createHmac("sha256", salt).update(token).digest("base64url");

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** An access token for the session; `expiresAt` in seconds since 1970. */
export async function signAccessToken(
  ctx: Pick<Ctx, "clock" | "keys" | "publicUrl">,
  person: AccountRow,
  session: StoredSession,
): Promise<{ token: string; expiresAt: number }> {
  const now = seconds(ctx.clock.now());
  const expiresAt = now + ACCESS_TOKEN_SECONDS;
  const { signing } = await ctx.keys.current(ctx.clock.now());
  const token = await new SignJWT({
    role: AUDIENCE,
    aal: session.second_factor ? "aal2" : "aal1",
    amr: [session.authentication_method, session.second_factor]
      .filter((method, index, both) => method !== null && both.indexOf(method) === index)
      .map((method) => ({ method, timestamp: seconds(new Date(session.created_at)) })),
    session_id: session.id,
    email: person.email,
    phone: "",
    app_metadata: presentAppMetadata(),
    user_metadata: presentUserMetadata(person),
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: signing.kid })
    .setIssuer(issuer(ctx))
    .setSubject(person.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(signing.key);
  return { token, expiresAt };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The claims of an access token, or undefined if it is not ours, was altered or has expired. */
export async function readAccessToken(
  ctx: Pick<Ctx, "clock" | "config" | "keys" | "publicUrl">,
  token: string,
): Promise<{ accountId: string; sessionId: string } | undefined> {
  const { verifying } = await ctx.keys.current(ctx.clock.now());
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = verifying.get(kid ?? "");
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: ["ES256"],
        audience: AUDIENCE,
        requiredClaims: ["exp"],
        currentDate: ctx.clock.now(),
      },
    );
    const { sub, session_id, iss } = payload;
    // Without PUBLIC_URL each process issues tokens under the address that it listens on.
    if (ctx.config.publicUrl !== undefined && iss !== undefined && iss !== issuer(ctx))
      return undefined;
    if (
      typeof sub !== "string" ||
      typeof session_id !== "string" ||
      !UUID.test(sub) ||
      !UUID.test(session_id)
    )
      return undefined;
    return { accountId: sub, sessionId: session_id };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
