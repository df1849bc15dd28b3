// Each request's id, and the line about it once it is answered: the route's pattern instead of the address, which may hold tokens, and
// the id of who asked instead of a name.
import { randomUUID } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { isProbe } from "../observability/health.ts";
import { currentTrace, traced } from "../observability/log.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What the pages call the address of one of theirs: "/book/:id". */
    pagePattern: string | undefined;
    /** Who asked, where somebody is signed in. */
    userId: string | undefined;
    /** Asked by a page of ours that is being rendered. */
    isInner: boolean;
  }
}

/** As load balancers make them; anything else might be something to be found in a log. */
const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Set while a page asks the API in process: that is part of the request for the page. */
const inner = new AsyncLocalStorage<true>();

/** A request within another: it has the other's id, and no line of its own. */
export const withinRequest = <T>({ id }: FastifyRequest, work: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside: app.inject() begins when somebody waits for it.
  inner.run(true, () => traced({ request_id: id }, async () => await work()));

/** x-request-id of a proxy that is trusted, else one of ours. */
export const requestIds =
  ({ trustedProxies }: Config) =>
  ({ headers }: Pick<IncomingMessage, "headers">): string => {
    const { request_id } = currentTrace();
    if (inner.getStore() && request_id) return request_id;
    const given = headers["x-request-id"];
    return trustedProxies > 0 && typeof given === "string" && GIVEN_ID.test(given) ? given : randomUUID();
  };

/** "/api/bookings/:id"; a file of the build is one of many, and an address that leads nowhere is not told. */
function patternOf({ routeOptions, pagePattern }: FastifyRequest): string {
  const { url } = routeOptions;
  if (url === undefined || url === "/*") return pagePattern ?? "none";
  return /^\/assets\/|\.(?!json$|xml$|txt$|ics$|csv$)\w+$/.test(url) ? "/assets/*" : url;
}

/** An answered request. */
export interface Answered {
  method: string;
  route: string;
  /** 499: who asked did not wait for the answer. */
  status: number;
  ms: number;
}

/** Gives requests their trace, and tells of each that is answered. */
export function installRequestLog(app: FastifyInstance, tell: (answered: Answered) => void): void {
  app.decorateRequest("pagePattern", undefined);
  app.decorateRequest("userId", undefined);
  app.decorateRequest("isInner", false);
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void): void =>
    traced({ request_id: request.id }, done);
  app.addHook("onRequest", (request, reply, done) => {
    request.isInner = inner.getStore() === true;
    // Also where nobody waited for the answer; Fastify's own onResponse is silent then.
    reply.raw.once("close", () => finish(request, reply));
    enter(request, reply, done);
  });
  // Reading the body leaves it.
  app.addHook("preValidation", enter);
  const finish = (request: FastifyRequest, reply: FastifyReply): void => {
    const { isInner, userId: user } = request;
    const answered = {
      method: request.method,
      route: patternOf(request),
      status: isInner || reply.raw.writableFinished ? reply.statusCode : 499,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (!isInner) tell(answered);
    const level = isInner || isProbe(request.url) ? "debug" : "info";
    traced({ request_id: request.id }, () => request.log[level]({ ...answered, ...(user && { user }) }, "request"));
  };
}
