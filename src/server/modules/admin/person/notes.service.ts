// Internal notes of admins about people and bookings: added, listed and withdrawn, never changed.
import { ADMIN_PAGE } from "../../../../contract/admin/admin.ts";
import type { addNote, AdminNote, listNotes } from "../../../../contract/admin/admin-notes.ts";
import type { Input, Output } from "../../../../contract/endpoint.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { readTimeCursor, toPage } from "../../../platform/database/cursor.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import {
  findNote,
  findNotes,
  insertNote,
  subjectExists,
  withdrawNoteRow,
  type NoteAbout,
  type NoteRow,
} from "./notes.repository.ts";

const presentNote = (row: NoteRow): AdminNote => ({
  id: row.id,
  body: row.body,
  author: { id: row.author_id, name: row.author_name },
  created_at: row.created_at,
  withdrawn_at: row.withdrawn_at,
});

/** @throws DomainError invalid_request for a cursor of another list */
export async function listNotesAbout(
  ctx: DbCtx,
  { cursor, ...about }: Input<typeof listNotes>["query"],
): Promise<Output<typeof listNotes>> {
  const rows = await findNotes(ctx.db, about, {
    after: readTimeCursor(cursor),
    limit: ADMIN_PAGE + 1,
  });
  const { shown, next_cursor } = toPage(rows, ADMIN_PAGE);
  return { notes: shown.map(presentNote), next_cursor };
}

/** The audit log records that there is a note, not what it says. */
async function finish(
  ctx: DataCtx,
  admin: User,
  id: string,
  verb: "add" | "withdraw",
  { about, id: subjectId }: NoteAbout,
): Promise<AdminNote> {
  await recordAudit(ctx, {
    actorKind: "admin",
    actorId: admin.id,
    action: `note.${verb}`,
    subjectType: about,
    subjectId,
  });
  await publishLive(ctx, "admins", "notes", subjectId);
  const row = await findNote(ctx.db, id);
  if (!row) throw new DomainError("not_found", { what: "note" });
  return presentNote(row);
}

/** @throws DomainError not_found for a person or booking that does not exist */
export const writeNote = (
  ctx: TransactionCtx,
  admin: User,
  { body, ...about }: Input<typeof addNote>["body"],
): Promise<AdminNote> =>
  inTransaction(ctx, async (tx) => {
    if (!(await subjectExists(tx.db, about)))
      throw new DomainError("not_found", { what: about.about === "booking" ? "booking" : "user" });
    const created_at = tx.clock.now().toISOString();
    const id = await insertNote(tx.db, about, { author_id: admin.id, body, created_at });
    return finish(tx, admin, id, "add", about);
  });

/**
 * Withdrawing a note twice changes nothing.
 * @throws DomainError not_found; forbidden for another admin's note
 */
export const withdrawOwnNote = (ctx: TransactionCtx, admin: User, id: string): Promise<AdminNote> =>
  inTransaction(ctx, async (tx) => {
    const note = await findNote(tx.db, id);
    if (!note) throw new DomainError("not_found", { what: "note" });
    if (note.author_id !== admin.id) throw new DomainError("forbidden");
    if (!(await withdrawNoteRow(tx.db, id, tx.clock.now()))) return presentNote(note);
    const about: NoteAbout =
      note.booking_id === null
        ? { about: "account", id: note.account_id ?? "" }
        : { about: "booking", id: note.booking_id };
    return finish(tx, admin, id, "withdraw", about);
  });
