// Other sites for tests: local servers under names that only the test's network resolves.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Network } from "../src/server/platform/http/public-fetch.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A network that resolves a few names and allows only feeds.test to reach this machine. */
export function siteNetwork(): Network {
  const names: Record<string, string> = {
    "feeds.test": "127.0.0.1",
    "inside.test": "::1",
    "metadata.test": "169.254.169.254",
  };
  return {
    trusted: new Set(["feeds.test"]),
    resolve: async (host) => {
      const address = names[host];
      if (address === undefined) throw new Error(`no such host: ${host}`);
      return [{ address, family: address.includes(":") ? 6 : 4 }];
    },
  };
}

/** A server that the network reaches only as feeds.test; it refuses any other address of this
 *  machine. */
export async function startSite() {
  const pages = new Map<string, Handler>();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const page = pages.get(request.url ?? "");
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    network: siteNetwork(),
    port,
    requests,
    url: (path: string) => `http://feeds.test:${port}${path}`,
    /** Sets the response of a path. */
    serve: (path: string, respond: Handler) => void pages.set(path, respond),
    text(path: string, body: string, headers: Record<string, string> = {}) {
      pages.set(path, (_request, response) =>
        response
          .writeHead(200, { "content-type": "text/calendar; charset=utf-8", ...headers })
          .end(body),
      );
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type TestSite = Awaited<ReturnType<typeof startSite>>;
