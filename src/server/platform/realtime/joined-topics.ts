// The topics that one socket has joined, and the frames it is sent. A socket that reads too slowly
// or exceeds a limit is closed.
import type { WebSocket } from "ws";
import type { ErrorCode } from "../../../domain/errors.ts";
import type { LiveTopic } from "../../../domain/live.ts";
import type { Ctx, User } from "../context.ts";
import { errorFrame } from "./frames.ts";
import type { Hub, Subscriber } from "./hub.ts";

/** The send buffer of a slow reader, in bytes: several hundred changes. */
const MOST_WAITING = 65_536;
/** The time limit of the closing handshake. */
const GOODBYE_MS = 1000;
/** The close code of RFC 6455 for a policy violation. */
const POLICY = 1008;

/** The current user of a token, and when the token expires, in ms since 1970. */
export interface AuthenticatedUser {
  user: User;
  expiresAt: number;
}

export type JoinedTopics = ReturnType<typeof openJoinedTopics>;

export function openJoinedTopics({ ctx, hub }: { ctx: Ctx; hub: Hub }, socket: WebSocket) {
  const subscribers = new Map<LiveTopic, Subscriber>();
  /** When the socket opened or left its last topic. */
  let emptySince = ctx.clock.elapsed();

  const user = (): User | undefined => [...subscribers.values()][0]?.user;
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
  const close = (why: string): void => {
    ctx.log.info({ why, user: user()?.id }, "live socket closed");
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
  /** Ends a topic that the server no longer serves, and sends the reason. */
  const end = (subscriber: Subscriber, reason: ErrorCode): void => {
    leave(subscriber.topic);
    send(errorFrame(subscriber.joinRef, `realtime:${subscriber.topic}`, reason));
  };

  return {
    /** The person whose tokens the socket presented; undefined before it has joined a topic. */
    user,
    get: (topic: LiveTopic) => subscribers.get(topic),
    join(topic: LiveTopic, joinRef: string | null, admission: AuthenticatedUser): void {
      leave(topic);
      const subscriber: Subscriber = {
        topic,
        joinRef,
        ...admission,
        send,
        close: () => close("access changed"),
      };
      subscribers.set(topic, subscriber);
      hub.join(subscriber);
    },
    leave,
    leaveAll,
    end,
    /** Ends the topics whose tokens have expired. */
    endExpired(): void {
      const now = ctx.clock.now().getTime();
      for (const subscriber of subscribers.values())
        if (subscriber.expiresAt <= now) end(subscriber, "unauthenticated");
    },
    /** How long the socket has had no topic; 0 while it has one. */
    emptyMs: (): number => (subscribers.size > 0 ? 0 : ctx.clock.elapsed() - emptySince),
    send,
    close,
  };
}
