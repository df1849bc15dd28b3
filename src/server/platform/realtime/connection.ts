// One browser socket: handles its frames in order and closes it when it exceeds a limit. Nothing
// that a client sends reaches another client.
import type { WebSocket } from "ws";
import { openFrameHandler, type SocketDependencies } from "./frame-handler.ts";
import { readBroadcast, readFrame } from "./frames.ts";
import { openJoinedTopics } from "./joined-topics.ts";

/**
 * Frames a socket may send between two checks, one second apart. A browser sends a handful when it
 * connects.
 */
const MOST_FRAMES = 20;
/** A socket that has joined no topic is closed after this time. */
const JOIN_MS = 10_000;
/**
 * Three heartbeats of 25 s. Browsers run the timers of a hidden tab only once a minute, so a
 * heartbeat may come after 60 s.
 */
const SILENCE_MS = 75_000;
/** The close code of RFC 6455 for a service restart. */
const RESTART = 1012;

export interface Connection {
  /** Called once a second: enforces time limits and ends topics with expired tokens. */
  look(): void;
  /** The process stops: the browser reconnects to whichever process is available. */
  restart(): void;
  cut(): void;
}

/** Handles a socket until it closes. */
export function openConnection(edges: SocketDependencies, socket: WebSocket): Connection {
  const { ctx } = edges;
  const topics = openJoinedTopics(edges, socket);
  const handler = openFrameHandler(edges, socket, topics);
  /** Frames since the last check, and frames waiting to be handled. */
  let frames = 0;
  let waiting = 0;
  let receivedAt = ctx.clock.elapsed();

  let handled = Promise.resolve();
  socket.on("message", (data: Buffer, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    receivedAt = ctx.clock.elapsed();
    if (++frames > MOST_FRAMES || waiting >= MOST_FRAMES) return topics.close("too many frames");
    const frame = isBinary ? readBroadcast(data) : readFrame(data.toString());
    if (!frame) return topics.close("not a frame");
    waiting++;
    handled = handled.then(() => handler.handle(frame)).finally(() => waiting--);
  });
  socket.on("error", (error) => ctx.log.info({ err: error }, "live socket failed"));
  socket.on("close", topics.leaveAll);

  return {
    look() {
      frames = 0;
      handler.refillTokens();
      topics.endExpired();
      if (ctx.clock.elapsed() - receivedAt > SILENCE_MS) topics.close("no heartbeat");
      else if (topics.emptyMs() > JOIN_MS) topics.close("nothing joined");
    },
    restart: () => socket.close(RESTART, "restart"),
    cut: () => socket.terminate(),
  };
}
