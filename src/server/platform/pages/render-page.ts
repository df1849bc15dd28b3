// Renders a page with React Router, anonymously, so that one rendering serves everyone.
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  createRequestHandler,
  RouterContextProvider,
  type RequestHandler,
  type ServerBuild,
} from "react-router";
import type { ApiResponse, PageContexts, RenderedPage } from "../../../contract/page-contexts.ts";
import { withinRequest } from "../http/request-log.ts";
import { mapHosts } from "./map-sources.ts";
import { sealScripts, type CalledApi, type PageCache, type Rendered } from "./page-cache.ts";
import type { LoadBuild } from "./page-builds.ts";

interface RenderOptions extends Pick<PageContexts, "standIns" | "contacts" | "map"> {
  dev: boolean;
  cache: PageCache;
}

/** Calls that every search repeats. This one took most of PostgreSQL's time per page. */
const REPEATED_CALLS: readonly string[] = ["/api/listings/islands"];

export async function renderPage(
  app: FastifyInstance,
  loadBuild: LoadBuild,
  request: FastifyRequest,
  url: URL,
  { dev, cache, standIns, contacts, map }: RenderOptions,
): Promise<Rendered> {
  const build = await loadBuild();
  const { contexts } = build.entry.module;
  const nonce = randomBytes(16).toString("base64url");
  const context = new RouterContextProvider();
  context.set(contexts.api, callInProcess(app, request, cache));
  context.set(contexts.nonce, dev ? undefined : nonce);
  context.set(contexts.standIns, standIns);
  context.set(contexts.contacts, contacts);
  context.set(contexts.map, map);
  let isBusy = false;
  const failed = (error: unknown): void => {
    // The API has answered a loader with "busy".
    isBusy ||= (error as { code?: string }).code === "busy";
    // A refusal by admission control is no error, and the request's log line shows the 503.
    request.log[isBusy ? "debug" : "error"]({ err: error }, "page failed");
  };
  context.set(contexts.reportError, failed);
  let page: RenderedPage | undefined;
  context.set(contexts.page, (rendered) => void (page = rendered));
  const headers = new Headers({
    accept: request.headers.accept ?? "text/html",
    "user-agent": request.headers["user-agent"] ?? "",
  });
  const response = await getHandler(build, dev)(new Request(url, { headers }), context);
  const status = isBusy ? 503 : response.status;
  const passed = Object.fromEntries(
    [...response.headers].filter(
      ([name]) => !["content-length", "transfer-encoding"].includes(name),
    ),
  );
  if (!page) return { status, headers: passed, html: Buffer.from(await response.arrayBuffer()) };
  const together = (head: string, scripts: string): Buffer =>
    Buffer.concat([Buffer.from(head), page!.body, Buffer.from(scripts)]);
  if (dev) return { status, headers: passed, html: together(page.head, page.scripts) };
  const { parts, csp } = sealScripts([page.head, page.scripts], nonce, mapHosts(map));
  return {
    status,
    headers: { ...passed, "content-security-policy": csp },
    html: together(parts[0]!, parts[1]!),
  };
}

const handlers = new WeakMap<ServerBuild, RequestHandler>();
/** Cached, because creating a handler takes longer than matching a route. */
function getHandler(build: ServerBuild, dev: boolean): RequestHandler {
  const handler =
    handlers.get(build) ?? createRequestHandler(build, dev ? "development" : "production");
  handlers.set(build, handler);
  return handler;
}

/**
 * Lets loaders call the API in-process through the same routes and hooks as the browser. Their
 * requests count for the visitor's address.
 */
function callInProcess(
  app: FastifyInstance,
  request: FastifyRequest,
  cache: PageCache,
): (path: string) => Promise<ApiResponse> {
  const send = async (path: string): Promise<CalledApi> => {
    const headers = { accept: "application/json", host: request.host };
    const response = await withinRequest(request, () =>
      app.inject({ method: "GET", url: path, headers, remoteAddress: request.ip }),
    );
    return { status: response.statusCode, body: response.body };
  };
  return async (path) => {
    const { status, body } = await (REPEATED_CALLS.includes(path)
      ? cache.call(path, () => send(path))
      : send(path));
    return { ok: status >= 200 && status < 300, status, json: async () => JSON.parse(body) };
  };
}
