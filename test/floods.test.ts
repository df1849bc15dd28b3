// Malicious bodies and sockets: they are refused or cut off, and no other client has to wait.
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { makePerson, type Person } from "./factories.ts";
import { send } from "./fuzz.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { photoName, scene } from "./photos.ts";
import { makePath, readDescription, type Operation } from "./requests.ts";

const UUID = "11111111-1111-4111-8111-111111111111";

let app: TestApp;
let person: Person;
let operations: Operation[];
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  ({ operations } = readDescription((await app.call("GET", "/api/openapi.json")).body));
});
beforeEach(async () => {
  person = await makePerson(app, { roles: ["renter", "host", "admin"] });
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});
/** With a UUID for each id parameter, or the first allowed word for an enum. */
const address = (operation: Operation): string =>
  makePath(
    operation,
    Object.fromEntries(
      operation.parameters.map(({ name, schema }) => [name, String(schema.enum?.[0] ?? UUID)]),
    ),
  );
/** auth-js and storage-js may send fields that nothing reads. */
const isLenient = ({ path }: Operation): boolean => /^\/(auth|storage)\/v1\//.test(path);

describe("a malicious body", () => {
  const bombs: [string, string | Buffer, Record<string, string>][] = [
    ["a quarter of a million nested arrays", "[".repeat(250_000) + "]".repeat(250_000), {}],
    [
      "one hundred and fifty thousand nested objects",
      `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`,
      {},
    ],
    [
      "sixty thousand fields",
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`f${n}`, n]))),
      {},
    ],
    ["a number of a million digits", `{"amount":${"9".repeat(990_000)}}`, {}],
    ["the same field repeatedly", `{${'"a":1,'.repeat(150_000)}"a":1}`, {}],
    ["more bytes than a body may have", `{"a":"${"x".repeat(1_000_001)}"}`, {}],
    [
      "ten megabytes compressed to ten kilobytes",
      gzipSync(Buffer.alloc(10_000_000, 32)),
      { "content-encoding": "gzip" },
    ],
  ];
  test.each(bombs)("%s harms no endpoint that takes a body", async (_what, body, headers) => {
    const takers = operations.filter((operation) => operation.body?.["application/json"]);
    for (const operation of takers) {
      const response = await send(app.url, agent, {
        method: operation.method,
        path: address(operation),
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${person.token}`,
          ...headers,
        },
        body,
      });
      expect(response.status, operation.name).toBeGreaterThanOrEqual(
        isLenient(operation) ? 200 : 400,
      );
      expect(response.status, operation.name).toBeLessThan(500);
    }
    expect((await app.call("GET", "/healthz")).status).toBe(200);
  });
});

describe("sockets", () => {
  async function half(text: string, url = app.url): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(text);
    return socket;
  }

  /** Resolves when the connection ends. A reset counts, for example if a character arrived just
   *  after the response. */
  const ended = (socket: Socket): Promise<void> =>
    new Promise((resolve) => socket.once("close", () => resolve()));

  test("five hundred silent or incomplete connections keep no other client waiting", async () => {
    const begun = [
      "",
      "GET /api/li",
      "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
      "POST /auth/v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
    ];
    const sockets = await Promise.all(
      Array.from({ length: 500 }, (_, n) => half(begun[n % begun.length]!)),
    );
    expect((await app.call("GET", "/api/listings")).status).toBe(200);
    expect((await app.call("GET", "/readyz")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect((await app.call("GET", "/api/listings")).status).toBe(200);
  });

  test("cuts off slow bodies and anonymous uploads, but not a host's upload", async () => {
    const hasty = await startTestApp({ requestMs: 2000 });
    const host = await makePerson(hasty, { roles: ["host"] });
    const photo = await scene(400, 300).jpeg().toBuffer();
    const upload = await half(
      `POST /storage/v1/object/car-images/${photoName()} HTTP/1.1\r\nHost: x\r\n` +
        `Authorization: Bearer ${host.token}\r\nContent-Length: ${photo.length}\r\n\r\n`,
      hasty.url,
    );
    upload.write(photo.subarray(0, 100));
    await eventually(() =>
      expect(readdirSync(join(hasty.ctx.config.dataDir, "incoming"))).toHaveLength(1),
    );
    const uploads = operations.filter(
      ({ body }) => body && !body["application/json"] && "image/jpeg" in body,
    );
    expect(uploads.length).toBeGreaterThanOrEqual(7); // those that there were when this was written
    const begun = [
      "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
      "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n",
      "POST /auth/v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n{",
      ...uploads.map(
        (each) =>
          `${each.method.toUpperCase()} ${address(each)} HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n`,
      ),
    ];
    await Promise.all(
      begun.map(async (text) => {
        const socket = await half(text, hasty.url);
        const more = setInterval(() => socket.write("x"), 50);
        await ended(socket.resume());
        clearInterval(more);
      }),
    );
    upload.write(photo.subarray(100));
    const [response] = (await once(upload, "data")) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 200 /);
    upload.destroy();
    await hasty.close();
  });

  test.each([
    [
      "two lengths",
      "POST /api/listings HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nabcd",
    ],
    [
      "a length and chunks",
      "POST /api/listings HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "chunks under another name",
      "POST /api/listings HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "endless headers",
      `GET /healthz HTTP/1.1\r\nHost: x\r\n${`X-More: ${"x".repeat(1000)}\r\n`.repeat(40)}\r\n`,
    ],
    ["no HTTP", "\u0016\u0003\u0001\u0002\u0000\u0001"],
  ])("%s ends the connection with an error that reveals nothing", async (_what, text) => {
    const socket = await half(text);
    let response = "";
    socket.on("data", (chunk: Buffer) => (response += chunk.toString()));
    await ended(socket);
    expect(response).toMatch(/^HTTP\/1\.1 4(00|31) /);
    expect(response.split("HTTP/1.1 ")).toHaveLength(2);
    expect(response).not.toMatch(/fastify|node|\bat \S+:\d+|HPE_/i);
  });
});
