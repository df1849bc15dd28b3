// The nginx of deploy/ in front of two processes, if nginx is installed. Photos and sockets pass,
// operator endpoints stay internal, and replaced or killed processes lose no request.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import { WebSocket } from "ws";
import { PROBLEMS, problemSchema } from "../src/contract/problem.ts";
import { MAX_PHOTO_MEGABYTES } from "../src/domain/listing/photo.ts";
import { DEMO_PASSWORD } from "../src/server/demo/index.ts";
import type { ApiResponse } from "./api-responses.ts";
import { arrangeNginx, CDN, hasNginx, type Nginx } from "./nginx.ts";
import { photoName } from "./photos.ts";
import { steadyPort } from "./ports.ts";
import { endLeftovers, type Program } from "./process.ts";
import { startSeveral, type Several } from "./several.ts";

/** Keeps a few visitors of one address below the rate limit. */
const PAUSE_MS = 50;

describe.runIf(hasNginx)("behind nginx", () => {
  let nginx: Nginx;
  let several: Several;
  let agent: Agent;

  beforeAll(async () => {
    const ports = [await steadyPort(), await steadyPort()];
    nginx = await arrangeNginx(ports);
    // One connection per request: nginx's reload may close an idle one just as it is reused. A
    // browser then retries by itself (RFC 9112 9.3.1), or is notified beforehand (HTTP/2).
    agent = new Agent({ ca: nginx.certificate, keepAlive: false });
    several = await startSeveral({
      nodes: 2,
      ports,
      env: { PUBLIC_URL: nginx.url, DRAIN_SECONDS: "10" },
    });
    await nginx.start();
  });
  afterAll(async () => {
    agent?.destroy();
    await nginx?.close();
    await several?.close();
    await endLeftovers();
  });

  async function ask(
    path: string,
    { method = "GET", body = "" as string | Buffer, headers = {}, by = agent } = {},
  ) {
    const asked = request(nginx.url + path, { method, agent: by, headers }).end(body);
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await text(response),
    };
  }
  async function post<const P extends string>(path: P, body: unknown) {
    const headers = { "content-type": "application/json" };
    const response = await ask(path, { method: "POST", body: JSON.stringify(body), headers });
    return { ...response, body: JSON.parse(response.body) as ApiResponse<"POST", P> };
  }
  const signIn = async (email: string): Promise<string> =>
    (await post("/auth/v1/token?grant_type=password", { email, password: DEMO_PASSWORD })).body
      .access_token;

  it("redirects to TLS and keeps the operator's endpoints internal", async () => {
    const { status, headers } = await fetch(`${nginx.plainUrl}/browse?island=abaco`, {
      redirect: "manual",
    });
    expect([status, headers.get("location")]).toEqual([
      308,
      "https://localhost/browse?island=abaco",
    ]);
    expect((await ask("/healthz")).status).toBe(200);
    for (const path of ["/readyz", "/metrics"]) expect((await ask(path)).status, path).toBe(404);
    const home = await ask("/");
    expect(home.status).toBe(200);
    expect(home.headers["strict-transport-security"]).toBeDefined();
  });

  it("passes photos that the program accepts, and leaves refusing larger ones to the program", async () => {
    const headers = {
      authorization: `Bearer ${await signIn("host@caydrive.test")}`,
      "content-type": "image/jpeg",
    };
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const photo = await sharp({
      create: { width: 3000, height: 2000, channels: 3, background: "#000", noise },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(4e6);
    const path = () => `/storage/v1/object/car-images/${photoName()}`;
    expect(await ask(path(), { method: "POST", headers, body: photo })).toMatchObject({
      status: 200,
    });
    const tooLarge = Buffer.concat([
      photo,
      Buffer.alloc((MAX_PHOTO_MEGABYTES + 1) * 1e6 - photo.length),
    ]);
    const refused = await ask(path(), { method: "POST", headers, body: tooLarge });
    expect([refused.status, refused.headers["content-type"]]).toEqual([
      413,
      "application/json; charset=utf-8",
    ]);
  });

  it("passes sockets, and takes a visitor's address only from nginx", async () => {
    const url = `${nginx.url.replace("https", "wss")}/realtime/v1/websocket?apikey=public&vsn=2.0.0`;
    const socket = new WebSocket(url, { ca: nginx.certificate, origin: nginx.url });
    await once(socket, "open");
    socket.send(JSON.stringify([null, "1", "phoenix", "heartbeat", {}]));
    const [response] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(response.toString())).toMatchObject([
      null,
      "1",
      "phoenix",
      "phx_reply",
      { status: "ok" },
    ]);
    socket.terminate();
    // A visitor who claims a different address each time still counts as one.
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 60 && statuses.at(-1) !== 429; attempt++) {
      const body = JSON.stringify({
        email: `nobody-${attempt}@caydrive.test`,
        password: "not-this-one",
      });
      const headers = {
        "content-type": "application/json",
        "x-forwarded-for": `198.51.100.${attempt}`,
      };
      statuses.push(
        (await ask("/auth/v1/token?grant_type=password", { method: "POST", headers, body })).status,
      );
    }
    expect(statuses.at(-1)).toBe(429);
  });

  /** @returns how often each status came while `work` ran; "later" for overload or a reached
   *  limit, or the reason if there was no response */
  async function meanwhile(visits: (() => ReturnType<typeof ask>)[], work: () => Promise<void>) {
    const responses = new Map<number | string, number>();
    const over = new AbortController();
    const visitors = visits.map(async (visit) => {
      while (!over.signal.aborted) {
        const response = await visit().then(
          ({ status, headers }) => (headers["retry-after"] ? "later" : status),
          (error: unknown) => String(error),
        );
        responses.set(response, (responses.get(response) ?? 0) + 1);
        await sleep(PAUSE_MS);
      }
    });
    await work();
    over.abort();
    await Promise.all(visitors);
    return responses;
  }
  const lost = (responses: Map<number | string, number>) =>
    [...responses.keys()].filter((each) => each !== 200 && each !== "later");
  const reads = ["/", "/browse", "/api/listings", "/about"].map((path) => () => ask(path));
  const write = () => {
    const headers = { "content-type": "application/json" };
    return ask("/auth/v1/recover", {
      method: "POST",
      headers,
      body: '{"email":"nobody@caydrive.test"}',
    });
  };
  const getPort = ({ url }: Program): number => Number(new URL(url).port);

  it("loses no request while processes are replaced one by one", async () => {
    const before = [...several.nodes];
    const responses = await meanwhile([...reads, write], async () => {
      for (const node of before) {
        await nginx.leaveOut(getPort(node), true);
        expect(await several.end(node)).toBe(0);
        await several.start(getPort(node));
        await nginx.leaveOut(getPort(node), false);
      }
    });
    expect(lost(responses), nginx.errors()).toEqual([]);
    expect(responses.get(200)).toBeGreaterThan(50);
  });

  it.each([
    ["address", () => "198.51.100.7", "198.51.100.8"],
    ["network of a subscriber", (n: number) => `2001:db8:1:2::${n + 1}`, "2001:db8:1:3::1"],
  ])(
    "limits a flood from one %s across all processes, and no other client",
    async (_, visitor, other) => {
      const by = new Agent({
        ca: nginx.certificate,
        keepAlive: true,
        maxSockets: 20,
        localAddress: CDN,
      });
      // The processes themselves do not limit this endpoint.
      const visit = (from: string) => ask("/healthz", { by, headers: { "x-visitor": from } });
      const refused: Awaited<ReturnType<typeof ask>>[] = [];
      const flood = async (n: number): Promise<void> => {
        for (let sent = 0; sent < 250 && refused.length === 0; sent++) {
          const response = await visit(visitor(n));
          if (response.status !== 200) refused.push(response);
        }
      };
      await Promise.all(Array.from({ length: 20 }, (__, n) => flood(n)));
      const [first] = refused;
      expect(first).toMatchObject({
        status: 429,
        headers: { "retry-after": "10", "cache-control": "no-store" },
      });
      const body: unknown = JSON.parse(first?.body ?? "");
      const problem = problemSchema.parse(body);
      const forClients = {
        error_code: "over_request_rate_limit",
        statusCode: "429",
        error: "rate_limited",
      };
      expect(body).toMatchObject({ ...forClients, message: problem.detail });
      expect(problem).toMatchObject({ code: "rate_limited", title: PROBLEMS.rate_limited.title });
      expect((await visit(other)).status).toBe(200);
      by.destroy();
    },
  );

  it("loses no page when a process is killed", async () => {
    const [node] = several.nodes;
    const responses = await meanwhile(reads, async () => {
      await several.end(node!, "SIGKILL");
      await several.start(getPort(node!));
    });
    expect(lost(responses), nginx.errors()).toEqual([]);
  });
});
