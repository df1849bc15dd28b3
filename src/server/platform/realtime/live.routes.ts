// The WebSocket endpoint for live updates: GET /realtime/v1/websocket, in the protocol of
// realtime-js. A socket passes the API's hooks like any request, and authenticates when it joins a
// topic.
import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { WebSocketServer } from "ws";
import { openLive } from "../../../contract/live.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx, User } from "../context.ts";
import type { Authenticate, Router } from "../http/http.ts";
import { listenTo } from "./listen.ts";
import { isOwnOrigin } from "../http/origin.ts";
import { addressKey } from "../http/rate-limit.ts";
import { openConnection, type Connection } from "./connection.ts";
import { openHub } from "./hub.ts";
import { LIVE_CHANNEL, readLiveMessage } from "./publish-live.ts";

/** A join carries an access token of about one kilobyte. */
const MOST_FRAME_BYTES = 8192;
const MOST_SOCKETS = 10_000;
/** Many people may share one address, each with a few tabs. */
const MOST_SOCKETS_OF_ADDRESS = 200;
const CHECK_MS = 1000;
/** How long a socket may take to close before a stopping process terminates it. */
const GOODBYE_MS = 500;

/**
 * Whether a request opens a live socket. Node handles upgrade requests for other paths as ordinary
 * requests.
 */
export const isSocketRequest = ({ url = "", headers }: IncomingMessage): boolean =>
  url.split("?")[0] === openLive.path && headers.upgrade?.toLowerCase() === "websocket";

export interface Admission {
  authenticate: Authenticate;
  /** The user's current state; undefined when the session has ended or the account is suspended. */
  readmit(user: User): Promise<User | undefined>;
}

export async function liveRoutes(
  router: Router,
  app: FastifyInstance,
  ctx: Ctx,
  pool: pg.Pool,
  { authenticate, readmit }: Admission,
): Promise<void> {
  const hub = openHub(readmit);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_FRAME_BYTES,
  });
  const sockets = countSockets(ctx.config.unlimited);
  const { connections } = sockets;
  const upgrades = new WeakMap<
    IncomingMessage,
    { socket: Duplex; head: Buffer; response: ServerResponse }
  >();

  app.server.on("upgrade", (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isSocketRequest(raw)) return; // Vite's own, during development
    const response = new ServerResponse(raw);
    response.assignSocket(socket as never);
    response.once("finish", () => socket.end()); // it was refused
    socket.on("error", () => socket.destroy());
    upgrades.set(raw, { socket, head, response });
    app.routing(raw, response);
  });

  router.on(openLive, ({ request, reply }) => {
    const upgrade = upgrades.get(request.raw);
    if (!upgrade) throw new DomainError("upgrade_required");
    if (!isOwnOrigin(ctx, request)) throw new DomainError("forbidden");
    const address = addressKey(request.ip);
    sockets.refuseCrowds(address);
    reply.hijack();
    const { socket, head, response } = upgrade;
    response.detachSocket(socket as never);
    server.handleUpgrade(request.raw, socket, head, (opened) => {
      const connection = openConnection({ ctx, hub, authenticate }, opened);
      sockets.add(address, connection);
      opened.once("close", () => sockets.remove(address, connection));
    });
  });

  const stopListening = await listenTo(
    pool,
    LIVE_CHANNEL,
    (payload) => {
      if (payload === undefined) return hub.resume();
      const news = readLiveMessage(payload);
      if (news) hub.hand(news);
    },
    ctx.log,
  );
  ctx.metrics.watch(
    "live_sockets",
    "Open pages that listen on this process.",
    [],
    () => connections.size,
  );
  ctx.metrics.watch("live_topics", "Topics that somebody listens to on this process.", [], () =>
    hub.topics(),
  );
  watchConnections(app, connections);
  app.addHook("onClose", stopListening);
}

/** The connections of this process, limited in all and per address. */
function countSockets(unlimited: boolean) {
  const connections = new Set<Connection>();
  const addresses = new Map<string, number>();
  return {
    connections,
    /** @throws DomainError busy, rate_limited */
    refuseCrowds(address: string): void {
      if (connections.size >= MOST_SOCKETS)
        throw new DomainError("busy", { retry_after_seconds: 10 });
      if (!unlimited && (addresses.get(address) ?? 0) >= MOST_SOCKETS_OF_ADDRESS)
        throw new DomainError("rate_limited", { retry_after_seconds: 10 });
    },
    add(address: string, connection: Connection): void {
      connections.add(connection);
      addresses.set(address, (addresses.get(address) ?? 0) + 1);
    },
    remove(address: string, connection: Connection): void {
      connections.delete(connection);
      const left = (addresses.get(address) ?? 1) - 1;
      if (left > 0) addresses.set(address, left);
      else addresses.delete(address);
    },
  };
}

/** Looks after the connections regularly, and closes them before the server stops. */
function watchConnections(app: FastifyInstance, connections: ReadonlySet<Connection>): void {
  const looking = setInterval(() => {
    for (const connection of connections) connection.look();
  }, CHECK_MS);
  app.addHook("preClose", async () => {
    clearInterval(looking);
    for (const connection of connections) connection.restart();
    setTimeout(() => {
      for (const connection of connections) connection.cut();
    }, GOODBYE_MS).unref();
  });
}
