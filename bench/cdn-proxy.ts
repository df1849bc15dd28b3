// A shared cache far in front of the program, like a CDN. It stores what may be stored and
// revalidates what must be (RFC 9111), just enough to measure what the program's headers allow.
import { once } from "node:events";
import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

interface CachedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Cdn {
  url: string;
  /** Whether it caches anything. If false, it only adds the latency. */
  keeps: boolean;
  /** The requests to the program and the bytes it sent since the last call. */
  take(): { requests: number; bytes: number };
  close(): Promise<void>;
}

const isCacheable = ({ status, headers }: CachedResponse): boolean =>
  status === 200 &&
  headers["set-cookie"] === undefined &&
  !/no-store|private/.test(headers["cache-control"] ?? "no-store") &&
  (isFresh(headers) || headers.etag !== undefined);
const isFresh = (headers: IncomingHttpHeaders): boolean =>
  /immutable/.test(headers["cache-control"] ?? "");

/** @param wayMs the round-trip time of each request to the program */
export async function startCdn(origin: string, wayMs: number): Promise<Cdn> {
  const cache = new Map<string, CachedResponse>();
  const agent = new Agent({ keepAlive: true });
  let sum = { requests: 0, bytes: 0 };
  const ask = async (
    asked: IncomingMessage,
    known: CachedResponse | undefined,
  ): Promise<CachedResponse> => {
    const { host, "accept-encoding": encoding, accept, "user-agent": userAgent } = asked.headers;
    const headers = { host, "accept-encoding": encoding, accept, "user-agent": userAgent };
    const etag = known?.headers.etag ?? asked.headers["if-none-match"];
    const onward = request(origin + asked.url, {
      agent,
      headers: { ...headers, ...(etag && { "if-none-match": etag }) },
    });
    await sleep(wayMs);
    const [response] = (await once(onward.end(), "response")) as [IncomingMessage];
    const body = await buffer(response);
    sum = { requests: sum.requests + 1, bytes: sum.bytes + body.length };
    return { status: response.statusCode ?? 502, headers: response.headers, body };
  };
  const server = createServer(async (asked, response) => {
    if (asked.method !== "GET")
      throw new Error(`${asked.method} ${asked.url}: visitors who only look send none`);
    const key = `${asked.url} ${asked.headers["accept-encoding"]}`;
    const known = cdn.keeps ? cache.get(key) : undefined;
    let shown = known && isFresh(known.headers) ? known : await ask(asked, known);
    if (known && shown.status === 304) shown = known;
    if (cdn.keeps && isCacheable(shown)) cache.set(key, shown);
    const isSame =
      shown.headers.etag !== undefined && asked.headers["if-none-match"] === shown.headers.etag;
    response
      .writeHead(isSame ? 304 : shown.status, shown.headers)
      .end(isSame ? undefined : shown.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const cdn: Cdn = {
    keeps: false,
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    take() {
      const taken = sum;
      sum = { requests: 0, bytes: 0 };
      return taken;
    },
    async close() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return cdn;
}
