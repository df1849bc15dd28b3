// Handles the frames of one socket: joins it to the topics its user may receive, renews tokens and
// leaves topics.
import { decodeJwt } from "jose";
import type { WebSocket } from "ws";
import { isDomainError, type ErrorCode } from "../../../domain/errors.ts";
import type { LiveTopic } from "../../../domain/live.ts";
import type { Ctx, User } from "../context.ts";
import type { Authenticate } from "../http/http.ts";
import { topicName, replyFrame, type Frame } from "./frames.ts";
import { maySubscribe, type Hub } from "./hub.ts";
import type { AuthenticatedUser, JoinedTopics } from "./joined-topics.ts";

/**
 * Tokens a socket may present in a burst, plus one per second. Each costs CPU time and a database
 * query.
 */
const MOST_TOKENS = 15;
const MOST_REFUSALS = 10;
/** Tabs and devices of one person on one process. */
const MOST_SOCKETS_EACH = 20;

export interface SocketDependencies {
  ctx: Ctx;
  hub: Hub;
  authenticate: Authenticate;
}

export function openFrameHandler(
  edges: SocketDependencies,
  socket: WebSocket,
  topics: JoinedTopics,
) {
  const { ctx } = edges;
  const tokens = openTokenChecks(edges, () => topics.close("too many tokens"));
  let refusals = 0;

  const refuse = (frame: Frame, reason: ErrorCode): void => {
    ctx.log.info({ topic: frame.topic, event: frame.event, reason }, "live frame refused");
    topics.send(replyFrame(frame, "error", { reason }));
    if (++refusals >= MOST_REFUSALS) topics.close("too many refusals");
  };
  const join = async (frame: Frame): Promise<void> => {
    const name = topicName(frame.topic);
    const admitted = await tokens.check(frame.payload["access_token"]);
    if (!admitted) return refuse(frame, "unauthenticated");
    const refusal = findRefusal(edges, topics.user(), admitted.user, name);
    if (refusal) return refuse(frame, refusal);
    if (socket.readyState !== socket.OPEN) return;
    topics.join(name as LiveTopic, frame.joinRef, admitted);
    refusals = 0;
    topics.send(replyFrame(frame, "ok", { postgres_changes: [] }));
  };
  /**
   * Replaces the token of a topic. The protocol has no reply: an unusable token ends the topic, and
   * the client joins again.
   */
  const renew = async (frame: Frame): Promise<void> => {
    const subscriber = topics.get(topicName(frame.topic) as LiveTopic);
    if (!subscriber) return;
    const admitted = await tokens.check(frame.payload["access_token"]);
    const isSame =
      admitted &&
      admitted.user.id === subscriber.user.id &&
      maySubscribe(admitted.user, subscriber.topic);
    if (isSame) Object.assign(subscriber, admitted);
    else topics.end(subscriber, "unauthenticated");
  };

  return {
    async handle(frame: Frame): Promise<void> {
      if (socket.readyState !== socket.OPEN) return;
      try {
        if (frame.topic === "phoenix" && frame.event === "heartbeat")
          topics.send(replyFrame(frame, "ok", {}));
        else if (frame.event === "phx_join") await join(frame);
        else if (frame.event === "access_token") await renew(frame);
        else if (frame.event === "phx_leave") {
          topics.leave(topicName(frame.topic) as LiveTopic);
          topics.send(replyFrame(frame, "ok", {}));
        } else refuse(frame, "forbidden");
      } catch (error) {
        if (isDomainError(error, "account_suspended")) return refuse(frame, "account_suspended");
        ctx.log.warn({ err: error }, "live frame failed");
        topics.send(replyFrame(frame, "error", { reason: "busy" satisfies ErrorCode }));
      }
    },
    refillTokens: tokens.refill,
  };
}

function openTokenChecks({ ctx, hub, authenticate }: SocketDependencies, onTooMany: () => void) {
  let used = 0;
  return {
    /**
     * The current user of a token.
     * @throws DomainError account_suspended, busy
     */
    async check(token: unknown): Promise<AuthenticatedUser | undefined> {
      if (typeof token !== "string") return undefined;
      if (++used > MOST_TOKENS && !ctx.config.unlimited) return void onTooMany();
      for (;;) {
        const before = hub.changes();
        const user = await authenticate(token);
        if (!user) return undefined;
        if (hub.changes() === before)
          return { user, expiresAt: (decodeJwt(token).exp ?? 0) * 1000 };
      }
    },
    /** Called once a second. */
    refill(): void {
      used = Math.max(0, used - 1);
    },
  };
}

/**
 * Why the user may not join: a topic they may not receive, a socket of another user, or too many
 * sockets.
 */
function findRefusal(
  { ctx, hub }: SocketDependencies,
  current: User | undefined,
  user: User,
  name: string | undefined,
): ErrorCode | undefined {
  if (name === undefined || !maySubscribe(user, name) || (current && current.id !== user.id))
    return "forbidden";
  const isFull = !current && hub.listeners(user.id) >= MOST_SOCKETS_EACH && !ctx.config.unlimited;
  return isFull ? "rate_limited" : undefined;
}
