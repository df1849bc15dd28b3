// Cached /browse, compressed with brotli, against a bare Fastify that sends the same bytes and
// headers.
import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import type { BarePage } from "../bare-fastify.ts";
import { compare, drive } from "../load-clients.ts";
import { perSecond, row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const PATH = "/browse";
const CONNECTIONS = 20;
/** Headers that every server adds by itself. */
const CONNECTION_HEADERS = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
]);

interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const fetchBrotli = (url: string): Promise<PageResponse> =>
  new Promise((done, failed) => {
    const request = get(url, { headers: { "accept-encoding": "br" }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const headers = Object.entries(response.headers).map(([name, value]) => [
          name,
          String(value),
        ]);
        done({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(headers),
          body: Buffer.concat(chunks),
        });
      });
    });
    request.once("error", failed);
  });

export async function measureBrowse(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.demoDatabase());
  const page = await fetchBrotli(program.url + PATH);
  if (page.status !== 200 || page.headers["content-encoding"] !== "br")
    throw new Error(
      `${PATH} returned ${page.status}, ${page.headers["content-encoding"] ?? "uncompressed"}`,
    );

  const child = fork(join(import.meta.dirname, "../bare-fastify.ts"));
  try {
    const headers = Object.fromEntries(
      Object.entries(page.headers).filter(([name]) => !CONNECTION_HEADERS.has(name)),
    );
    child.send({
      path: PATH,
      headers,
      bodyBase64: page.body.toString("base64"),
    } satisfies BarePage);
    const [{ url: bareUrl }] = (await once(child, "message")) as [{ url: string }];
    const bare = await fetchBrotli(bareUrl + PATH);
    const [ours, theirs] = [page, bare].map((response) =>
      Object.keys(response.headers).toSorted().join(),
    );
    if (!bare.body.equals(page.body) || ours !== theirs)
      throw new Error("the bare server sends a different response");

    const load = (url: string) => () =>
      drive({
        url: url + PATH,
        connections: CONNECTIONS,
        duration: stage.quick ? 1 : 5,
        headers: { "accept-encoding": "br" },
      });
    await load(program.url)();
    await load(bareUrl)();
    const result = await compare(load(program.url), load(bareUrl));
    return [
      row("cached /browse over bare Fastify", [">=", 0.7], result.ratio, {
        detail: `${perSecond(result.ours)} over ${perSecond(result.bare)} requests/s of ${page.body.length} bytes`,
      }),
    ];
  } finally {
    child.disconnect();
    await program.end("SIGTERM");
  }
}
