// SQL over messages, and over how far a side has read them.
import { sql, type Selectable } from "kysely";
import { MESSAGE_MAX_LENGTH, type ConversationSide } from "../../../domain/message/message.ts";
import type { Db } from "../../platform/database/database.ts";
import type { ConversationsTable, MessagesTable } from "../../platform/database/schema.ts";

export type MessageRow = Selectable<MessagesTable>;
/** With the name of the admin who wrote for support, or of the helper who wrote for the host. */
export type ReadMessageRow = MessageRow & { author: string | null };
export type LockedConversation = Selectable<ConversationsTable>;

/**
 * Locks the conversation for the rest of the transaction, so that its messages are numbered
 * consecutively.
 */
export const lockConversation = (db: Db, id: string): Promise<LockedConversation> =>
  db
    .selectFrom("conversations")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const findMessage = (db: Db, id: string): Promise<MessageRow | undefined> =>
  db.selectFrom("messages").selectAll().where("id", "=", id).executeTakeFirst();

/** Messages in sending order: the last ones, those before one, or those after one. */
export async function findMessages(
  db: Db,
  conversationId: string,
  {
    before,
    after,
    limit,
  }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<ReadMessageRow[]> {
  const rows = await db
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "conversation_id")
    .leftJoin("profiles as author", (join) =>
      join
        .onRef("author.user_id", "=", "messages.sender_id")
        .on((on) =>
          on.or([
            on("messages.side", "=", "support"),
            on.and([
              on("messages.side", "=", "host"),
              on("messages.sender_id", "<>", on.ref("conversations.host_id")),
            ]),
          ]),
        ),
    )
    .selectAll("messages")
    .select(
      sql<
        string | null
      >`case messages.side when 'support' then author.first_name || ' ' || author.last_name else author.first_name end`.as(
        "author",
      ),
    )
    .where("conversation_id", "=", conversationId)
    .$if(before !== undefined, (query) => query.where("seq", "<", before ?? 0))
    .$if(after !== undefined, (query) => query.where("seq", ">", after ?? 0))
    .orderBy("seq", after === undefined ? "desc" : "asc")
    .limit(limit)
    .execute();
  return rows;
}

/** @returns undefined if another conversation already has a message with this id */
export async function insertMessage(db: Db, row: MessageRow): Promise<MessageRow | undefined> {
  const inserted = await db
    .insertInto("messages")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted)
    await db
      .updateTable("conversations")
      .set({ last_seq: row.seq, last_message_at: row.created_at })
      .where("id", "=", row.conversation_id)
      .execute();
  return inserted;
}

/** The first message that a side has not read. */
export const findFirstUnread = (
  db: Db,
  { id, renter_read_seq, host_read_seq }: LockedConversation,
  side: ConversationSide,
): Promise<MessageRow | undefined> =>
  db
    .selectFrom("messages")
    .selectAll()
    .where("conversation_id", "=", id)
    .where("seq", ">", side === "renter" ? renter_read_seq : host_read_seq)
    .where("side", "<>", side)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();

/**
 * Marks messages as read by a side; never moves backwards.
 * @returns how far the side has read, and whether that changed
 */
export async function markMessagesRead(
  db: Db,
  conversation: LockedConversation,
  side: ConversationSide,
  seq: number,
): Promise<{ read_seq: number; isNews: boolean }> {
  const column = side === "renter" ? "renter_read_seq" : "host_read_seq";
  const read_seq = Math.max(conversation[column], Math.min(seq, conversation.last_seq));
  const isNews = read_seq > conversation[column];
  if (isNews)
    await db
      .updateTable("conversations")
      .set({ [column]: read_seq })
      .where("id", "=", conversation.id)
      .execute();
  return { read_seq, isNews };
}

/**
 * Permanently replaces a person's messages by their masked text. That may be longer than a message
 * may be, so it is cut.
 */
export const eraseContacts = (db: Db, userId: string): Promise<unknown> =>
  db
    .updateTable("messages")
    .set({ body: sql<string>`left(masked_body, ${MESSAGE_MAX_LENGTH})`, masked_body: null })
    .where("sender_id", "=", userId)
    .where("masked_body", "is not", null)
    .execute();
