// Requests that arrive slowly: cut off, but for those that bring a photo.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endpoints } from "../../contract/index.ts";
import { installBodyTimeout } from "./request-limit.ts";

const LIMIT_MS = 200;
let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  installBodyTimeout(app, LIMIT_MS);
  app.post("/*", (request, reply) => reply.send(request.body));
  port = Number(new URL(await app.listen({ port: 0 })).port);
});
afterEach(() => app.close());

async function begin(path: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`);
  return socket;
}

test.each(endpoints.filter(({ file }) => file))("a file for $path has more time", async ({ path }) => {
  const [slow, file] = await Promise.all(["/api/bookings", path.replace(/\{\w+\}/g, "a")].map(begin));
  await once(slow!, "close");
  file?.write("cd");
  expect(await Promise.race([once(file!, "data"), once(file!, "close")])).toMatchObject([expect.any(Buffer)]);
});

test("a body that takes too long ends its connection; one that comes in time, and a photo's, do not", async () => {
  const [slow, inTime, photo] = await Promise.all(
    ["/api/bookings", "/api/bookings", "/storage/v1/object/car-images/a.jpg"].map(begin),
  );
  inTime?.write("cd");
  const [answer] = (await once(inTime!, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*abcd$/);
  await once(slow!, "close");
  photo?.write("cd");
  const [late] = (await once(photo!, "data")) as [Buffer];
  expect(late.toString()).toMatch(/^HTTP\/1\.1 200 /);
});
