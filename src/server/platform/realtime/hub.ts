// The topics that the sockets of this process have joined. Delivers the changes that any process
// publishes (publish-live.ts) and closes sockets that have lost access.
import type { LiveChange, LiveTopic } from "../../../domain/live.ts";
import { isAdmin } from "../../../domain/policies/policy.ts";
import type { User } from "../context.ts";
import { changeFrame } from "./frames.ts";
import type { LiveMessage } from "./publish-live.ts";

/** A topic that a socket has joined. */
export interface Subscriber {
  topic: LiveTopic;
  joinRef: string | null;
  /** The user when the token was last checked. */
  user: User;
  /** When that token expires, in ms since 1970. */
  expiresAt: number;
  send(frame: string): void;
  /** Closes its socket. */
  close(): void;
}

export interface Hub {
  join(subscriber: Subscriber): void;
  leave(subscriber: Subscriber): void;
  /** How many topics have subscribers. */
  topics(): number;
  /** How many sockets of this process have joined the person's own topic. */
  listeners(userId: string): number;
  hand(news: LiveMessage): void;
  /** Messages may have been lost: makes every client refetch everything and rechecks access. */
  resume(): void;
  /**
   * Grows whenever anyone's access changes. A check that began before may have missed the change.
   */
  changes(): number;
}

/** A user may receive their own topic, and an admin the admins' topic as well. */
export const maySubscribe = (user: User, name: string): name is LiveTopic =>
  name === "admins" ? isAdmin(user) : name === `user:${user.id}`;

/**
 * @param readmit returns the user's current state; undefined when the session has ended or the
 * account is suspended.
 */
export function openHub(readmit: (user: User) => Promise<User | undefined>): Hub {
  const topics = new Map<string, Set<Subscriber>>();
  const people = new Map<string, Set<Subscriber>>();
  let changes = 0;

  const getSubscribers = (index: Map<string, Set<Subscriber>>, key: string): Set<Subscriber> => {
    const subscribers = index.get(key) ?? new Set();
    index.set(key, subscribers);
    return subscribers;
  };
  const drop = (index: Map<string, Set<Subscriber>>, key: string, subscriber: Subscriber): void => {
    const subscribers = index.get(key);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) index.delete(key);
  };
  const send = (topic: string, change: LiveChange): void => {
    const subscribers = topics.get(topic);
    if (!subscribers) return;
    const frame = changeFrame(topic, change);
    for (const subscriber of subscribers) subscriber.send(frame);
  };
  /**
   * Closes the sockets of users who have lost access to a topic. Their clients reconnect and join
   * what they still have access to.
   */
  const recheck = async (account: string): Promise<void> => {
    const subscribers = [...(people.get(account) ?? [])];
    const sessions = Map.groupBy(subscribers, (subscriber) => subscriber.user.sessionId);
    for (const ofSession of sessions.values()) {
      const [{ user }] = ofSession as [Subscriber];
      // If the check fails, the socket is closed too. The client reconnects and is admitted once
      // the database answers.
      const now = await readmit(user).catch(() => undefined);
      for (const subscriber of ofSession)
        if (!now || !maySubscribe(now, subscriber.topic)) subscriber.close();
    }
  };

  return {
    join(subscriber) {
      getSubscribers(topics, subscriber.topic).add(subscriber);
      getSubscribers(people, subscriber.user.id).add(subscriber);
    },
    leave(subscriber) {
      drop(topics, subscriber.topic, subscriber);
      drop(people, subscriber.user.id, subscriber);
    },
    topics: () => topics.size,
    listeners: (userId) => topics.get(`user:${userId}`)?.size ?? 0,
    hand(news) {
      if (!("account" in news))
        return send(news.topic, { what: news.what, ...(news.id && { id: news.id }) });
      changes++;
      void recheck(news.account);
    },
    resume() {
      changes++;
      for (const topic of topics.keys()) send(topic, { what: "everything" });
      // One after the other, because in parallel there would be as many queries as people.
      void (async () => {
        for (const account of people.keys()) await recheck(account);
      })();
    },
    changes: () => changes,
  };
}
