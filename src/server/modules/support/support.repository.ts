// The SQL of messages to support.
import { sql, type SqlBool } from "kysely";
import type { SupportCategory } from "../../../domain/support.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Position } from "../../platform/cursor.ts";
import { asId, fewIds, indexedText, readText } from "../../platform/text-search.ts";

/** What a search reads, word for word as in support_messages_text_idx. */
const TEXT = sql<string>`lower(' ' || note.name || ' ' || note.email || ' ' || note.message)`;

export interface NewSupportMessage {
  account_id: string | null;
  name: string;
  email: string;
  category: SupportCategory | null;
  message: string;
  created_at: string;
}

export const addMessage = async (ctx: Ctx, message: NewSupportMessage): Promise<string> => {
  const { id } = await ctx.db.insertInto("support_messages").values(message).returning("id").executeTakeFirstOrThrow();
  return id;
};

const notes = ({ db }: Ctx) =>
  db
    .selectFrom("support_messages as note")
    .leftJoin("profiles as admin", "admin.user_id", "note.answered_by")
    .selectAll("note")
    .select([
      sql<string | null>`admin.first_name || ' ' || admin.last_name`.as("answered_by_name"),
      sql<string>`(note.created_at at time zone 'UTC')::text`.as("key"),
    ]);

export type SupportRow = Awaited<ReturnType<ReturnType<typeof notes>["executeTakeFirstOrThrow"]>>;

export interface SupportSearch {
  filter: "all" | "open" | "answered";
  search?: string | undefined;
}

/** One page, newest first, beginning behind `after`. */
export async function findMessages(
  ctx: Ctx,
  { filter, search }: SupportSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<SupportRow[]> {
  const id = search === undefined ? undefined : asId(search);
  const found = search === undefined || id ? undefined : await findIds(ctx, search);
  return notes(ctx)
    .$if(id !== undefined, (query) =>
      query.where((row) => row.or([row("note.id", "=", id ?? ""), row("note.account_id", "=", id ?? "")])),
    )
    .$if(Array.isArray(found), (query) => query.where(sql<SqlBool>`note.id = any(${found}::uuid[])`))
    .$if(found === "many", (query) => query.where(readText(TEXT, search ?? "")))
    .$if(filter === "open", (query) => query.where("note.answered_at", "is", null))
    .$if(filter === "answered", (query) => query.where("note.answered_at", "is not", null))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(note.created_at, note.id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .orderBy("note.created_at", "desc")
    .orderBy("note.id", "desc")
    .limit(limit)
    .execute();
}

const findIds = (ctx: Ctx, search: string): Promise<string[] | "many"> =>
  fewIds((limit) =>
    ctx.db
      .selectFrom("support_messages as note")
      .select("note.id")
      .where(indexedText(TEXT, search))
      .limit(limit)
      .execute(),
  );

export const findMessage = (ctx: Ctx, id: string): Promise<SupportRow | undefined> =>
  notes(ctx).where("note.id", "=", id).executeTakeFirst();

/** Sets or takes the mark. @returns whether that changed anything */
export async function markAnswered(ctx: Ctx, id: string, by: { admin: string; at: string } | null): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("support_messages")
    .set({ answered_at: by?.at ?? null, answered_by: by?.admin ?? null })
    .where("id", "=", id)
    .where("answered_at", by ? "is" : "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Who wrote them, by id. */
export async function sendersOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom("support_messages").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
