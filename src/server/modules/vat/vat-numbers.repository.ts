// SQL for VAT numbers of hosts and of the platform.
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { VatNumbersTable } from "../../platform/database/schema.ts";

export type VatNumberRow = Selectable<VatNumbersTable>;

/**
 * Locks the numbers in use until the transaction ends. Charges share the lock; a change to the
 * numbers takes it exclusively, before any row, so that a charge never misses a number that was in
 * use at its tax point.
 */
export async function lockNumbers(db: Db, how: "shared" | "alone"): Promise<void> {
  const take = sql.raw(how === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`select ${take}(hashtextextended('vat_numbers', 0))`.execute(db);
}

/** Serialises changes to an owner's number until the transaction ends. */
export async function lockOwner(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vat_numbers:${ownerId}`}, 0))`.execute(
    db,
  );
}

/**
 * The numbers of a host and of the platform that were in use at an instant: after they were
 * checked, and up to their end.
 */
export const findNumbersInUse = (db: Db, hostId: string, at: string): Promise<VatNumberRow[]> =>
  db
    .selectFrom("vat_numbers")
    .selectAll()
    .where((where) => where.or([where("owner_id", "=", hostId), where("owner_id", "is", null)]))
    .where("checked_at", "<", at)
    .where((where) => where.or([where("ended_at", "is", null), where("ended_at", ">=", at)]))
    .execute();

/** The pending and the checked number of a host, or of the platform for null. */
export const findNumbers = (db: Db, ownerId: string | null): Promise<VatNumberRow[]> =>
  db
    .selectFrom("vat_numbers")
    .selectAll()
    .where("owner_id", "is not distinct from", ownerId)
    .where("state", "in", ["pending", "checked"])
    .execute();

/** The number that a host entered last, if it was rejected. */
export const findLatestIfRejected = (
  db: Db,
  hostId: string,
): Promise<(VatNumberRow & { reason: string }) | undefined> =>
  db
    .selectFrom((latest) =>
      latest
        .selectFrom("vat_numbers")
        .selectAll()
        .where("owner_id", "=", hostId)
        .orderBy("submitted_at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .as("latest"),
    )
    .selectAll()
    .where("state", "=", "rejected")
    .$narrowType<{ reason: string }>()
    .executeTakeFirst();

/** Whether another owner's checked number is the same. */
export const isTaken = async (
  db: Db,
  vatNumber: string,
  ownerId: string | null,
): Promise<boolean> =>
  (await db
    .selectFrom("vat_numbers")
    .select("id")
    .where("vat_number", "=", vatNumber)
    .where("state", "=", "checked")
    .where("owner_id", "is distinct from", ownerId)
    .executeTakeFirst()) !== undefined;

export const insertNumber = (
  db: Db,
  number: Pick<
    VatNumberRow,
    | "owner_id"
    | "vat_number"
    | "legal_name"
    | "state"
    | "submitted_at"
    | "checked_at"
    | "decided_by"
  >,
): Promise<VatNumberRow> =>
  db
    .insertInto("vat_numbers")
    .values({ ...number, ended_at: null, reason: null })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findNumber = (db: Db, id: string): Promise<VatNumberRow | undefined> =>
  db.selectFrom("vat_numbers").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks one number for the rest of the transaction. */
export const lockNumber = (db: Db, id: string): Promise<VatNumberRow | undefined> =>
  db.selectFrom("vat_numbers").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function updateNumber(
  db: Db,
  id: string,
  change: Partial<
    Pick<VatNumberRow, "state" | "checked_at" | "ended_at" | "decided_by" | "reason">
  >,
): Promise<void> {
  await db.updateTable("vat_numbers").set(change).where("id", "=", id).execute();
}

/** Ends the numbers of an owner that are in one of these states. @returns those that ended */
export const endNumbers = (
  db: Db,
  ownerId: string | null,
  states: readonly ("pending" | "checked")[],
  at: string,
): Promise<VatNumberRow[]> =>
  db
    .updateTable("vat_numbers")
    .set({ state: "removed", ended_at: at })
    .where("owner_id", "is not distinct from", ownerId)
    .where("state", "in", states)
    .returningAll()
    .execute();

/** The numbers to check, oldest first, or those in use, newest first. */
export const findNumbersForAdmins = (db: Db, state: "pending" | "checked", limit: number) =>
  db
    .selectFrom("vat_numbers as number")
    .innerJoin("profiles as host", "host.user_id", "number.owner_id")
    .where("number.state", "=", state)
    .selectAll("number")
    .select(["host.user_id", "host.first_name", "host.last_name", "host.email"])
    .orderBy(
      sql`coalesce(number.checked_at, number.submitted_at)`,
      state === "checked" ? "desc" : "asc",
    )
    .orderBy("number.id")
    .limit(limit)
    .execute();
