// SQL over the internal notes of admins.
import { sql, type SqlBool } from "kysely";
import type { NoteSubject } from "../../../../domain/admin-notes.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { Position } from "../../../platform/database/cursor.ts";

const SUBJECT_COLUMNS = { account: "account_id", booking: "booking_id" } as const;

const notes = (db: Db) =>
  db
    .selectFrom("admin_notes as note")
    .innerJoin("profiles as author", "author.user_id", "note.author_id")
    .innerJoin("accounts as account", "account.id", "note.author_id")
    .selectAll("note")
    .select([
      sql<string | null>`case when account.deleted_at is null
        then author.first_name || ' ' || author.last_name end`.as("author_name"),
      sql<string>`(note.created_at at time zone 'UTC')::text`.as("key"),
    ]);

export type NoteRow = Awaited<ReturnType<ReturnType<typeof notes>["executeTakeFirstOrThrow"]>>;

export interface NoteAbout {
  about: NoteSubject;
  id: string;
}

/** One page, newest first, starting after `after`. */
export const findNotes = (
  db: Db,
  { about, id }: NoteAbout,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<NoteRow[]> =>
  notes(db)
    .where(`note.${SUBJECT_COLUMNS[about]}`, "=", id)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(note.created_at, note.id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .orderBy("note.created_at", "desc")
    .orderBy("note.id", "desc")
    .limit(limit)
    .execute();

export const findNote = (db: Db, id: string): Promise<NoteRow | undefined> =>
  notes(db).where("note.id", "=", id).executeTakeFirst();

/** Whether there is such a person, who has not left, or such a booking. */
export const subjectExists = async (db: Db, { about, id }: NoteAbout): Promise<boolean> => {
  const found =
    about === "booking"
      ? db.selectFrom("bookings").select("id").where("id", "=", id)
      : db.selectFrom("accounts").select("id").where("id", "=", id).where("deleted_at", "is", null);
  return (await found.executeTakeFirst()) !== undefined;
};

/** @returns the id of the note */
export async function insertNote(
  db: Db,
  { about, id }: NoteAbout,
  note: { author_id: string; body: string; created_at: string },
): Promise<string> {
  const inserted = await db
    .insertInto("admin_notes")
    .values({ ...note, [SUBJECT_COLUMNS[about]]: id, withdrawn_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return inserted.id;
}

/** @returns whether it was not withdrawn before */
export async function withdrawNoteRow(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("admin_notes")
    .set({ withdrawn_at: now.toISOString() })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
