// SQL for the payout details of hosts, which are stored encrypted.
import type { Selectable } from "kysely";
import type { Ctx } from "../../platform/context.ts";
import type { PayoutDetailsTable } from "../../platform/database/schema.ts";

export type PayoutDetailsRow = Selectable<PayoutDetailsTable>;

/** In a transaction, the row is locked until its end. */
export const findPayoutDetails = (
  ctx: Ctx,
  hostId: string,
): Promise<PayoutDetailsRow | undefined> =>
  ctx.db
    .selectFrom("payout_details")
    .selectAll()
    .where("host_id", "=", hostId)
    .$if(ctx.db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

export async function savePayoutDetails(ctx: Ctx, row: PayoutDetailsRow): Promise<void> {
  await ctx.db
    .insertInto("payout_details")
    .values(row)
    .onConflict((conflict) => conflict.column("host_id").doUpdateSet(row))
    .execute();
}

export const deletePayoutDetails = (
  ctx: Ctx,
  hostId: string,
): Promise<PayoutDetailsRow | undefined> =>
  ctx.db
    .deleteFrom("payout_details")
    .where("host_id", "=", hostId)
    .returningAll()
    .executeTakeFirst();

/** The hosts whose details are encrypted with another key. */
export async function findHostsWithOldKey(ctx: Ctx, keyId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("payout_details")
    .select("host_id")
    .where("key_id", "<>", keyId)
    .execute();
  return rows.map((row) => row.host_id);
}
