// SQL for the cancellations of hosts, and their fees.
import { sql, type Selectable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { HostCancellationsTable } from "../../../platform/database/schema.ts";

/**
 * How often a host has cancelled since a time. Cancellations with a waived fee, because of a
 * missing deposit, or in a storm don't count.
 */
export async function countCancellations(db: Db, hostId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("host_cancellations")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("host_id", "=", hostId)
    .where("cancelled_at", ">=", since.toISOString())
    .where("waived_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("bookings")
          .whereRef("bookings.id", "=", "host_cancellations.booking_id")
          .where("storm_id", "is", null),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deposits")
            .whereRef("deposits.booking_id", "=", "host_cancellations.booking_id")
            .where("host_decision", "=", "cancel"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a bank has taken a booking's payment back, or is deciding about it. */
export async function isPaymentDisputed(db: Db, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{ is_disputed: boolean }>`
    select exists (select from disputes where booking_id = ${bookingId} and later_charge_id is null and deposit_hold_id is null and state in ('open', 'lost')) as is_disputed`.execute(
    db,
  );
  return rows[0]?.is_disputed ?? false;
}

/** Whether the host has decided to cancel because the renter's card could not hold the deposit. */
export const isDepositMissing = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom("deposits")
    .select("booking_id")
    .where("booking_id", "=", bookingId)
    .where("host_decision", "=", "cancel")
    .executeTakeFirst()) !== undefined;

export const insertCancellation = async (
  db: Db,
  cancellation: Pick<
    Selectable<HostCancellationsTable>,
    "booking_id" | "host_id" | "reason" | "fee_cents" | "cancelled_at"
  >,
): Promise<void> => {
  await db.insertInto("host_cancellations").values(cancellation).execute();
};

/** Locked for the rest of the transaction. */
export const lockCancellation = (
  db: Db,
  bookingId: string,
): Promise<Selectable<HostCancellationsTable> | undefined> =>
  db
    .selectFrom("host_cancellations")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();

export const storeWaiver = async (
  db: Db,
  bookingId: string,
  waiver: Required<
    Pick<Selectable<HostCancellationsTable>, "waived_at" | "waived_by" | "waive_reason">
  >,
): Promise<void> => {
  await db
    .updateTable("host_cancellations")
    .set(waiver)
    .where("booking_id", "=", bookingId)
    .execute();
};

/** What a host owes the platform, in integer cents; below zero if the host is owed money. */
export async function readDebt(db: Db, hostId: string): Promise<number> {
  const { cents } = await db
    .selectFrom("ledger_entries")
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"))
    .where("account", "=", "host_payable")
    .where("owner_id", "=", hostId)
    .executeTakeFirstOrThrow();
  return cents;
}

/** Whether the account is deleted, so that nothing can be paid to it. */
export async function hasLeft(db: Db, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom("accounts")
    .select("deleted_at")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account?.deleted_at !== null;
}
