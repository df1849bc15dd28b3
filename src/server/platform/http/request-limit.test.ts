// Tests that slow request bodies are cut off unless they are allowed to be slow.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { allowSlowBody, installBodyTimeout } from "./request-limit.ts";

const LIMIT_MS = 1000;
let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  installBodyTimeout(app, LIMIT_MS);
  const slow = { preParsing: async (request: FastifyRequest) => allowSlowBody(request) };
  app.post("/file", slow, (request, reply) => reply.send(request.body));
  app.post("/*", (request, reply) => reply.send(request.body));
  port = Number(new URL(await app.listen({ port: 0 })).port);
});
afterEach(() => app.close());

async function begin(path: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`,
  );
  return socket;
}

test("closes the connection of a slow body, but not of one in time or one that may be slow", async () => {
  const [slow, inTime, file] = await Promise.all(
    ["/api/bookings", "/api/bookings", "/file"].map(begin),
  );
  inTime?.write("cd");
  const [response] = (await once(inTime!, "data")) as [Buffer];
  expect(response.toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*abcd$/);
  await once(slow!, "close");
  file?.write("cd");
  const [late] = (await once(file!, "data")) as [Buffer];
  expect(late.toString()).toMatch(/^HTTP\/1\.1 200 /);
});
