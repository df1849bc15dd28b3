// The baseline for cached pages: a Fastify app with one route, which sends the given bytes.
import Fastify from "fastify";

export interface BarePage {
  path: string;
  headers: Record<string, string>;
  bodyBase64: string;
}

process.once("message", async ({ path, headers, bodyBase64 }: BarePage) => {
  const body = Buffer.from(bodyBase64, "base64");
  const app = Fastify();
  app.get(path, (_request, reply) => reply.headers(headers).send(body));
  process.send?.({ url: await app.listen({ port: 0, host: "127.0.0.1" }) });
});
process.once("disconnect", () => process.exit(0));
