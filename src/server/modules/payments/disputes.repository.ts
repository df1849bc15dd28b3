// SQL for disputes: the provider's status of charges that banks question.
import { sql, type Selectable, type SqlBool } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DisputeState } from "../../platform/payments/provider.ts";
import type { OwnCharge } from "./payments.repository.ts";
import type { DisputesTable } from "../../platform/database/schema.ts";

export type StoredDispute = Selectable<DisputesTable>;
export type DisputeRecord = StoredDispute & { is_new: boolean };

export async function lockDisputeRow(db: Db, id: string): Promise<DisputeRecord | undefined> {
  const row = await db
    .selectFrom("disputes")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, is_new: false };
}

/**
 * A new dispute starts as an inquiry whatever its current state, so that each step up to that state
 * is booked.
 */
export async function insertDispute(
  db: Db,
  { bookingId, laterChargeId, depositHoldId }: OwnCharge,
  provided: DisputeState,
  now: Date,
): Promise<DisputeRecord> {
  const row = await db
    .insertInto("disputes")
    .values({
      id: provided.id,
      booking_id: bookingId,
      later_charge_id: laterChargeId,
      deposit_hold_id: depositHoldId,
      amount_cents: provided.amountCents,
      reason: provided.reason,
      state: "inquiry",
      opened_at: now.toISOString(),
      closed_at: null,
      asked_at: now.toISOString(),
      respond_by: provided.respondBy?.toISOString() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, is_new: true };
}

export async function setDisputeCheckedAt(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("disputes")
    .set({ asked_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}

/** Stores a booked state, and the highest fee reported so far. */
export async function updateDispute(
  db: Db,
  { id, state, feeCents, respondBy }: DisputeState,
  now: Date,
): Promise<void> {
  const isClosed = state === "won" || state === "lost" || state === "dropped";
  const hasMoved = state !== "inquiry" && state !== "dropped";
  await db
    .updateTable("disputes")
    .set({
      state,
      respond_by: respondBy?.toISOString() ?? null,
      fee_cents: sql<number>`greatest(fee_cents, ${hasMoved ? feeCents : 0})`,
      closed_at: isClosed ? sql<string>`coalesce(closed_at, ${now.toISOString()})` : null,
    })
    .where("id", "=", id)
    .execute();
}

/** The number of days in which banks accept appeals against a loss. */
const APPEAL_DAYS = 90;

/** Disputes whose end is unknown and, once a day, losses that may still be overturned. */
export async function findOpenDisputeRows(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("disputes")
    .select("id")
    .where((row) =>
      row.or([
        row("closed_at", "is", null),
        sql<SqlBool>`state = 'lost' and closed_at > ${now.toISOString()}::timestamptz - make_interval(days => ${APPEAL_DAYS})
          and asked_at < ${now.toISOString()}::timestamptz - interval '1 day'`,
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The disputes of one booking, oldest first. */
export const findDisputeRows = (db: Db, bookingId: string): Promise<StoredDispute[]> =>
  db
    .selectFrom("disputes")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("opened_at")
    .execute();

/** The position of a dispute in the list of all disputes, after which the next page begins. */
export interface DisputePosition {
  isOpen: boolean;
  /** The opening time, as PostgreSQL writes it. */
  key: string;
  id: string;
}
export type DisputeRow = StoredDispute & { key: string };

/** All disputes: open ones first, then the newest. */
export const findDisputesPage = (
  db: Db,
  { after, limit }: { after: DisputePosition | undefined; limit: number },
): Promise<DisputeRow[]> =>
  db
    .selectFrom("disputes")
    .selectAll()
    .select(sql<string>`(opened_at at time zone 'UTC')::text`.as("key"))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`((closed_at is null), opened_at, id) < (${after?.isOpen}::boolean, ${after?.key}::timestamp at time zone 'UTC', ${after?.id})`,
      ),
    )
    .orderBy(sql`(closed_at is null)`, "desc")
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Disputes that are open, want an answer before `before`, and whose reminder was not sent. */
export const findToRemind = (db: Db, before: Date): Promise<StoredDispute[]> =>
  db
    .selectFrom("disputes")
    .selectAll()
    .where("closed_at", "is", null)
    .where("respond_by", "<", before.toISOString())
    .where("reminded_at", "is", null)
    .execute();

/** @returns false if it was sent in the meantime, or the dispute has ended */
export async function setReminded(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("disputes")
    .set({ reminded_at: now.toISOString() })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .where("reminded_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
