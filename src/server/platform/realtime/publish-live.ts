// Publishes changes to open pages by PostgreSQL's NOTIFY, with ids only, after the transaction has
// committed. The hub of each process delivers them (hub.ts).
import { sql } from "kysely";
import {
  LIVE_SUBJECTS,
  type LiveChange,
  type LiveSubject,
  type LiveTopic,
} from "../../../domain/live.ts";
import { publish } from "./publish.ts";
import type { DbCtx } from "../context.ts";
import type { Db } from "../database/database.ts";

export const LIVE_CHANNEL = "caydrive_live";

/**
 * A change for the subscribers of a topic, or an account whose sessions, roles or suspension
 * changed, so that its access is checked again.
 */
export type LiveMessage = ({ topic: LiveTopic } & LiveChange) | { account: string };

/**
 * Notifies open pages of a change. Call it in the transaction of the change.
 * @param topics personalTopic(id) for each person who sees the change, "admins" if admins see it
 * @param id the id of what changed
 */
export const publishLive = (
  { db }: DbCtx,
  topics: LiveTopic | readonly LiveTopic[],
  what: LiveSubject,
  id?: string,
): Promise<void> =>
  publish(
    db,
    LIVE_CHANNEL,
    [topics].flat().map((topic) => write({ topic, what, ...(id === undefined ? {} : { id }) })),
  );

/**
 * Closes the account's sockets on every process where it has lost access. Call it in the
 * transaction of the change: NOTIFY is part of it, because no process may miss this.
 */
export async function publishAccessChanged(db: Db, accountId: string): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${write({ account: accountId })})`.execute(db);
}

const write = (news: LiveMessage): string => JSON.stringify(news);

/** Parses a notification; undefined for one that a newer version may have sent. */
export function readLiveMessage(payload: string): LiveMessage | undefined {
  const news = JSON.parse(payload) as Partial<{ topic: LiveTopic; account: string } & LiveChange>;
  if (typeof news.account === "string") return { account: news.account };
  const { topic, what, id } = news;
  if (typeof topic !== "string" || !what || !LIVE_SUBJECTS.includes(what)) return undefined;
  return { topic, what, ...(id === undefined ? {} : { id }) };
}
