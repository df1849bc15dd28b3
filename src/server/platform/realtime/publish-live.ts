// What a change says to the pages that are open: news over PostgreSQL's NOTIFY, once the transaction has committed, with ids only. The hub of
// each process hands them on (hub.ts).
import { sql } from "kysely";
import { LIVE_SUBJECTS, type LiveChange, type LiveSubject, type LiveTopic } from "../../../domain/live.ts";
import { announce } from "./publish.ts";
import type { Ctx } from "../context.ts";
import type { Db } from "../database/database.ts";

export const LIVE_CHANNEL = "caydrive_live";

/** To whoever listens to the topic; or that somebody's sessions, roles or suspension changed, so that what was allowed is looked at again. */
export type News = ({ topic: LiveTopic } & LiveChange) | { account: string };

/**
 * Tells the pages that are open that something changed. Call it in the transaction of the change.
 * @param topics personalTopic(id) for each person who sees it, "admins" where admins do
 * @param id of what changed
 */
export const tellLive = (
  { db }: Pick<Ctx, "db">,
  topics: LiveTopic | readonly LiveTopic[],
  what: LiveSubject,
  id?: string,
): Promise<void> =>
  announce(
    db,
    LIVE_CHANNEL,
    [topics].flat().map((topic) => write({ topic, what, ...(id === undefined ? {} : { id }) })),
  );

/**
 * Ends what somebody hears on every process, where they may not hear it any more. Call it in the transaction of the change: it is notified with
 * it, since no process may miss it.
 */
export async function tellAccessChanged(db: Db, accountId: string): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${write({ account: accountId })})`.execute(db);
}

const write = (news: News): string => JSON.stringify(news);

/** The news in a notification; undefined for what a newer version may have sent. */
export function readNews(payload: string): News | undefined {
  const news = JSON.parse(payload) as Partial<{ topic: LiveTopic; account: string } & LiveChange>;
  if (typeof news.account === "string") return { account: news.account };
  const { topic, what, id } = news;
  if (typeof topic !== "string" || !what || !LIVE_SUBJECTS.includes(what)) return undefined;
  return { topic, what, ...(id === undefined ? {} : { id }) };
}
