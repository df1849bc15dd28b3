// SQL for disputes: the provider's status of charges that banks question.
import { sql, type Selectable, type SqlBool } from "kysely";
import type { Ctx } from "../../platform/context.ts";
import type { DisputeState } from "../../platform/payments/provider.ts";
import type { DisputesTable } from "../../platform/database/schema-money.ts";

export type StoredDispute = Selectable<DisputesTable>;
export type Dispute = StoredDispute & { is_new: boolean };

export async function lockDispute(ctx: Ctx, id: string): Promise<Dispute | undefined> {
  const row = await ctx.db
    .selectFrom("disputes")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, is_new: false };
}

/**
 * A new dispute starts as an inquiry whatever its current state, so that the way to that state is
 * booked step by step.
 */
export async function insertDispute(
  ctx: Ctx,
  bookingId: string,
  provided: DisputeState,
): Promise<Dispute> {
  const row = await ctx.db
    .insertInto("disputes")
    .values({
      id: provided.id,
      booking_id: bookingId,
      amount_cents: provided.amountCents,
      reason: provided.reason,
      state: "inquiry",
      opened_at: ctx.clock.now().toISOString(),
      closed_at: null,
      asked_at: ctx.clock.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, is_new: true };
}

export async function noteAsked(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable("disputes")
    .set({ asked_at: ctx.clock.now().toISOString() })
    .where("id", "=", id)
    .execute();
}

/** Stores a booked state, and the highest fee that was named. */
export async function updateDispute(
  ctx: Ctx,
  { id, state, feeCents }: DisputeState,
): Promise<void> {
  const isClosed = state === "won" || state === "lost" || state === "dropped";
  const hasMoved = state !== "inquiry" && state !== "dropped";
  await ctx.db
    .updateTable("disputes")
    .set({
      state,
      fee_cents: sql<number>`greatest(fee_cents, ${hasMoved ? feeCents : 0})`,
      closed_at: isClosed
        ? sql<string>`coalesce(closed_at, ${ctx.clock.now().toISOString()})`
        : null,
    })
    .where("id", "=", id)
    .execute();
}

/** The number of days in which banks accept appeals against a loss. */
const APPEAL_DAYS = 90;

/** Disputes whose end is unknown and, once a day, losses that may still be overturned. */
export async function findOpenDisputes(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("disputes")
    .select("id")
    .where((row) =>
      row.or([
        row("closed_at", "is", null),
        sql<SqlBool>`state = 'lost' and closed_at > ${ctx.clock.now().toISOString()}::timestamptz - make_interval(days => ${APPEAL_DAYS})
          and asked_at < ${ctx.clock.now().toISOString()}::timestamptz - interval '1 day'`,
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The disputes of one booking, oldest first. */
export const findDisputes = (ctx: Ctx, bookingId: string): Promise<StoredDispute[]> =>
  ctx.db
    .selectFrom("disputes")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("opened_at")
    .execute();

/** Where the list of all disputes continues: after this one. */
export interface DisputePosition {
  isOpen: boolean;
  /** The opening time, as PostgreSQL writes it. */
  key: string;
  id: string;
}
export type DisputeRow = StoredDispute & { key: string };

/** All disputes: open ones first, then the newest. */
export const findDisputesPage = (
  ctx: Ctx,
  { after, limit }: { after: DisputePosition | undefined; limit: number },
): Promise<DisputeRow[]> =>
  ctx.db
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
