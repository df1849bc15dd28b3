// SQL for the payout details of hosts, which are stored encrypted.
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type {
  PayoutDetailsChangesTable,
  PayoutDetailsTable,
} from "../../platform/database/schema.ts";

export type PayoutDetailsRow = Selectable<PayoutDetailsTable>;

/** In a transaction, the row is locked until its end. */
export const findPayoutDetails = (db: Db, hostId: string): Promise<PayoutDetailsRow | undefined> =>
  db
    .selectFrom("payout_details")
    .selectAll()
    .where("host_id", "=", hostId)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

export async function savePayoutDetails(db: Db, row: PayoutDetailsRow): Promise<void> {
  await db
    .insertInto("payout_details")
    .values(row)
    .onConflict((conflict) => conflict.column("host_id").doUpdateSet(row))
    .execute();
}

export const deletePayoutDetailsRow = (
  db: Db,
  hostId: string,
): Promise<PayoutDetailsRow | undefined> =>
  db.deleteFrom("payout_details").where("host_id", "=", hostId).returningAll().executeTakeFirst();

export type ChangeRow = Selectable<PayoutDetailsChangesTable>;

/** The change that does not apply yet. In a transaction, the row is locked until its end. */
export const findChange = (db: Db, hostId: string): Promise<ChangeRow | undefined> =>
  db
    .selectFrom("payout_details_changes")
    .selectAll()
    .where("host_id", "=", hostId)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

export async function saveChange(db: Db, row: ChangeRow): Promise<void> {
  await db
    .insertInto("payout_details_changes")
    .values(row)
    .onConflict((conflict) => conflict.column("host_id").doUpdateSet(row))
    .execute();
}

export const deleteChange = (db: Db, hostId: string): Promise<ChangeRow | undefined> =>
  db
    .deleteFrom("payout_details_changes")
    .where("host_id", "=", hostId)
    .returningAll()
    .executeTakeFirst();

/**
 * Makes the changes apply whose time has come. Those of suspended hosts wait again until `later`,
 * because somebody else may have entered them. @returns the hosts whose changes apply
 */
export async function applyDueChanges(db: Db, now: string, later: string): Promise<string[]> {
  await db
    .updateTable("payout_details_changes")
    .set({ effective_at: later })
    .where("effective_at", "<=", now)
    .where((row) =>
      row.exists(
        row
          .selectFrom("accounts")
          .select("id")
          .whereRef("id", "=", "host_id")
          .where("suspended_at", "is not", null),
      ),
    )
    .execute();
  const { rows } = await sql<{ host_id: string }>`
    with due as (delete from payout_details_changes where effective_at <= ${now} returning *)
    insert into payout_details (host_id, sealed, key_id, updated_at)
    select host_id, sealed, key_id, effective_at from due
    on conflict (host_id) do update
      set sealed = excluded.sealed, key_id = excluded.key_id, updated_at = excluded.updated_at
    returning host_id`.execute(db);
  return rows.map((row) => row.host_id);
}

/** Whether the host has ever entered details. They may have been removed since. */
export const hadDetails = async (db: Db, hostId: string): Promise<boolean> =>
  (await db
    .selectFrom("audit_events")
    .select("id")
    .where("subject_id", "=", hostId)
    .where("action", "=", "payout_details.change")
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The next to apply first, with the current details. */
export const findChanges = (db: Db, limit: number) =>
  db
    .selectFrom("payout_details_changes as change")
    .innerJoin("profiles as host", "host.user_id", "change.host_id")
    .leftJoin("payout_details as details", "details.host_id", "change.host_id")
    .selectAll("change")
    .select([
      "details.sealed as current",
      "host.email",
      sql<string>`host.first_name || ' ' || host.last_name`.as("host_name"),
    ])
    .orderBy("effective_at")
    .limit(limit)
    .execute();

/** The hosts whose details are encrypted with another key. */
export async function findHostsWithOldKey(db: Db, keyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("payout_details")
    .select("host_id")
    .where("key_id", "<>", keyId)
    .union(db.selectFrom("payout_details_changes").select("host_id").where("key_id", "<>", keyId))
    .execute();
  return rows.map((row) => row.host_id);
}
