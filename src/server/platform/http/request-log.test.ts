// Tests how inner and aborted requests are logged and counted.
import Fastify, { LogController, type FastifyBaseLogger, type FastifyRequest } from "fastify";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { startTestApp } from "../../../../test/harness.ts";
import { captureLog } from "../../../../test/log-lines.ts";
import type { Answered } from "../observability/metrics.ts";
import { installRequestLog, requestIds, withinRequest } from "./request-log.ts";

async function open() {
  const { log, lines } = captureLog();
  const reported: Answered[] = [];
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds({ trustedProxies: 0 } as never),
  });
  installRequestLog(server, (answered) => void reported.push(answered));
  const part = async (request: FastifyRequest) => {
    request.log.info("in the part");
    return request.id;
  };
  server.route({ method: "GET", url: "/part/:id", handler: part });
  const whole = async (request: FastifyRequest) => {
    const response = await withinRequest(request, () =>
      server.inject({ method: "GET", url: "/part/7?token=x" }),
    );
    request.log.info("in the whole");
    return { whole: request.id, part: response.body };
  };
  server.route({ method: "POST", url: "/whole", handler: whole });
  server.get(
    "/slow",
    (_request, reply) =>
      new Promise((done) => void reply.raw.once("close", () => done("too late"))),
  );
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  return { server, url, lines, reported };
}

test("gives an inner request the outer id, logs it only at debug level and does not count it", async () => {
  const { server, url, lines, reported } = await open();
  const headers = { "content-type": "application/json" };
  const ids = await (
    await fetch(`${url}/whole`, { method: "POST", headers, body: '{"a": 1}' })
  ).json();
  expect(ids.part).toBe(ids.whole);
  for (const msg of ["in the part", "in the whole"])
    expect(lines({ msg })).toMatchObject([{ request_id: ids.whole }]);
  await eventually(() =>
    expect(reported).toMatchObject([{ method: "POST", route: "/whole", status: 200 }]),
  );
  expect(lines({ msg: "request", level: 30 })).toMatchObject([
    { route: "/whole", request_id: ids.whole },
  ]);
  expect(lines({ msg: "request", level: 20 })).toMatchObject([
    { route: "/part/:id", status: 200, request_id: ids.whole },
  ]);
  await server.close();
});

test("reports a request whose client does not wait as 499", async () => {
  const { server, url, reported } = await open();
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1", () => {
    socket.write("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n", () =>
      setImmediate(() => socket.destroy()),
    );
  });
  await eventually(() => expect(reported).toMatchObject([{ route: "/slow", status: 499 }]));
  await server.close();
});

test("logs no error when a client disconnects in the middle of a body", async () => {
  const { log, lines } = captureLog();
  const app = await startTestApp({ log });
  const { port } = new URL(app.url);
  const socket = connect(Number(port), "127.0.0.1", () => {
    const head =
      "POST /functions/v1/verify-booking-payment HTTP/1.1\r\nhost: x\r\ncontent-type: application/json";
    socket.write(`${head}\r\ncontent-length: 99\r\n\r\n{`, () =>
      setTimeout(() => socket.destroy(), 50),
    );
  });
  await eventually(() => expect(lines({ msg: "request", status: 499 })).toHaveLength(1));
  expect(lines({ level: 50 })).toEqual([]);
  await app.close();
});
