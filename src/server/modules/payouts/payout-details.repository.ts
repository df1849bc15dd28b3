// SQL for the payout details of hosts, which are stored encrypted.
import type { Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PayoutDetailsTable } from "../../platform/database/schema.ts";

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

/** The hosts whose details are encrypted with another key. */
export async function findHostsWithOldKey(db: Db, keyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("payout_details")
    .select("host_id")
    .where("key_id", "<>", keyId)
    .execute();
  return rows.map((row) => row.host_id);
}
