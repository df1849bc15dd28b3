// Who hears what on this process: the topics that its sockets have joined. It hands on what every process announces (tell-live.ts) and
// takes away what somebody may not hear any more.
import type { LiveChange, LiveTopic } from "../../../domain/live.ts";
import { isAdmin, type User } from "../context.ts";
import { changeFrame } from "./frames.ts";
import type { News } from "./publish-live.ts";

/** A topic that a socket has joined. */
export interface Seat {
  topic: LiveTopic;
  joinRef: string | null;
  /** As the token said when it was checked last. */
  user: User;
  /** When that token ends, in ms since 1970. */
  expiresAt: number;
  send(frame: string): void;
  /** Closes its socket. */
  close(): void;
}

export interface Hub {
  join(seat: Seat): void;
  leave(seat: Seat): void;
  /** How many topics somebody hears. */
  topics(): number;
  /** How many sockets of this process hear what is told to the person. */
  listeners(userId: string): number;
  hand(news: News): void;
  /** Something may have been missed: everybody reads everything anew, and is looked at again. */
  resume(): void;
  /** Grows whenever somebody's access changed: a check that began before may not have seen it. */
  changes(): number;
}

/** A person hears their own topic, and an admin that of the admins. */
export const mayHear = (user: User, name: string): name is LiveTopic =>
  name === "admins" ? isAdmin(user) : name === `user:${user.id}`;

/** @param readmit the same person as they are now; undefined where the session has ended or the account is suspended. */
export function openHub(readmit: (user: User) => Promise<User | undefined>): Hub {
  const topics = new Map<string, Set<Seat>>();
  const people = new Map<string, Set<Seat>>();
  let changes = 0;

  const seatsOf = (kept: Map<string, Set<Seat>>, key: string): Set<Seat> => {
    const seats = kept.get(key) ?? new Set();
    kept.set(key, seats);
    return seats;
  };
  const drop = (kept: Map<string, Set<Seat>>, key: string, seat: Seat): void => {
    const seats = kept.get(key);
    seats?.delete(seat);
    if (seats?.size === 0) kept.delete(key);
  };
  const tell = (topic: string, change: LiveChange): void => {
    const seats = topics.get(topic);
    if (!seats) return;
    const frame = changeFrame(topic, change);
    for (const seat of seats) seat.send(frame);
  };
  /** Closes the sockets of those who may not hear any more what they hear; they come back for what they may. */
  const lookAgain = async (account: string): Promise<void> => {
    const seats = [...(people.get(account) ?? [])];
    const sessions = Map.groupBy(seats, (seat) => seat.user.sessionId);
    for (const ofSession of sessions.values()) {
      const [{ user }] = ofSession as [Seat];
      // Who can't be looked at comes back too, and is let in once the database answers.
      const now = await readmit(user).catch(() => undefined);
      for (const seat of ofSession) if (!now || !mayHear(now, seat.topic)) seat.close();
    }
  };

  return {
    join(seat) {
      seatsOf(topics, seat.topic).add(seat);
      seatsOf(people, seat.user.id).add(seat);
    },
    leave(seat) {
      drop(topics, seat.topic, seat);
      drop(people, seat.user.id, seat);
    },
    topics: () => topics.size,
    listeners: (userId) => topics.get(`user:${userId}`)?.size ?? 0,
    hand(news) {
      if (!("account" in news)) return tell(news.topic, { what: news.what, ...(news.id && { id: news.id }) });
      changes++;
      void lookAgain(news.account);
    },
    resume() {
      changes++;
      for (const topic of topics.keys()) tell(topic, { what: "everything" });
      // One after the other: all at once would be as many queries as there are people.
      void (async () => {
        for (const account of people.keys()) await lookAgain(account);
      })();
    },
    changes: () => changes,
  };
}
