// SQL for the lockboxes of cars.
import type { Selectable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { CarLockboxesTable } from "../../../platform/database/schema.ts";

export type LockboxRow = Selectable<CarLockboxesTable>;

/** In a transaction, the row is locked until its end. */
export const findLockbox = (db: Db, carId: string): Promise<LockboxRow | undefined> =>
  db
    .selectFrom("car_lockboxes")
    .selectAll()
    .where("car_id", "=", carId)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

export const carHasLockbox = async (db: Db, carId: string): Promise<boolean> =>
  (await db
    .selectFrom("car_lockboxes")
    .select("car_id")
    .where("car_id", "=", carId)
    .executeTakeFirst()) !== undefined;

/** The cars whose lockbox another key than this one has sealed. */
export const findCarsWithOldKey = async (db: Db, keyId: string): Promise<string[]> =>
  (
    await db.selectFrom("car_lockboxes").select("car_id").where("key_id", "<>", keyId).execute()
  ).map((row) => row.car_id);

/** The lockboxes of a host's cars. */
export const findLockboxesOf = (db: Db, hostId: string): Promise<LockboxRow[]> =>
  db
    .selectFrom("car_lockboxes as lockbox")
    .innerJoin("car_listings as car", "car.id", "lockbox.car_id")
    .selectAll("lockbox")
    .where("car.host_id", "=", hostId)
    .execute();

export async function saveLockbox(db: Db, row: LockboxRow): Promise<void> {
  await db
    .insertInto("car_lockboxes")
    .values(row)
    .onConflict((conflict) => conflict.column("car_id").doUpdateSet(row))
    .execute();
}

/** @returns whether there was one */
export async function deleteLockbox(db: Db, carId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("car_lockboxes")
    .where("car_id", "=", carId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
