// SQL for refunds: decisions to refund, and their outcome.
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { RefundsTable } from "../../platform/database/schema.ts";

export type RefundRow = Selectable<RefundsTable>;

/** The refunds of one booking, oldest first. */
export const findRefunds = (db: Db, bookingId: string): Promise<RefundRow[]> =>
  db
    .selectFrom("refunds")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("position")
    .execute();

export type NewRefund = Omit<
  RefundRow,
  "position" | "refused" | "made_at" | "made_by" | "dispute_id"
>;

/** @returns whether the refund is new. A repeat with the same id changes nothing. */
export async function insertRefund(db: Db, refund: NewRefund): Promise<boolean> {
  const row = await db
    .insertInto("refunds")
    .values({ ...refund, made_at: null, made_by: null, dispute_id: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const findRefund = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * @param disputeId the dispute that returned the money; null if the provider made the refund
 * @param amounts if only a part was made
 */
export async function markMade(
  db: Db,
  id: string,
  disputeId: string | null,
  now: Date,
  amounts: Partial<Pick<RefundRow, "amount_cents" | "borne_by_host_cents">> = {},
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({
      made_at: now.toISOString(),
      made_by: disputeId === null ? "provider" : "dispute",
      dispute_id: disputeId,
      ...amounts,
    })
    .where("id", "=", id)
    .execute();
}

/** Counts a refusal; processes that saw the same refusal count it once. */
export async function countRefusal(
  db: Db,
  { id, refused }: Pick<RefundRow, "id" | "refused">,
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ refused: refused + 1 })
    .where("id", "=", id)
    .where("refused", "=", refused)
    .execute();
}

/** Makes the refunds that a dispute had settled pending again. @returns integer cents */
export async function reopen(db: Db, disputeId: string): Promise<number> {
  const rows = await db
    .updateTable("refunds")
    .set({ made_at: null, made_by: null, dispute_id: null })
    .where("dispute_id", "=", disputeId)
    .returning("amount_cents")
    .execute();
  return rows.reduce((sum, row) => sum + row.amount_cents, 0);
}

/** The amount of a booking's charge that banks have taken back for good, in integer cents. */
export async function lostToDisputes(db: Db, bookingId: string): Promise<number> {
  const { lost } = await db
    .selectFrom("disputes")
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as("lost"))
    .where("booking_id", "=", bookingId)
    .where("state", "=", "lost")
    .executeTakeFirstOrThrow();
  return lost;
}
