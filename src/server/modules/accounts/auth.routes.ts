// /auth/v1 for the unmodified auth-js client. Its fields, leniency and error shape differ from the
// rest of the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import * as contract from "../../../contract/people/auth.ts";
import type { EndpointSpec, Input, Output } from "../../../contract/endpoint.ts";
import { toFieldErrors, toPredicate } from "../../../contract/violations.ts";
import { RETRY_SECONDS } from "../../platform/http/admission-control.ts";
import type { Ctx, SessionCtx, User } from "../../platform/context.ts";
import { isAway, logError } from "../../platform/http/http.ts";
import { toAuthError } from "./sessions/sign-in-limits.ts";
import { signIn } from "./accounts.service.ts";
import { AuthError, type AuthErrorCode } from "./auth.errors.ts";
import {
  readBrowser,
  readChallenge,
  setBrowserCookie,
  setChallengeCookie,
} from "./sessions/browser-cookie.ts";
import { signInWithPasskey, startPasskeySignIn } from "./second-factors/passkeys.service.ts";
import { completeSignIn, type SignIn } from "./second-factors/sign-in-steps.service.ts";
import { exchangeCode, verify, verifyLink } from "./link-redemption.service.ts";
import { requestLink, type LinkOptions } from "./mailed-links.service.ts";
import { localPath } from "./redirects.ts";
import { refreshSession, signOut, type Client } from "./sessions/sessions.service.ts";
import { requireSession } from "./sessions/authentication.service.ts";
import { signUp } from "./sign-up/sign-up.service.ts";
import { getUser, updateUser } from "./user.service.ts";

type EndpointUser<E extends EndpointSpec> = E["access"] extends "signed_in" ? User : undefined;
type AuthRequest<E extends EndpointSpec> = Input<E> & {
  user: EndpointUser<E>;
  client: Client;
  request: FastifyRequest;
  reply: FastifyReply;
};

const PREFIX = "/auth/v1";

/** Mounts /auth/v1 in a Fastify scope of its own. */
export function authRoutes(app: FastifyInstance, ctx: Ctx): void {
  const mount = async (scope: FastifyInstance): Promise<void> => {
    useAuthProtocol(scope);
    mountEndpoints(scope, ctx);
  };
  void app.register(mount, { prefix: PREFIX });
}

function useAuthProtocol(scope: FastifyInstance): void {
  // The client posts /logout with a JSON content type and no body.
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, {});
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new AuthError("bad_json"));
    }
  });
  scope.addHook("onSend", async (_request, reply) => {
    reply.header("x-supabase-api-version", "2024-01-01");
    if (reply.getHeader("cache-control") === undefined) reply.header("cache-control", "no-store");
  });
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAuthError(thrown);
    // A 500 would make the client drop its session.
    const away = isAway(error)
      ? new AuthError("busy", { retryAfterSeconds: RETRY_SECONDS })
      : undefined;
    const known = away ?? (error instanceof AuthError ? error : new AuthError(toErrorCode(error)));
    logError(request, known.status, thrown);
    if (known.retryAfterSeconds !== undefined)
      reply.header("retry-after", String(known.retryAfterSeconds));
    return reply.code(known.status).send(toErrorBody(known));
  });
  scope.setNotFoundHandler(() => {
    throw new AuthError("route_not_found");
  });
}

/** Fastify's own parsing errors are the client's fault (4xx); anything else is ours. */
function toErrorCode(error: unknown): AuthErrorCode {
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return "request_too_large";
  return statusCode >= 400 && statusCode < 500 ? "validation_failed" : "unexpected_failure";
}

const toErrorBody = ({ code, message }: AuthError): contract.AuthErrorBody => ({
  code,
  error_code: code,
  message,
  ...(code === "weak_password" ? { weak_password: { reasons: ["length"] } } : {}),
});

function mountEndpoint<E extends EndpointSpec>(
  scope: FastifyInstance,
  ctx: SessionCtx,
  spec: E,
  handle: (input: AuthRequest<E>) => Promise<Output<E> | FastifyReply>,
): void {
  scope.route({
    method: spec.method,
    url: spec.path.slice(PREFIX.length),
    exposeHeadRoute: false, // a mail scanner's HEAD request would use up a link
    handler: async (request, reply) => {
      const user = spec.access === "signed_in" ? await signedIn(ctx, request) : undefined;
      const client: Client = {
        ip: request.ip,
        userAgent: request.headers["user-agent"],
        browser: readBrowser(ctx, request),
      };
      refusePhone(request.body);
      const query = spec.query && parse(spec.query, request.query, "query");
      const body = spec.body && parse(bodySchema(spec, query), request.body, "body");
      const result = await handle({ query, body, user, client, request, reply } as AuthRequest<E>);
      return reply.sent || result === reply ? reply : spec.output.parse(result);
    },
  });
}

type On = <E extends EndpointSpec>(
  spec: E,
  handle: (input: AuthRequest<E>) => Promise<Output<E> | FastifyReply>,
) => void;

function mountSecondFactors(ctx: Ctx, on: On): void {
  on(contract.authSecondFactor, async ({ body, client, request, reply }) => {
    const session = await completeSignIn(ctx, readChallenge(ctx, request), body.code, client);
    setChallengeCookie(ctx, reply, undefined);
    setBrowserCookie(ctx, reply, client);
    return session;
  });

  on(contract.authStartPasskey, ({ client }) => startPasskeySignIn(ctx, client));

  on(contract.authPasskey, async ({ body, client, reply }) => {
    const session = await signInWithPasskey(ctx, body, client);
    setBrowserCookie(ctx, reply, client);
    return session;
  });
}

/** Answers with the session, or asks for the code that the account needs. */
async function answerSignIn(
  ctx: Ctx,
  outcome: SignIn,
  client: Client,
  reply: FastifyReply,
): Promise<contract.AuthSession | FastifyReply> {
  if ("session" in outcome) {
    setBrowserCookie(ctx, reply, client);
    return outcome.session;
  }
  setChallengeCookie(ctx, reply, outcome.challenge);
  const refusal = new AuthError("mfa_required");
  return reply.code(refusal.status).send(toErrorBody(refusal));
}

function mountEndpoints(scope: FastifyInstance, ctx: Ctx): void {
  const on: On = (spec, handle) => mountEndpoint(scope, ctx, spec, handle);
  const toLinkOptions = (
    redirectTo: string | undefined,
    challenge?: string | null,
  ): LinkOptions => ({
    next: localPath(redirectTo, ctx.publicUrl()),
    codeChallenge: challenge ?? undefined,
  });

  on(contract.authSignUp, ({ query, body, client }) => {
    const { first_name: firstName, last_name: lastName, user_type: userType } = body.data;
    const input = { email: body.email, password: body.password, firstName, lastName, userType };
    return signUp(ctx, input, toLinkOptions(query.redirect_to, body.code_challenge), client);
  });

  on(contract.authToken, async ({ body, client, reply }) => {
    if ("refresh_token" in body) return refreshSession(ctx, body.refresh_token);
    const outcome =
      "password" in body
        ? await signIn(ctx, body, client)
        : await exchangeCode(ctx, body.auth_code, body.code_verifier, client);
    return answerSignIn(ctx, outcome, client, reply);
  });

  on(contract.authVerify, async ({ body, client, reply }) =>
    answerSignIn(ctx, await verify(ctx, body.token_hash, body.type, client), client, reply),
  );

  mountSecondFactors(ctx, on);

  on(contract.authVerifyLink, (input) => followLink(ctx, input));

  on(contract.authRecover, async ({ query, body, client }) => {
    const options = toLinkOptions(query.redirect_to, body.code_challenge);
    await requestLink(ctx, { email: body.email, purpose: "recovery", ...options }, client);
    return {};
  });

  on(contract.authResend, async ({ query, body, client }) => {
    const options = toLinkOptions(query.redirect_to, body.code_challenge);
    await requestLink(ctx, { email: body.email, purpose: body.type, ...options }, client);
    return {};
  });

  on(contract.authGetUser, ({ user }) => getUser(ctx, user));

  on(contract.authUpdateUser, ({ query, body, user, client }) =>
    updateUser(ctx, user, body, toLinkOptions(query.redirect_to, body.code_challenge), client),
  );

  on(contract.authLogout, async ({ query, user, reply }) => {
    await signOut(ctx, user, query.scope);
    return reply.code(204).send();
  });

  on(contract.authKeys, async ({ reply }) => {
    reply.header("cache-control", "public, max-age=600");
    return { keys: (await ctx.keys.current(ctx.clock.now())).published.map((key) => ({ ...key })) };
  });
}

/** Signs in by a mailed link, and leads back to the page with the session or the error. */
async function followLink(
  ctx: SessionCtx,
  { query, client, reply }: AuthRequest<typeof contract.authVerifyLink>,
): Promise<FastifyReply> {
  const target = new URL(localPath(query.redirect_to, ctx.publicUrl()) ?? "/", ctx.publicUrl());
  try {
    const result = await verifyLink(ctx, query.token, query.type, client);
    if ("code" in result) target.searchParams.set("code", result.code);
    else if ("challenge" in result) {
      setChallengeCookie(ctx, reply, result.challenge);
      target.hash = errorFragment(new AuthError("mfa_required"));
    } else {
      target.hash = sessionFragment(result.session, query.type);
      setBrowserCookie(ctx, reply, client);
    }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    target.hash = errorFragment(error);
  }
  return reply.redirect(target.href, 303);
}

/**
 * The query names the grant type. A union of the three bodies could not tell which field is wrong.
 */
const bodySchema = (spec: EndpointSpec, query: unknown): z.ZodType =>
  spec === contract.authToken
    ? contract.TOKEN_GRANTS[(query as Input<typeof contract.authToken>["query"]).grant_type]
    : (spec.body as z.ZodType);

async function signedIn(ctx: SessionCtx, request: FastifyRequest): Promise<User> {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!bearer) throw new AuthError("no_authorization");
  return requireSession(ctx, bearer);
}

/**
 * Drops unknown fields.
 * @throws AuthError validation_failed with a sentence for each error
 */
function parse<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const parsed = schema.safeParse(value ?? {}, { error: toPredicate });
  if (parsed.success) return parsed.data;
  const sentences = toFieldErrors(parsed.error, part).map(({ message }) => message);
  throw new AuthError("validation_failed", { message: sentences.join(" ") });
}

function refusePhone(body: unknown): void {
  const { phone, email } = (body ?? {}) as { phone?: unknown; email?: unknown };
  if (phone && !email) throw new AuthError("phone_provider_disabled");
}

const errorFragment = ({ code, message }: AuthError): string =>
  new URLSearchParams({
    error: "access_denied",
    error_code: code,
    error_description: message,
  }).toString();

const sessionFragment = (session: contract.AuthSession, type: contract.VerifyType): string =>
  new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: String(session.expires_in),
    expires_at: String(session.expires_at),
    token_type: session.token_type,
    type,
  }).toString();
