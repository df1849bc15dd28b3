// The SQL of refunds: decisions to give money back, and what became of them.
import { sql, type Selectable } from "kysely";
import type { Ctx } from "../../platform/context.ts";
import type { RefundsTable } from "../../platform/database/schema-money.ts";

export type Refund = Selectable<RefundsTable>;

/** Of one booking, oldest first. */
export const findRefunds = (ctx: Ctx, bookingId: string): Promise<Refund[]> =>
  ctx.db.selectFrom("refunds").selectAll().where("booking_id", "=", bookingId).orderBy("position").execute();

export type NewRefund = Omit<Refund, "position" | "refused" | "made_at" | "made_by" | "dispute_id">;

/** @returns whether it is new: repeated under its id it is the one that was decided first. */
export async function insertRefund(ctx: Ctx, refund: NewRefund): Promise<boolean> {
  const row = await ctx.db
    .insertInto("refunds")
    .values({ ...refund, made_at: null, made_by: null, dispute_id: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const findRefund = (ctx: Ctx, id: string): Promise<Refund | undefined> =>
  ctx.db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * @param disputeId of the dispute that has given it back; null where the provider has made it
 * @param amounts where only a part of it was made
 */
export async function markMade(
  ctx: Ctx,
  id: string,
  disputeId: string | null,
  amounts: Partial<Pick<Refund, "amount_cents" | "borne_by_host_cents">> = {},
): Promise<void> {
  await ctx.db
    .updateTable("refunds")
    .set({
      made_at: ctx.clock.now().toISOString(),
      made_by: disputeId === null ? "provider" : "dispute",
      dispute_id: disputeId,
      ...amounts,
    })
    .where("id", "=", id)
    .execute();
}

/** Counts a refusal, once of those who heard of the same one. */
export async function countRefusal(ctx: Ctx, { id, refused }: Pick<Refund, "id" | "refused">): Promise<void> {
  await ctx.db
    .updateTable("refunds")
    .set({ refused: refused + 1 })
    .where("id", "=", id)
    .where("refused", "=", refused)
    .execute();
}

/** What a dispute had settled waits again. @returns integer cents */
export async function reopen(ctx: Ctx, disputeId: string): Promise<number> {
  const rows = await ctx.db
    .updateTable("refunds")
    .set({ made_at: null, made_by: null, dispute_id: null })
    .where("dispute_id", "=", disputeId)
    .returning("amount_cents")
    .execute();
  return rows.reduce((sum, row) => sum + row.amount_cents, 0);
}

/** What banks have taken back of a booking's charge for good, integer cents. */
export async function lostToDisputes(ctx: Ctx, bookingId: string): Promise<number> {
  const { lost } = await ctx.db
    .selectFrom("disputes")
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as("lost"))
    .where("booking_id", "=", bookingId)
    .where("state", "=", "lost")
    .executeTakeFirstOrThrow();
  return lost;
}
