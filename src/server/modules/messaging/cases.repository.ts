// SQL that opens and changes support cases. ../support/support.repository.ts lists them for admins.
import { sql } from "kysely";
import type { CaseState, SupportCategory } from "../../../domain/message/support.ts";
import type { Db } from "../../platform/database/database.ts";
import type { MessageRow } from "./messages.repository.ts";

export interface WrittenForm {
  name: string;
  email: string;
  category: SupportCategory | null;
  booking_id: string | null;
  message: string;
}

/**
 * Inserts a case with its conversation and first message; the caller emails the operator. An
 * account without a profile is treated as none.
 */
export async function insertFormCase(
  db: Db,
  accountId: string | null,
  { message, ...form }: WrittenForm,
  now: Date,
): Promise<{ id: string; number: number; renter_id: string | null }> {
  const at = now.toISOString();
  const profile = db.selectFrom("profiles").select("user_id").where("user_id", "=", accountId);
  const { id, renter_id } = await db
    .insertInto("conversations")
    .values({
      kind: "support",
      renter_id: profile,
      created_at: at,
      last_seq: 1,
      last_message_at: at,
    })
    .returning(["id", "renter_id"])
    .executeTakeFirstOrThrow();
  await db
    .insertInto("messages")
    .values({
      id: sql<string>`gen_random_uuid()`,
      conversation_id: id,
      seq: 1,
      sender_id: renter_id,
      side: "renter",
      is_support: true,
      body: message,
      masked_body: null,
      created_at: at,
    })
    .execute();
  const begun = {
    id,
    origin: "form",
    state: "open",
    mailed_seq: 1,
    created_at: at,
    written_at: at,
  } as const;
  const { number } = await db
    .insertInto("support_cases")
    .values({ ...begun, ...form })
    .returning("number")
    .executeTakeFirstOrThrow();
  return { id, number, renter_id };
}

/**
 * Reopens the case of a person's message, or creates it with the first one. Call it with the
 * conversation locked.
 */
export async function openCase(
  db: Db,
  { conversation_id: id, sender_id, created_at }: MessageRow,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("support_cases")
    .set((row) => ({
      state: "open",
      version: sql<number>`${row.ref("version")} + 1`,
      written_at: created_at,
    }))
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto("support_cases")
    .columns(["id", "origin", "name", "email", "state", "created_at", "written_at"])
    .expression((row) =>
      row
        .selectFrom("profiles")
        .where("user_id", "=", sender_id)
        .select([
          sql<string>`${id}::uuid`.as("id"),
          sql<"chat">`'chat'`.as("origin"),
          sql<string>`first_name || ' ' || last_name`.as("name"),
          "email",
          sql<"open">`'open'`.as("state"),
          sql<string>`${created_at}::timestamptz`.as("created_at"),
          sql<string>`${created_at}::timestamptz`.as("written_at"),
        ]),
    )
    .execute();
}

export interface CaseUpdate {
  state?: CaseState | undefined;
  assignee_id?: string | null | undefined;
  written_at?: string;
}

/** @returns false if the case has changed since that version */
export async function updateCase(
  db: Db,
  id: string,
  version: number,
  change: CaseUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("support_cases")
    .set({ ...change, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Records that the operator is emailed about a message.
 * @returns the case's number, or undefined if that was recorded before
 */
export const recordMailed = async (db: Db, id: string, seq: number): Promise<number | undefined> =>
  (
    await db
      .updateTable("support_cases")
      .set({ mailed_seq: seq })
      .where("id", "=", id)
      .where("mailed_seq", "<", seq)
      .returning("number")
      .executeTakeFirst()
  )?.number;
