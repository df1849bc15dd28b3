// The Prometheus endpoint: GET /metrics with METRICS_TOKEN, or on a separate port that visitors
// cannot reach. Without either setting there is none.
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../context.ts";
import { StartError } from "../start-error.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares in constant time. */
const isAllowed = (authorization: string | undefined, token: string | undefined): boolean =>
  token === undefined || timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));

/** Mounts it on the instance's own port, unless METRICS_PORT is set. */
export function mountMetrics(
  app: FastifyInstance,
  { config, metrics }: Pick<Ctx, "config" | "metrics">,
): void {
  const { token, port } = config.metrics;
  if (token === undefined || port !== undefined) return;
  app.get("/metrics", async (request, reply) => {
    if (!isAllowed(request.headers.authorization, token)) throw new DomainError("unauthenticated");
    const { text, contentType } = await metrics.write();
    return reply.header("cache-control", "no-store").type(contentType).send(text);
  });
}

/**
 * Serves metrics on METRICS_PORT.
 * @returns undefined without METRICS_PORT.
 * @throws StartError when the port is in use.
 */
export async function serveMetrics({
  config,
  metrics,
  log,
}: Pick<Ctx, "config" | "log" | "metrics">): Promise<Server | undefined> {
  const { token, port, host } = config.metrics;
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics")
      return response.writeHead(404).end();
    if (!isAllowed(request.headers.authorization, token)) return response.writeHead(401).end();
    metrics
      .write()
      .then(({ text, contentType }) =>
        response.writeHead(200, { "content-type": contentType }).end(text),
      )
      .catch((error: unknown) => {
        log.error({ err: error }, "metrics");
        response.destroy();
      });
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      failed(
        new StartError(
          `METRICS_PORT ${port} on ${host} can't be used: ${error.code ?? error.message}.`,
        ),
      ),
    );
    server.listen(port, host, listening);
  });
  return server;
}
