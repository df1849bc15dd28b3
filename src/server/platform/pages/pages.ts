// Serves the pages: React Router's build behind Fastify. Pages are rendered anonymously, so one
// rendering serves everyone; the table below says which ones are cached.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  createRequestHandler,
  RouterContextProvider,
  type RequestHandler,
  type RouterContext,
  type ServerBuild,
} from "react-router";
import { DomainError } from "../../../domain/errors.ts";
import { ISLAND_IDS } from "../../../domain/place/islands.ts";
import {
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "../../../domain/listing/listing.ts";
import { SUPPORT_CATEGORIES, type Contacts } from "../../../domain/message/support.ts";
import { PROJECT_ROOT } from "../../config.ts";
import { openAdmissionQueue, RENDERS, RETRY_SECONDS } from "../http/admission-control.ts";
import type { Ctx } from "../context.ts";
import { sendProblem, toProblem } from "../http/http.ts";
import { mapHosts, type MapSettings } from "./map-sources.ts";
import { rightAddress } from "../http/origin.ts";
import { chooseEncoding, isUnchanged } from "../http/negotiation.ts";
import {
  sealScripts,
  store,
  type PageCache,
  type Rendered,
  type StoredPage,
} from "./page-cache.ts";
import { withinRequest } from "../http/request-log.ts";

const oneOf =
  (values: readonly (string | number)[]) =>
  (value: string): boolean =>
    values.map(String).includes(value);
const isAmount = (value: string): boolean => /^[1-9]\d{0,4}(\.\d{1,2})?$/.test(value);
/** The search parameters of cached pages, as the page writes them. Others are never cached. */
const SEARCH_PARAMETERS = {
  location: (value: string) => value.length <= 100,
  min_price: isAmount,
  max_price: isAmount,
  min_seats: oneOf(SEAT_OPTIONS),
  transmission: oneOf(TRANSMISSIONS),
  fuel_type: oneOf(FUEL_TYPES),
  feature: oneOf(FEATURES),
  booking_mode: oneOf(BOOKING_MODES),
  sort: oneOf(["price", "rating"]),
  view: oneOf(["map"]),
};
/** Narrower searches are rare, and there is no limit to their number. */
const MOST_PARAMETERS = 3;

/**
 * The cached pages, with the query parameters that affect them. Any other parameter is dropped
 * before rendering.
 */
const KEPT: { path: RegExp; parameters: Record<string, (value: string) => boolean> }[] = [
  { path: /^\/$/, parameters: {} },
  { path: new RegExp(`^/browse(/(${ISLAND_IDS.join("|")}))?$`), parameters: SEARCH_PARAMETERS },
  { path: /^\/(book|car|hosts)\/[0-9a-f-]{36}$/, parameters: {} },
  {
    path: /^\/pricing$/,
    parameters: { price: isAmount, days: (value) => /^[1-9]\d?$/.test(value) },
  },
  { path: /^\/faq$/, parameters: { search: (value) => value.length <= 100 } },
  { path: /^\/support$/, parameters: { category: oneOf(SUPPORT_CATEGORIES) } },
  {
    path: /^\/auth$/,
    parameters: { mode: oneOf(["signin", "signup"]), type: oneOf(["renter", "host"]) },
  },
  {
    path: /^\/(about|terms|privacy|dashboard|bookings|profile|host\/(dashboard|bookings)|booking-success|auth\/(reset|confirm)|api\/docs)$/,
    parameters: {},
  },
];
/**
 * Parameters that prevent caching. Searches with dates show availability, which must be current; an
 * island from a form redirects to its page; and two people seldom look at the same map bounds.
 */
const NEVER_KEPT = ["start_date", "end_date", "cursor", "island", "bounds"];

/**
 * The exports of the web's entry.server module, through which server and bundle share the context
 * keys.
 */
interface WebEntry {
  apiContext: RouterContext<(path: string) => Promise<Response>>;
  nonceContext: RouterContext<string | undefined>;
  standInsContext: RouterContext<readonly string[]>;
  contactsContext: RouterContext<Contacts>;
  mapContext: RouterContext<MapSettings>;
  faultContext: RouterContext<(error: unknown) => void>;
  pageContext: RouterContext<(page: RenderedPage) => void>;
}
interface RenderedPage {
  head: string;
  body: Uint8Array;
  scripts: string;
}
type LoadBuild = () => Promise<ServerBuild>;

export interface PageOptions {
  dev: boolean;
  /** The local substitutes that the banner names. */
  standIns: readonly string[];
  isApi: (path: string) => boolean;
}

export async function mountPages(
  app: FastifyInstance,
  ctx: Ctx,
  cache: PageCache,
  { dev, isApi, standIns }: PageOptions,
): Promise<void> {
  const maps = {
    google: ctx.config.googleMapsApiKey !== undefined,
    styleUrl: ctx.config.mapStyleUrl ?? null,
  };
  const loadBuild = dev ? await mountVite(app, isApi) : await mountBuild(app);
  const patterns = dev ? undefined : pagePatterns((await loadBuild()).routes);

  const rendering = openAdmissionQueue(RENDERS);
  const render = (request: FastifyRequest, url: URL): Promise<Rendered> =>
    rendering(() =>
      app.capacity.take(request, () =>
        renderPage(app, loadBuild, request, url, {
          dev,
          standIns,
          contacts: ctx.config.contacts,
          maps,
        }),
      ),
    );
  app.setNotFoundHandler(async (request, reply) => {
    // Always under our own origin, whatever host the request names, because a page is cached by its
    // path alone.
    const url = request.url.startsWith("/") ? URL.parse(ctx.publicUrl() + request.url) : null;
    if (!url || isApi(url.pathname))
      return sendProblem(reply, toProblem(new DomainError("route_not_found"), request.id));
    if (request.method !== "GET" && request.method !== "HEAD")
      return reply.code(405).header("allow", "GET, HEAD").send();
    request.pagePattern = patterns?.(url.pathname);
    const elsewhere = rightAddress(ctx, request);
    if (elsewhere && !dev)
      return reply.header("cache-control", "no-store").redirect(elsewhere, 307);
    // React Router requests a route's data under <path>.data: same rules, never cached.
    const kept = dev ? undefined : keyOf(url);
    if (!kept) {
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      const page = await store(await render(request, url), encoding ? [encoding] : []);
      return send(request, reply, page, url.pathname.endsWith(".data"));
    }
    const page = cache.peek(kept.key);
    ctx.metrics.pageAsked(page !== undefined);
    return send(
      request,
      reply,
      page ?? (await cache.get(kept.key, () => render(request, kept.url))),
      false,
    );
  });
}

/** Maps the path of a page to its route pattern: "/book/:id"; undefined for unknown paths. */
function pagePatterns(routes: ServerBuild["routes"]): (path: string) => string | undefined {
  const known = new Set<string>();
  for (let route of Object.values(routes)) {
    let path = "";
    for (; route; route = routes[route.parentId ?? ""]) path = `${route.path ?? ""}/${path}`;
    const whole = `/${path.split("/").filter(Boolean).join("/")}`.replace(/:\w+/g, ":id");
    known.add(whole.replaceAll("?", "")).add(whole.replace(/\/[^/]+\?/g, "") || "/");
  }
  return (path) => {
    const named =
      path.replace(/\.data$|\/$/, "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id") || "/";
    return [named, named.replace(/[^/]+$/, ":id")].find((each) => known.has(each));
  };
}

function keyOf(url: URL): { key: string; url: URL } | undefined {
  const rule = KEPT.find(({ path }) => path.test(url.pathname));
  if (!rule || NEVER_KEPT.some((name) => url.searchParams.has(name))) return undefined;
  const known = new URL(url.pathname, url);
  for (const [name, isKnown] of Object.entries(rule.parameters)) {
    // Sorted and without duplicates, so that equal searches share a key.
    const values = [...new Set(url.searchParams.getAll(name).filter(Boolean))].toSorted();
    if (!values.every(isKnown)) return undefined;
    for (const value of values) known.searchParams.append(name, value);
  }
  if (known.searchParams.size > MOST_PARAMETERS) return undefined;
  return { key: known.pathname + known.search, url: known };
}

async function renderPage(
  app: FastifyInstance,
  loadBuild: LoadBuild,
  request: FastifyRequest,
  url: URL,
  {
    dev,
    standIns,
    contacts,
    maps,
  }: { dev: boolean; standIns: readonly string[]; contacts: Contacts; maps: MapSettings },
): Promise<Rendered> {
  const build = await loadBuild();
  const entry = build.entry.module as unknown as WebEntry;
  const nonce = randomBytes(16).toString("base64url");
  const context = new RouterContextProvider();
  context.set(entry.apiContext, inProcess(app, request));
  context.set(entry.nonceContext, dev ? undefined : nonce);
  context.set(entry.standInsContext, standIns);
  context.set(entry.contactsContext, contacts);
  context.set(entry.mapContext, maps);
  let isBusy = false;
  const failed = (error: unknown): void => {
    // The API has answered a loader with "busy".
    isBusy ||= (error as { code?: string }).code === "busy";
    // A refusal by admission control is no error, and the request's log line shows the 503.
    request.log[isBusy ? "debug" : "error"]({ err: error }, "page failed");
  };
  context.set(entry.faultContext, failed);
  let page: RenderedPage | undefined;
  context.set(entry.pageContext, (rendered) => void (page = rendered));
  const headers = new Headers({
    accept: request.headers.accept ?? "text/html",
    "user-agent": request.headers["user-agent"] ?? "",
  });
  const response = await handlerOf(build, dev)(new Request(url, { headers }), context);
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
  const { parts, csp } = sealScripts([page.head, page.scripts], nonce, mapHosts(maps));
  return {
    status,
    headers: { ...passed, "content-security-policy": csp },
    html: together(parts[0]!, parts[1]!),
  };
}

const handlers = new WeakMap<ServerBuild, RequestHandler>();
/** Cached, because creating a handler takes longer than matching a route. */
function handlerOf(build: ServerBuild, dev: boolean): RequestHandler {
  const handler =
    handlers.get(build) ?? createRequestHandler(build, dev ? "development" : "production");
  handlers.set(build, handler);
  return handler;
}

/**
 * Lets loaders call the API in-process through the same routes and hooks as the browser. Their
 * requests count for the visitor's address.
 */
const inProcess =
  (app: FastifyInstance, request: FastifyRequest) =>
  async (path: string): Promise<Response> => {
    const headers = { accept: "application/json", host: request.host };
    const answer = await withinRequest(request, () =>
      app.inject({ method: "GET", url: path, headers, remoteAddress: request.ip }),
    );
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { "content-type": String(answer.headers["content-type"] ?? "") },
    });
  };

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
  isData: boolean,
): FastifyReply {
  reply.headers(page.headers).header("vary", "accept-encoding");
  if (page.status === 503) reply.header("retry-after", String(RETRY_SECONDS));
  // Browsers revalidate each time and get 304. A page without status 200 is not stored anywhere.
  if (page.status !== 200 || isData) reply.header("cache-control", "no-store");
  else {
    reply.header("cache-control", "no-cache").header("etag", page.etag);
    if (isUnchanged(request.headers["if-none-match"], page.etag)) return reply.code(304).send();
  }
  reply.code(page.status);
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  const packed = encoding && page.packed[encoding];
  return packed ? reply.header("content-encoding", encoding).send(packed) : reply.send(page.html);
}

async function mountBuild(app: FastifyInstance): Promise<LoadBuild> {
  const client = join(PROJECT_ROOT, "build/client");
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(client, "assets"));
      void reply.header(
        "cache-control",
        hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
  const build = import(
    pathToFileURL(join(PROJECT_ROOT, "build/server/index.js")).href
  ) as Promise<ServerBuild>;
  return () => build;
}

async function mountVite(
  app: FastifyInstance,
  isApi: (path: string) => boolean,
): Promise<LoadBuild> {
  const { createServer } = await import("vite");
  const ours = process.listeners("SIGTERM");
  const vite = await createServer({
    root: PROJECT_ROOT,
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: "custom",
  });
  // A compiler within Vite ends the process on SIGTERM by itself, which would leave PostgreSQL
  // running.
  for (const listener of process.listeners("SIGTERM"))
    if (!ours.includes(listener)) process.off("SIGTERM", listener);
  app.addHook("onRequest", (request, reply, next) => {
    // Vite serves only reads; form posts go to Fastify.
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || isApi(request.url.split("?")[0] ?? "") || request.headers["x-page"])
      return next();
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => void servePage(request, reply));
  });
  // Vite has the raw response by now, so what it does not serve is written to it directly.
  const servePage = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const answer = await app.inject({
      method: "GET",
      url: request.url,
      headers: { accept: "text/html", "x-page": "1", host: request.host },
      remoteAddress: request.ip,
    });
    reply.raw.writeHead(answer.statusCode, answer.headers as never).end(answer.rawPayload);
  };
  app.addHook("onClose", () => vite.close());
  return () =>
    vite.ssrLoadModule(
      "virtual:react-router/server-build",
    ) as Promise<unknown> as Promise<ServerBuild>;
}
