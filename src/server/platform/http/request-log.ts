// Assigns each request its id and logs one line per response. The line has the route pattern
// instead of the URL, which may hold tokens, and the user's id instead of a name.
import { randomUUID } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { isProbe } from "../observability/health.ts";
import type { Answered } from "../observability/metrics.ts";
import { currentTrace, traced } from "../observability/log.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The route pattern of a page's address: "/book/:id". */
    pagePattern: string | undefined;
    /** The id of the signed-in user, if any. */
    userId: string | undefined;
    /** Sent by a page that is being rendered. */
    isInner: boolean;
  }
}

/**
 * The form that load balancers use. Anything else could be content that someone wants in the log.
 */
const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Set while a page calls the API in-process, which is part of the request for the page. */
const inner = new AsyncLocalStorage<true>();

/** Runs a request within another one: it shares the outer id and has no log line at info level. */
export const withinRequest = <T>({ id }: FastifyRequest, work: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside, because app.inject() starts only when it is awaited.
  inner.run(true, () => traced({ request_id: id }, async () => await work()));

/** The x-request-id of a trusted proxy, else a new one. */
export const requestIds =
  ({ trustedProxies }: Config) =>
  ({ headers }: Pick<IncomingMessage, "headers">): string => {
    const { request_id } = currentTrace();
    if (inner.getStore() && request_id) return request_id;
    const given = headers["x-request-id"];
    return trustedProxies > 0 && typeof given === "string" && GIVEN_ID.test(given)
      ? given
      : randomUUID();
  };

/** "/api/bookings/:id". Files of the build share one pattern, and unknown URLs are not named. */
function routePattern({ routeOptions, pagePattern }: FastifyRequest): string {
  const { url } = routeOptions;
  if (url === undefined || url === "/*") return pagePattern ?? "none";
  return /^\/assets\/|\.(?!json$|xml$|txt$|ics$|csv$)\w+$/.test(url) ? "/assets/*" : url;
}

/** Gives each request its trace, and logs and reports it when it is finished. */
export function installRequestLog(
  app: FastifyInstance,
  report: (answered: Answered) => void,
): void {
  app.decorateRequest("pagePattern", undefined);
  app.decorateRequest("userId", undefined);
  app.decorateRequest("isInner", false);
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void): void =>
    traced({ request_id: request.id }, done);
  app.addHook("onRequest", (request, reply, done) => {
    request.isInner = inner.getStore() === true;
    // Also fires when the client did not wait; Fastify's onResponse does not.
    reply.raw.once("close", () => finish(request, reply));
    enter(request, reply, done);
  });
  // Reading the body loses the async context, so it is entered again.
  app.addHook("preValidation", enter);
  const finish = (request: FastifyRequest, reply: FastifyReply): void => {
    const { isInner, userId: user } = request;
    const answered = {
      method: request.method,
      route: routePattern(request),
      status: isInner || reply.raw.writableFinished ? reply.statusCode : 499,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (!isInner) report(answered);
    const level = isInner || isProbe(request.url) ? "debug" : "info";
    traced({ request_id: request.id }, () =>
      request.log[level]({ ...answered, ...(user && { user }) }, "request"),
    );
  };
}
