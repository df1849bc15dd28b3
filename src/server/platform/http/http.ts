// Mounts contract endpoints on Fastify: parses the input, checks access, shapes the output by the
// contract, and turns errors into problem responses.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { EndpointSpec, Input, Output } from "../../../contract/endpoint.ts";
import { PROBLEMS, type Problem } from "../../../contract/problem.ts";
import { toFieldErrors, toPredicate } from "../../../contract/violations.ts";
import {
  isRecentSignIn,
  RECENT_SIGN_IN_MINUTES,
} from "../../../domain/person/sign-in/recent-sign-in.ts";
import { formatAdminRoles } from "../../../domain/person/roles.ts";
import { findAdminAction, requireAdmin } from "../../../domain/policies/admin.ts";
import { DomainError, isDomainError, toWireCode, type FieldError } from "../../../domain/errors.ts";
import { isForPerson, sendBusyPage } from "./busy-page.ts";
import { busy } from "./admission-control.ts";
import type { User } from "../context.ts";
import { isDatabaseAway } from "../database/database.ts";
import { countCall, type LimitCtx } from "./rate-limit.ts";

export const MAX_BODY_BYTES = 1_000_000;

/**
 * Finds the user of a bearer token; undefined if there is none.
 * @throws DomainError account_suspended.
 */
export type Authenticate = (bearer: string) => Promise<User | undefined>;

type EndpointUser<E extends EndpointSpec> = E["access"] extends "signed_in" | "admin"
  ? User
  : User | undefined;

export interface HandlerRequest<E extends EndpointSpec> extends Input<E> {
  user: EndpointUser<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Router {
  /**
   * Mounts an endpoint. The contract's output schema parses the result, so that no other field is
   * ever sent.
   */
  on<E extends EndpointSpec>(
    spec: E,
    handler: (input: HandlerRequest<E>) => Promise<Output<E>> | Output<E>,
  ): void;
}

function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  part: string,
  errors: FieldError[],
): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: toPredicate });
  if (parsed.success) return parsed.data;
  errors.push(...toFieldErrors(parsed.error, part));
  return undefined;
}

/**
 * Parses input that does not come through an endpoint of the router.
 * @throws DomainError invalid_request with every field error
 */
export function readInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  part: string,
): z.output<S> {
  const errors: FieldError[] = [];
  const parsed = parse(schema, value, part, errors);
  if (errors.length > 0) throw new DomainError("invalid_request", { errors });
  return parsed as z.output<S>;
}

const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (typeof body === "object" && Object.keys(body).length === 0);

/**
 * Whether the person may call the endpoint. @throws DomainError unauthenticated, forbidden,
 * role_required, second_factor_required, reauthentication_required
 */
function checkAccess(spec: EndpointSpec, user: User | undefined, now: Date): void {
  if (spec.access !== "signed_in" && spec.access !== "admin") return;
  if (!user) throw new DomainError("unauthenticated");
  if (spec.access === "admin" && user.closedAdmin)
    throw new DomainError("second_factor_required", { step: user.closedAdmin.step });
  if (spec.access === "admin") requireAdmin(findAdminAction(spec.policy), user);
  if (spec.recentSignIn && !isRecentSignIn(user.signedInAt, now))
    throw new DomainError("reauthentication_required", { minutes: RECENT_SIGN_IN_MINUTES });
}

export function openRouter(
  app: FastifyInstance,
  ctx: LimitCtx,
  authenticate: Authenticate,
): Router {
  return {
    on<E extends EndpointSpec>(
      spec: E,
      handler: (input: HandlerRequest<E>) => Promise<Output<E>> | Output<E>,
    ) {
      const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
        const user = bearer && spec.access !== "provider" ? await authenticate(bearer) : undefined;
        request.userId = user?.id;
        checkAccess(spec, user, ctx.clock.now());
        const errors: FieldError[] = [];
        if (
          !spec.query &&
          Object.keys(request.query as object).length > 0 &&
          spec.access !== "provider"
        )
          errors.push({ field: "query", message: "This endpoint takes no parameters." });
        if (!spec.body && !spec.file && !isEmpty(request.body) && spec.access !== "provider")
          errors.push({ field: "body", message: "This endpoint takes no fields." });
        const input = {
          params: parse(spec.params, request.params, "params", errors),
          query: parse(spec.query, request.query, "query", errors),
          body: parse(
            spec.body,
            request.body ?? (spec.method === "GET" ? undefined : {}),
            "body",
            errors,
          ),
        };
        if (errors.length > 0) throw new DomainError("invalid_request", { errors });
        if (user && spec.limit && !spec.limit.counts) await countCall(ctx, spec.limit, user);
        const response = await handler({ ...input, user, request, reply } as HandlerRequest<E>);
        if (reply.sent) return reply;
        if (reply.getHeader("cache-control") === undefined)
          reply.header("cache-control", "no-store");
        const output = spec.output.parse(response);
        // The body is a file, whose type the handler has set.
        if (output instanceof Uint8Array) return reply.send(output);
        if (spec.contentType)
          return reply
            .type(`${spec.contentType}; charset=utf-8`)
            .send(
              typeof output === "string" ? output : Readable.from(output as AsyncIterable<string>),
            );
        return reply.type("application/json; charset=utf-8").send(JSON.stringify(output));
      };
      app.route({
        method: spec.method,
        url: spec.path.replace(/\{(\w+)\}/g, ":$1"),
        bodyLimit: spec.maxBytes ?? MAX_BODY_BYTES,
        // Not limited: an upload takes as long as the sender's connection needs, and a call to
        // another server as long as that takes.
        handler: (request, reply) =>
          spec.file || spec.asksElsewhere
            ? handle(request, reply)
            : app.capacity.take(request, () => handle(request, reply)),
      });
    },
  };
}

/** The problem of an error. Unexpected errors are masked. */
export function toProblem(error: unknown, requestId: string, limitBytes = MAX_BODY_BYTES): Problem {
  const known = toDomainError(error, limitBytes);
  const { status, title } = PROBLEMS[known.code];
  const code = toWireCode(known.code);
  const { errors = [], ...details } = known.details as { errors?: FieldError[] };
  const detail =
    errors.length > 0 ? errors.map(({ message }) => message).join(" ") : describe(known, title);
  return {
    type: `urn:caydrive:problem:${code}`,
    title,
    status,
    code,
    detail,
    errors,
    request_id: requestId,
    details,
  };
}

/** Names the roles that may do what an admin was refused; otherwise the title says it all. */
const describe = (error: DomainError, title: string): string =>
  isDomainError(error, "role_required")
    ? `Only ${formatAdminRoles(error.details.roles)} can do this.`
    : title;

function toDomainError(error: unknown, limitBytes: number): DomainError {
  if (error instanceof DomainError) return error;
  if (isAway(error)) return busy();
  if ((error as { code?: string }).code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new DomainError("payload_too_large", { limit_bytes: limitBytes });
  return new DomainError(codeOfFrameworkError(error));
}

/** Fastify's own errors about a request, such as an aborted one, carry a status. */
const isOfRequest = (error: unknown): boolean =>
  (error as { statusCode?: number }).statusCode !== undefined;
/** Whether the request failed only because the database or disk space was unavailable. */
export const isAway = (error: unknown): boolean =>
  !isOfRequest(error) && (isDatabaseAway(error) || isDiskFull(error));

const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes((error as { code?: string }).code ?? "");

function codeOfFrameworkError(
  error: unknown,
): "malformed_json" | "unsupported_media_type" | "internal" {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return "unsupported_media_type";
  return statusCode === 400 ? "malformed_json" : "internal";
}

const OF_FILES = [412, 416];

/**
 * Logs server errors. Requests refused by admission control are not errors (the request line shows
 * them), but an unavailable database is.
 */
export function logError(request: FastifyRequest, status: number, error: unknown): void {
  if (status >= 500 && !isDomainError(error, "busy"))
    request.log.error({ err: error }, "request failed");
}

/** Installs the API's error handler. */
export function installProblems(app: FastifyInstance): void {
  // Another site's page may send text/plain without a CORS preflight. We accept only JSON.
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler((error, request, reply) => {
    const { statusCode = 500, headers } = error as { statusCode?: number; headers?: object };
    // A conditional or range request for a file that failed (412, 416): the status says it all.
    if (!(error instanceof DomainError) && OF_FILES.includes(statusCode))
      return reply
        .code(statusCode)
        .headers({ ...headers })
        .send();
    const problem = toProblem(error, request.id, request.routeOptions.bodyLimit);
    logError(request, problem.status, error);
    return sendProblem(reply, problem);
  });
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const retry = problem.details["retry_after_seconds"];
  if (typeof retry === "number") {
    reply.header("retry-after", String(retry));
    if (problem.code === "busy" && isForPerson(reply.request)) return sendBusyPage(reply, retry);
  }
  return reply
    .code(problem.status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(problem));
}
