// A shared cache far away from the program, like a CDN. It stores what may be stored and
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
  isCaching: boolean;
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

/** @param roundTripMs the round-trip time of each request to the program */
export async function startCdn(origin: string, roundTripMs: number): Promise<Cdn> {
  const cache = new Map<string, CachedResponse>();
  const agent = new Agent({ keepAlive: true });
  let sum = { requests: 0, bytes: 0 };
  const forward = async (
    incoming: IncomingMessage,
    known: CachedResponse | undefined,
  ): Promise<CachedResponse> => {
    const { host, "accept-encoding": encoding, accept, "user-agent": userAgent } = incoming.headers;
    const headers = { host, "accept-encoding": encoding, accept, "user-agent": userAgent };
    const etag = known?.headers.etag ?? incoming.headers["if-none-match"];
    const onward = request(origin + incoming.url, {
      agent,
      headers: { ...headers, ...(etag && { "if-none-match": etag }) },
    });
    await sleep(roundTripMs);
    const [response] = (await once(onward.end(), "response")) as [IncomingMessage];
    const body = await buffer(response);
    sum = { requests: sum.requests + 1, bytes: sum.bytes + body.length };
    return { status: response.statusCode ?? 502, headers: response.headers, body };
  };
  const server = createServer(async (incoming, response) => {
    if (incoming.method !== "GET")
      throw new Error(`${incoming.method} ${incoming.url}: the benchmark sends only GET requests`);
    const key = `${incoming.url} ${incoming.headers["accept-encoding"]}`;
    const known = cdn.isCaching ? cache.get(key) : undefined;
    let served = known && isFresh(known.headers) ? known : await forward(incoming, known);
    if (known && served.status === 304) served = known;
    if (cdn.isCaching && isCacheable(served)) cache.set(key, served);
    const isSame =
      served.headers.etag !== undefined &&
      incoming.headers["if-none-match"] === served.headers.etag;
    response
      .writeHead(isSame ? 304 : served.status, served.headers)
      .end(isSame ? undefined : served.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const cdn: Cdn = {
    isCaching: false,
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
