// Serves the pages: React Router's build behind Fastify. cached-pages.ts says which are cached.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../context.ts";
import { openAdmissionQueue, RENDERS, RETRY_SECONDS } from "../http/admission-control.ts";
import { sendProblem, toProblem } from "../http/http.ts";
import { chooseEncoding, isUnchanged } from "../http/negotiation.ts";
import { rightAddress } from "../http/origin.ts";
import { findCacheKey } from "./cached-pages.ts";
import { mountBuild, mountVite } from "./page-builds.ts";
import { store, type PageCache, type Rendered, type StoredPage } from "./page-cache.ts";
import { renderPage } from "./render-page.ts";

export interface PageOptions {
  dev: boolean;
  /** The local substitutes that the banner names. */
  standIns: readonly string[];
  isApi: (path: string) => boolean;
}

export async function mountPages(
  app: FastifyInstance,
  ctx: Pick<Ctx, "config" | "metrics" | "publicUrl">,
  cache: PageCache,
  { dev, isApi, standIns }: PageOptions,
): Promise<void> {
  const map = {
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
          cache,
          standIns,
          contacts: ctx.config.contacts,
          map,
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
    const cached = dev ? undefined : findCacheKey(url);
    if (!cached) {
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      const page = await store(await render(request, url), encoding ? [encoding] : []);
      return send(request, reply, page, url.pathname.endsWith(".data"));
    }
    const page = cache.peek(cached.key);
    ctx.metrics.pageAsked(page !== undefined);
    return send(
      request,
      reply,
      page ?? (await cache.get(cached.key, () => render(request, cached.url))),
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
