// A minimal reverse proxy in front of several nodes that loses no request: each request and socket
// goes to the next ready node, and to another if that one did not accept it.
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";

export interface Proxy {
  url: string;
  /** Adds a node behind the proxy. */
  add(url: string): void;
  remove(url: string): void;
  /** From now on, skips each node whose /readyz fails. */
  watchReadiness(everyMs: number): void;
  close(): Promise<void>;
}

/** Specific to one connection, so never forwarded (RFC 9110 7.6.1). */
const HOP_BY_HOP = /^(connection|keep-alive)$/i;
/** Without a timeout of its own, the agent ignores the server's, and reuses connections that are
 *  about to close. */
const IDLE_MS = 60_000;
const NOT_TAKEN = new Set(["ECONNREFUSED", "EPIPE"]);

/** Alternating names and values, as in rawHeaders. */
const passedOn = (headers: readonly string[]): string[] =>
  headers.filter((_, n) => !HOP_BY_HOP.test(headers[n - (n % 2)]!));

/** @param hold delays the request of a path for as long as its promise is pending */
export async function startProxy(
  port = 0,
  hold?: (path: string) => Promise<void> | undefined,
): Promise<Proxy> {
  const nodes = new Set<string>();
  const away = new Set<string>();
  let next = 0;
  let watch: NodeJS.Timeout | undefined;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

  /** The ready nodes, the next one first. All if none is, because slow nodes answer probes late. */
  const inTurn = (): URL[] => {
    const ready = [...nodes].filter((url) => !away.has(url));
    const usable = ready.length > 0 ? ready : [...nodes];
    const first = next++ % Math.max(1, usable.length);
    return [...usable.slice(first), ...usable.slice(0, first)].map((url) => new URL(url));
  };
  const forwardHeaders = (
    incoming: IncomingMessage,
  ): Record<string, string | string[] | undefined> => {
    const before = incoming.headers["x-forwarded-for"];
    const from = incoming.socket.remoteAddress ?? "";
    return { ...incoming.headers, "x-forwarded-for": [before ?? [], from].flat().join(", ") };
  };

  const hand = (
    incoming: IncomingMessage,
    response: ServerResponse,
    [node, ...others]: URL[],
  ): void => {
    if (!node) return void response.writeHead(503, { "retry-after": "1" }).end();
    const { method, url: path } = incoming;
    const onward = request({
      host: node.hostname,
      port: node.port,
      method,
      path,
      headers: forwardHeaders(incoming),
      agent,
    });
    onward.once("socket", (socket) => {
      if (socket.connecting) socket.once("connect", () => incoming.pipe(onward));
      else incoming.pipe(onward);
    });
    onward.once("response", (from) => {
      response.writeHead(from.statusCode ?? 502, passedOn(from.rawHeaders));
      from.pipe(response);
      from.once("error", () => response.destroy());
      // The node refused before the request was complete. Closing a connection with unread data
      // would lose the response.
      from.once("end", () => {
        if (incoming.complete) return;
        incoming.unpipe(onward).resume();
        onward.destroy();
      });
    });
    onward.once("error", (error: NodeJS.ErrnoException) => {
      if (
        NOT_TAKEN.has(error.code ?? "") &&
        !response.headersSent &&
        incoming.readableFlowing === null
      )
        hand(incoming, response, others);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once("close", () => response.writableFinished || onward.destroy());
  };

  const server = createServer(async (incoming, response) => {
    await hold?.(incoming.url ?? "");
    hand(incoming, response, inTurn());
  });
  server.on("upgrade", (incoming, socket, head) => {
    const [node] = inTurn();
    if (!node) return void socket.destroy();
    const onward = connect(Number(node.port), node.hostname, () => {
      const lines = Object.entries(forwardHeaders(incoming)).flatMap(([name, value]) =>
        [value ?? []].flat().map((each) => `${name}: ${each}`),
      );
      onward.write([`${incoming.method} ${incoming.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as { port: number };

  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url) => void nodes.add(url),
    remove: (url) => void nodes.delete(url),
    watchReadiness(everyMs) {
      watch = setInterval(() => {
        for (const url of nodes)
          void fetch(`${url}/readyz`, { signal: AbortSignal.timeout(everyMs * 2) })
            .then(({ ok }) => ok)
            .catch(() => false)
            .then((ready) => void (ready ? away.delete(url) : away.add(url)));
      }, everyMs);
    },
    async close() {
      clearInterval(watch);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      agent.destroy();
    },
  };
}
