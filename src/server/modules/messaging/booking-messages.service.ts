// The messages of a booking for an admin. The caller has checked that the admin may read them.
import { MESSAGES_PER_PAGE } from "../../../contract/people/messaging.ts";
import { decodeCursor, encodeCursor, foreignCursor } from "../../platform/database/cursor.ts";
import type { Db } from "../../platform/database/database.ts";
import { findMessages } from "./messages.repository.ts";

/**
 * Newest first, as written. Nothing is marked as read.
 * @throws DomainError invalid_request for a cursor of another list
 */
export async function findBookingMessages(db: Db, bookingId: string, cursor: string | undefined) {
  const [seq] = cursor === undefined ? [] : (decodeCursor(cursor, 1) ?? [""]);
  if (seq !== undefined && !/^\d{1,9}$/.test(seq)) throw foreignCursor();
  const conversation = await db
    .selectFrom("conversations")
    .select("id")
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  const rows = conversation
    ? await findMessages(db, conversation.id, {
        before: seq === undefined ? undefined : Number(seq),
        limit: MESSAGES_PER_PAGE + 1,
      })
    : [];
  const shown = rows.slice(0, MESSAGES_PER_PAGE);
  const last = rows.length > MESSAGES_PER_PAGE ? shown.at(-1) : undefined;
  return {
    messages: shown.map(({ id, side, body, created_at }) => ({
      id,
      side: side === "host" ? ("host" as const) : ("renter" as const),
      body,
      created_at,
    })),
    next_cursor: last ? encodeCursor(String(last.seq)) : null,
  };
}
