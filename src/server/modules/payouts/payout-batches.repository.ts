// SQL for batches of payouts: creating, exporting and finding them, and the hosts they did not pay.
import { sql, type SqlBool } from "kysely";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { CarriedReason, PayoutState } from "../../../domain/money/payout.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import { IS_HOST_FEE, NOT_ON_HOLD, UNPAID } from "./payout-lines.repository.ts";

export const hasBatch = async (db: Db, periodEnd: CalendarDate): Promise<boolean> =>
  (await db
    .selectFrom("payout_batches")
    .select("id")
    .where("period_end", "=", periodEnd)
    .executeTakeFirst()) !== undefined;

/**
 * @returns undefined if the Sunday already has its batch. A concurrent call waits here for the
 * first.
 */
export async function insertBatch(
  db: Db,
  periodEnd: CalendarDate,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto("payout_batches")
    .values({ period_end: periodEnd, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column("period_end").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/**
 * Creates the payouts of a batch: for each host one payout of the lines that are in none yet, or a
 * record of why not (carriedBecause in domain/money/payout.ts). A single statement, so that all of
 * it sees the same ledger.
 */
export async function makePayouts(
  db: Db,
  batchId: string,
  periodEnd: CalendarDate,
): Promise<{ id: string; host_id: string; amount_cents: number }[]> {
  const { rows } = await sql<{ id: string; host_id: string; amount_cents: number }>`
    with line as materialized (
      select entry.id, entry.owner_id as host_id, -entry.amount_cents as amount_cents
      from ledger_entries entry
        join ledger_transactions movement on movement.id = entry.transaction_id
        join bookings booking on booking.id = movement.booking_id
      where entry.account = 'host_payable' and (coalesce(booking.ended_on, booking.end_date) <= ${periodEnd} or ${IS_HOST_FEE}) and ${UNPAID} and ${NOT_ON_HOLD}
    ), balance as (
      select host_id, sum(amount_cents)::bigint as amount_cents from line group by host_id
    ), verdict as materialized (
      select balance.*, details.sealed, details.key_id,
        case when account.suspended_at is not null then 'suspended'
             when balance.amount_cents <= 0 then 'nothing_due'
             when details.host_id is null then 'no_bank_details' end as carried,
        gen_random_uuid() as id
      from balance join accounts account on account.id = balance.host_id
        left join payout_details details on details.host_id = balance.host_id
    ), made as (
      insert into payouts (id, batch_id, host_id, reference, amount_cents, method, sealed, key_id, state)
      select id, ${batchId}, host_id, upper(right(id::text, 12)), amount_cents, 'bank_batch', sealed, key_id, 'pending'
      from verdict where carried is null
    ), item as (
      insert into payout_items (payout_id, entry_id)
      select verdict.id, line.id from verdict join line on line.host_id = verdict.host_id where carried is null
    ), note as (
      insert into payout_carried (batch_id, host_id, amount_cents, reason)
      select ${batchId}, host_id, amount_cents, carried from verdict where carried is not null
    )
    select id, host_id, amount_cents from verdict where carried is null`.execute(db);
  return rows;
}

const counted = (state: PayoutState) =>
  sql<{ payouts: number; amount_cents: number }>`(
    select jsonb_build_object('payouts', count(*), 'amount_cents', coalesce(sum(amount_cents), 0))
    from payouts where batch_id = batch.id and state = ${sql.lit(state)})`.as(state);

const batches = (db: Db) =>
  db
    .selectFrom("payout_batches as batch")
    .leftJoin("profiles as admin", "admin.user_id", "batch.exported_by")
    .select(["batch.id", "period_end", "batch.created_at", "exported_at"])
    .select([
      sql<string | null>`admin.first_name || ' ' || admin.last_name`.as("exported_by"),
      counted("pending"),
      counted("paid"),
      counted("failed"),
      sql<number>`(select count(*) from payout_carried where batch_id = batch.id)`.as("carried"),
    ]);
/** A batch with the totals of its payouts by state. */
export type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>["executeTakeFirstOrThrow"]>>;

/** Newest first, before the batch of the Sunday `before`. */
export const findBatches = (
  db: Db,
  { before, limit }: { before: CalendarDate | undefined; limit: number },
): Promise<BatchRow[]> =>
  batches(db)
    .$if(before !== undefined, (query) => query.where("period_end", "<", before!))
    .orderBy("period_end", "desc")
    .limit(limit)
    .execute();

/** @throws DomainError not_found */
export async function getBatch(db: Db, id: string): Promise<BatchRow> {
  const row = await batches(db).where("batch.id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "batch" });
  return row;
}

/**
 * The time of the batch's last export; the batch is locked for the rest of the transaction.
 * @throws DomainError not_found
 */
export async function lockExport(db: Db, batchId: string): Promise<string | null> {
  const row = await db
    .selectFrom("payout_batches")
    .select("exported_at")
    .where("id", "=", batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "batch" });
  return row.exported_at;
}

export const recordExport = async (
  db: Db,
  batchId: string,
  adminId: string,
  now: Date,
): Promise<void> => {
  await db
    .updateTable("payout_batches")
    .set({ exported_at: now.toISOString(), exported_by: adminId })
    .where("id", "=", batchId)
    .execute();
};

/**
 * The carried hosts of a batch, largest balance first, starting after `after`, whose key is an
 * amount.
 */
export const findCarried = (
  db: Db,
  batchId: string,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<
  {
    host_id: string;
    host_name: string;
    email: string;
    amount_cents: number;
    reason: CarriedReason;
  }[]
> =>
  db
    .selectFrom("payout_carried as carried")
    .innerJoin("profiles as host", "host.user_id", "carried.host_id")
    .where("carried.batch_id", "=", batchId)
    .select([
      "carried.host_id",
      "carried.amount_cents",
      "carried.reason",
      "host.email",
      sql<string>`host.first_name || ' ' || host.last_name`.as("host_name"),
    ])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(carried.amount_cents, carried.host_id) < (${after?.key}::bigint, ${after?.id}::uuid)`,
      ),
    )
    .orderBy("carried.amount_cents", "desc")
    .orderBy("carried.host_id", "desc")
    .limit(limit)
    .execute();

/** The hosts that a batch could not pay because they have not entered payout details. */
export const findUnaddressed = (
  db: Db,
  batchId: string,
): Promise<{ host_id: string; first_name: string; amount_cents: number }[]> =>
  db
    .selectFrom("payout_carried as carried")
    .innerJoin("profiles as host", "host.user_id", "carried.host_id")
    .where("carried.batch_id", "=", batchId)
    .where("carried.reason", "=", "no_bank_details")
    .select(["carried.host_id", "host.first_name", "carried.amount_cents"])
    .execute();
