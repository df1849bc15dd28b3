// SQL for payouts: marking and finding them. payout-batches.repository.ts creates them,
// payout-lines.repository.ts has their lines.
import { sql, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { PayoutState } from "../../../domain/money/payout.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import type { PayoutsTable } from "../../platform/database/schema.ts";
import { readId, personText, readText } from "../../platform/database/text-search.ts";

const payouts = (db: Db) =>
  db
    .selectFrom("payouts as payout")
    .innerJoin("payout_batches as batch", "batch.id", "payout.batch_id")
    .innerJoin("profiles as host", "host.user_id", "payout.host_id")
    .selectAll("payout")
    .select([
      "batch.period_end",
      "batch.created_at",
      "host.first_name",
      "host.email",
      sql<string>`host.first_name || ' ' || host.last_name`.as("host_name"),
    ]);
/** A payout with its host and its batch's dates. */
export type PayoutRow = Awaited<ReturnType<ReturnType<typeof payouts>["executeTakeFirstOrThrow"]>>;

/** @throws DomainError not_found */
export async function getPayout(db: Db, id: string): Promise<PayoutRow> {
  const row = await payouts(db).where("payout.id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "payout" });
  return row;
}

export const findPayouts = (db: Db, ids: readonly string[]): Promise<PayoutRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : payouts(db).where("payout.id", "in", ids).execute();

/** A host's payouts, newest first, before the batch of the Sunday `before`. */
export const findHostPayouts = (
  db: Db,
  hostId: string,
  { before, limit }: { before: CalendarDate | undefined; limit: number },
): Promise<PayoutRow[]> =>
  payouts(db)
    .where("payout.host_id", "=", hostId)
    .$if(before !== undefined, (query) => query.where("batch.period_end", "<", before!))
    .orderBy("batch.period_end", "desc")
    .limit(limit)
    .execute();

/** The payouts made on days in Nassau, oldest first. An end that is not given is open. */
export const findPayoutsMade = (
  db: Db,
  { from, to }: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
  { after, limit }: { after: PayoutRow | undefined; limit: number },
): Promise<PayoutRow[]> => {
  const madeOn = sql<CalendarDate>`(batch.created_at at time zone 'America/Nassau')::date`;
  return payouts(db)
    .$if(from !== undefined, (query) => query.where(sql<SqlBool>`${madeOn} >= ${from}::date`))
    .$if(to !== undefined, (query) => query.where(sql<SqlBool>`${madeOn} <= ${to}::date`))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(batch.period_end, payout.id) > (${after?.period_end}::date, ${after?.id}::uuid)`,
      ),
    )
    .orderBy("batch.period_end")
    .orderBy("payout.id")
    .limit(limit)
    .execute();
};

/** The payouts of a batch, largest first, starting after `after`, whose key is an amount. */
export const findPayoutsIn = (
  db: Db,
  batchId: string,
  { state, search }: { state?: PayoutState | undefined; search?: string | undefined },
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<PayoutRow[]> => {
  const id = search && readId(search);
  return payouts(db)
    .where("payout.batch_id", "=", batchId)
    .$if(state !== undefined, (query) => query.where("payout.state", "=", state ?? "pending"))
    .$if(id !== undefined && id !== "", (query) =>
      query.where(sql<SqlBool>`${id} in (payout.id, payout.host_id)`),
    )
    .$if(search !== undefined && search !== "" && !id, (query) =>
      query.where(
        sql<SqlBool>`(${readText(personText("host"), search ?? "")} or payout.reference = upper(${search ?? ""}))`,
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(payout.amount_cents, payout.id) < (${after?.key}::bigint, ${after?.id}::uuid)`,
      ),
    )
    .orderBy("payout.amount_cents", "desc")
    .orderBy("payout.id", "desc")
    .limit(limit)
    .execute();
};

/** All pending payouts of a batch, for the bank. */
export const findPending = (db: Db, batchId: string): Promise<PayoutRow[]> =>
  payouts(db)
    .where("payout.batch_id", "=", batchId)
    .where("payout.state", "=", "pending")
    .orderBy("payout.reference")
    .execute();

/** Locked for the rest of the transaction. @throws DomainError not_found */
export async function lockPayout(db: Db, id: string): Promise<Selectable<PayoutsTable>> {
  const row = await db
    .selectFrom("payouts")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "payout" });
  return row;
}

export const updatePayout = async (
  db: Db,
  id: string,
  change: Updateable<PayoutsTable>,
): Promise<void> => {
  await db.updateTable("payouts").set(change).where("id", "=", id).execute();
};

/** @returns the payouts that were pending. */
export const payPending = (
  db: Db,
  batchId: string,
  bankReference: string,
  now: Date,
): Promise<{ id: string; host_id: string; amount_cents: number }[]> =>
  db
    .updateTable("payouts")
    .set({ state: "paid", paid_at: now.toISOString(), bank_reference: bankReference })
    .where("batch_id", "=", batchId)
    .where("state", "=", "pending")
    .returning(["id", "host_id", "amount_cents"])
    .execute();

/** Releases the lines of a failed payout. */
export const releaseLines = async (db: Db, payoutId: string, now: Date): Promise<void> => {
  await db
    .updateTable("payout_items")
    .set({ released_at: now.toISOString() })
    .where("payout_id", "=", payoutId)
    .execute();
};

/** The payouts whose account details are encrypted with another key. */
export async function findPayoutsWithOldKey(db: Db, keyId: string): Promise<string[]> {
  const rows = await db.selectFrom("payouts").select("id").where("key_id", "<>", keyId).execute();
  return rows.map((row) => row.id);
}

/** Labels of payouts and batches for the audit log, by id: the host, and the Sunday. */
export async function findPayoutLabels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const batchRows = await db
    .selectFrom("payout_batches")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  return new Map([
    ...batchRows.map((row): [string, string] => [
      row.id,
      `All, up to ${formatMonthDayYear(row.period_end)}`,
    ]),
    ...(await findPayouts(db, ids)).map((row): [string, string] => [
      row.id,
      `${row.host_name}, up to ${formatMonthDayYear(row.period_end)}`,
    ]),
  ]);
}
