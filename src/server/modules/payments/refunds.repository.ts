// The SQL of refunds: decisions to give money back, and what became of them.
import { sql, type Selectable } from "kysely";
import type { Ctx } from "../../platform/context.ts";
import type { RefundsTable } from "../../platform/schema-money.ts";

export type Refund = Selectable<RefundsTable>;

/** Of one booking, oldest first. */
export const findRefunds = (ctx: Ctx, bookingId: string): Promise<Refund[]> =>
  ctx.db.selectFrom("refunds").selectAll().where("booking_id", "=", bookingId).orderBy("position").execute();

/** @returns whether it is new: repeated under its id it is the one that was decided first. */
export async function insertRefund(
  ctx: Ctx,
  refund: Omit<Refund, "position" | "made_at" | "made_by">,
): Promise<boolean> {
  const row = await ctx.db
    .insertInto("refunds")
    .values({ ...refund, made_at: null, made_by: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const findRefund = (ctx: Ctx, id: string): Promise<Refund | undefined> =>
  ctx.db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst();

export async function markMade(ctx: Ctx, ids: readonly string[], by: "provider" | "dispute"): Promise<void> {
  await ctx.db
    .updateTable("refunds")
    .set({ made_at: ctx.clock.now().toISOString(), made_by: by })
    .where("id", "in", ids)
    .execute();
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
