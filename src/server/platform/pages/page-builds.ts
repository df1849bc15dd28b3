// Loads the web's build: the finished one, or Vite's in development.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RouterContext, ServerBuild } from "react-router";
import type { PageContexts } from "../../../contract/page-contexts.ts";
import { PROJECT_ROOT } from "../../config.ts";

/** The exports of web/entry.server.tsx, through which server and build share the context keys. */
interface PageEntry {
  contexts: { [K in keyof PageContexts]: RouterContext<PageContexts[K]> };
}
export type PageBuild = ServerBuild & { entry: { module: PageEntry } };
export type LoadBuild = () => Promise<PageBuild>;

export async function mountBuild(app: FastifyInstance): Promise<LoadBuild> {
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
  ) as Promise<PageBuild>;
  return () => build;
}

export async function mountVite(
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
    const response = await app.inject({
      method: "GET",
      url: request.url,
      headers: { accept: "text/html", "x-page": "1", host: request.host },
      remoteAddress: request.ip,
    });
    reply.raw.writeHead(response.statusCode, response.headers as never).end(response.rawPayload);
  };
  app.addHook("onClose", () => vite.close());
  return () =>
    vite.ssrLoadModule(
      "virtual:react-router/server-build",
    ) as Promise<unknown> as Promise<PageBuild>;
}
