// The SQL of disputes, the provider's word on charges that banks question.
import { sql, type Selectable } from "kysely";
import type { Ctx } from "../../platform/context.ts";
import type { DisputeState } from "../../platform/payments/provider.ts";
import type { DisputesTable } from "../../platform/schema-money.ts";

export type Dispute = Selectable<DisputesTable> & { is_new: boolean };

export async function lockDispute(ctx: Ctx, id: string): Promise<Dispute | undefined> {
  const row = await ctx.db.selectFrom("disputes").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row && { ...row, is_new: false };
}

/** Begins as an inquiry, whatever it is by now: the way to its state is booked step by step. */
export async function insertDispute(ctx: Ctx, bookingId: string, word: DisputeState): Promise<Dispute> {
  const row = await ctx.db
    .insertInto("disputes")
    .values({
      id: word.id,
      booking_id: bookingId,
      amount_cents: word.amountCents,
      reason: word.reason,
      state: "inquiry",
      opened_at: ctx.clock.now().toISOString(),
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, is_new: true };
}

/** Keeps a state that was booked. The fee stays as it was when the money was taken back. */
export async function updateDispute(ctx: Ctx, { id, state, feeCents }: DisputeState): Promise<void> {
  const isClosed = state === "won" || state === "lost";
  await ctx.db
    .updateTable("disputes")
    .set((row) => ({
      state,
      fee_cents:
        state === "inquiry"
          ? 0
          : sql<number>`case when ${row.ref("state")} = 'inquiry' then ${feeCents} else fee_cents end`,
      closed_at: isClosed ? ctx.clock.now().toISOString() : null,
    }))
    .where("id", "=", id)
    .execute();
}

/** Those whose end we have not heard of. */
export async function findOpenDisputes(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.selectFrom("disputes").select("id").where("closed_at", "is", null).execute();
  return rows.map((row) => row.id);
}

/** Of one booking, oldest first. */
export const findDisputes = (ctx: Ctx, bookingId: string): Promise<Selectable<DisputesTable>[]> =>
  ctx.db.selectFrom("disputes").selectAll().where("booking_id", "=", bookingId).orderBy("opened_at").execute();
