// One browser socket: handles its frames in order, joins it to the topics its user may receive, and
// closes it when it exceeds a limit. Nothing that a client sends reaches another client.
import { decodeJwt } from "jose";
import type { WebSocket } from "ws";
import { isDomainError, type ErrorCode } from "../../../domain/errors.ts";
import type { LiveTopic } from "../../../domain/live.ts";
import type { Ctx, User } from "../context.ts";
import type { Authenticate } from "../http/http.ts";
import { errorFrame, nameOf, readBroadcast, readFrame, replyFrame, type Frame } from "./frames.ts";
import { mayHear, type Hub, type Subscriber } from "./hub.ts";

/**
 * Frames a socket may send between two checks, one second apart. A browser sends a handful when it
 * connects.
 */
const MOST_FRAMES = 20;
/**
 * Tokens a socket may present in a burst, plus one per second. Each costs CPU time and a database
 * query.
 */
const MOST_TOKENS = 15;
/** A socket that has joined no topic is closed after this time. */
const JOIN_MS = 10_000;
/**
 * Three heartbeats of 25 s. Browsers run the timers of a hidden tab only once a minute, so a
 * heartbeat may come after 60 s.
 */
const SILENCE_MS = 75_000;
/** The send buffer of a slow reader, in bytes: several hundred changes. */
const MOST_WAITING = 65_536;
const MOST_REFUSALS = 10;
/** The time limit of the closing handshake. */
const GOODBYE_MS = 1000;
/** Tabs and devices of one person on one process. */
const MOST_SOCKETS_EACH = 20;

/** Close codes of RFC 6455: policy violation and service restart. */
const POLICY = 1008;
const RESTART = 1012;

export interface Connection {
  /** Called once a second: enforces time limits and ends topics with expired tokens. */
  look(): void;
  /** The process stops: the browser reconnects to whichever process is available. */
  restart(): void;
  cut(): void;
}

interface Edges {
  ctx: Ctx;
  hub: Hub;
  authenticate: Authenticate;
}

/** Handles a socket until it closes. */
export function openConnection({ ctx, hub, authenticate }: Edges, socket: WebSocket): Connection {
  const subscribers = new Map<LiveTopic, Subscriber>();
  /** Frames since the last check, and frames waiting to be handled. */
  let frames = 0;
  let waiting = 0;
  let refusals = 0;
  let tokens = 0;
  let heardAt = ctx.clock.elapsed();
  /** When the socket opened or left its last topic. */
  let emptySince = heardAt;

  const close = (why: string): void => {
    ctx.log.info({ why, user: [...subscribers.values()][0]?.user.id }, "live socket closed");
    leaveAll();
    socket.close(POLICY, why);
    setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
  };
  const send = (frame: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount <= MOST_WAITING) return socket.send(frame);
    ctx.log.info("live socket cut: it reads too slowly");
    leaveAll();
    socket.terminate();
  };
  const leave = (topic: LiveTopic): void => {
    const subscriber = subscribers.get(topic);
    if (!subscriber) return;
    subscribers.delete(topic);
    hub.leave(subscriber);
    if (subscribers.size === 0) emptySince = ctx.clock.elapsed();
  };
  const leaveAll = (): void => {
    for (const topic of subscribers.keys()) leave(topic);
  };
  const refuse = (frame: Frame, reason: ErrorCode): void => {
    ctx.log.info({ topic: frame.topic, event: frame.event, reason }, "live frame refused");
    send(replyFrame(frame, "error", { reason }));
    if (++refusals >= MOST_REFUSALS) close("too many refusals");
  };

  /**
   * The current user of a token.
   * @throws DomainError account_suspended, busy
   */
  const check = async (token: unknown): Promise<{ user: User; expiresAt: number } | undefined> => {
    if (typeof token !== "string") return undefined;
    if (++tokens > MOST_TOKENS && !ctx.config.unlimited) return void close("too many tokens");
    for (;;) {
      const before = hub.changes();
      const user = await authenticate(token);
      if (!user) return undefined;
      if (hub.changes() === before) return { user, expiresAt: (decodeJwt(token).exp ?? 0) * 1000 };
    }
  };
  /**
   * Why the user may not join: a topic they may not receive, a socket of another user, or too many
   * sockets.
   */
  const refusalOf = (user: User, name: string | undefined): ErrorCode | undefined => {
    const [first] = subscribers.values();
    if (name === undefined || !mayHear(user, name) || (first && first.user.id !== user.id))
      return "forbidden";
    const isFull = !first && hub.listeners(user.id) >= MOST_SOCKETS_EACH && !ctx.config.unlimited;
    return isFull ? "rate_limited" : undefined;
  };

  const join = async (frame: Frame): Promise<void> => {
    const name = nameOf(frame.topic);
    const admitted = await check(frame.payload["access_token"]);
    if (!admitted) return refuse(frame, "unauthenticated");
    const refusal = refusalOf(admitted.user, name);
    if (refusal) return refuse(frame, refusal);
    if (socket.readyState !== socket.OPEN) return;
    const topic = name as LiveTopic;
    leave(topic);
    const subscriber = {
      topic,
      joinRef: frame.joinRef,
      ...admitted,
      send,
      close: () => close("access changed"),
    };
    subscribers.set(topic, subscriber);
    hub.join(subscriber);
    refusals = 0;
    send(replyFrame(frame, "ok", { postgres_changes: [] }));
  };
  /**
   * Replaces the token of a topic. The protocol has no reply: an unusable token ends the topic, and
   * the client joins again.
   */
  const renew = async (frame: Frame): Promise<void> => {
    const subscriber = subscribers.get(nameOf(frame.topic) as LiveTopic);
    if (!subscriber) return;
    const admitted = await check(frame.payload["access_token"]);
    const isSame =
      admitted &&
      admitted.user.id === subscriber.user.id &&
      mayHear(admitted.user, subscriber.topic);
    if (isSame) Object.assign(subscriber, admitted);
    else end(subscriber, "unauthenticated");
  };
  const end = (subscriber: Subscriber, reason: ErrorCode): void => {
    leave(subscriber.topic);
    send(errorFrame(subscriber.joinRef, `realtime:${subscriber.topic}`, reason));
  };

  const take = async (frame: Frame): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return;
    try {
      if (frame.topic === "phoenix" && frame.event === "heartbeat")
        send(replyFrame(frame, "ok", {}));
      else if (frame.event === "phx_join") await join(frame);
      else if (frame.event === "access_token") await renew(frame);
      else if (frame.event === "phx_leave") {
        leave(nameOf(frame.topic) as LiveTopic);
        send(replyFrame(frame, "ok", {}));
      } else refuse(frame, "forbidden");
    } catch (error) {
      if (isDomainError(error, "account_suspended")) return refuse(frame, "account_suspended");
      ctx.log.warn({ err: error }, "live frame failed");
      send(replyFrame(frame, "error", { reason: "busy" satisfies ErrorCode }));
    }
  };

  let taken = Promise.resolve();
  socket.on("message", (data: Buffer, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    heardAt = ctx.clock.elapsed();
    if (++frames > MOST_FRAMES || waiting >= MOST_FRAMES) return close("too many frames");
    const frame = isBinary ? readBroadcast(data) : readFrame(data.toString());
    if (!frame) return close("not a frame");
    waiting++;
    taken = taken.then(() => take(frame)).finally(() => waiting--);
  });
  socket.on("error", (error) => ctx.log.info({ err: error }, "live socket failed"));
  socket.on("close", leaveAll);

  return {
    look() {
      frames = 0;
      tokens = Math.max(0, tokens - 1);
      const now = ctx.clock.now().getTime();
      for (const subscriber of subscribers.values())
        if (subscriber.expiresAt <= now) end(subscriber, "unauthenticated");
      const at = ctx.clock.elapsed();
      if (at - heardAt > SILENCE_MS) close("no heartbeat");
      else if (subscribers.size === 0 && at - emptySince > JOIN_MS) close("nothing joined");
    },
    restart: () => socket.close(RESTART, "restart"),
    cut: () => socket.terminate(),
  };
}
