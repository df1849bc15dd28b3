// SQL for reconciliation: what has to be compared with the provider, and the record of each run.
import { sql, type Selectable, type SqlBool } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PaymentsTable, ReconciliationsTable } from "../../platform/database/schema.ts";

/** The result of a run. */
export type Compared = Pick<
  Selectable<ReconciliationsTable>,
  "compared" | "repaired" | "reported" | "unanswered"
>;
export type ReconciliationRow = Selectable<ReconciliationsTable>;

/**
 * Bookings whose payment is not final (open or authorised checkout, pending action, unknown fee),
 * longest wait first. Once a day also each charge for a trip that is not over or with a provider
 * refund in the last 45 days, which a bank may send back.
 */
export async function findToCompare(
  db: Db,
  limit: number,
  provider: PaymentsTable["provider"],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("payments")
    .select("booking_id")
    .where("provider", "=", provider)
    .where((row) =>
      row.or([
        row("state", "in", ["opening", "open", "authorized"]),
        row("wanted", "is not", null),
        row.and([row("state", "=", "captured"), row("fee_cents", "is", null)]),
        sql<SqlBool>`state = 'captured' and coalesce(compared_at, created_at) < ${now.toISOString()}::timestamptz - interval '1 day'
          and (exists (select from bookings where bookings.id = payments.booking_id and bookings.status = 'approved')
            or exists (select from refunds where refunds.booking_id = payments.booking_id and made_by = 'provider'
              and made_at > ${now.toISOString()}::timestamptz - interval '45 days'))`,
      ]),
    )
    .orderBy(sql`coalesce(compared_at, created_at)`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.booking_id);
}

export async function insertReconciliation(db: Db, now: Date): Promise<number> {
  const { id } = await db
    .insertInto("reconciliations")
    .values({ started_at: now.toISOString(), finished_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function completeReconciliation(
  db: Db,
  id: number,
  found: Compared & { listed_disputes: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable("reconciliations")
    .set({ ...found, finished_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}

/** The start of the latest run that listed and handled all disputes of its period. */
export const lastListing = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom("reconciliations")
      .select("started_at")
      .where("listed_disputes", "=", true)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst()
  )?.started_at;

/** The latest run that finished. */
export const lastReconciliation = (db: Db): Promise<ReconciliationRow | undefined> =>
  db
    .selectFrom("reconciliations")
    .selectAll()
    .where("finished_at", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** The latest runs, finished or not. */
export const newestReconciliations = (db: Db, limit: number): Promise<ReconciliationRow[]> =>
  db.selectFrom("reconciliations").selectAll().orderBy("id", "desc").limit(limit).execute();
