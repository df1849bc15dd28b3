// SQL for the inspections of cars after a storm.
import { sql, type SqlBool } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

const waiting = (db: Db) =>
  db
    .selectFrom("storm_cars")
    .innerJoin("storms", "storms.id", "storm_cars.storm_id")
    .innerJoin("car_listings as car", "car.id", "storm_cars.car_id")
    .where("storm_cars.inspected_at", "is", null)
    .where("car.deleted_at", "is", null);

/** A host's cars that wait for an inspection. */
export const findWaitingCars = (db: Db, hostId: string) =>
  waiting(db)
    .select([
      "car.id as car_id",
      "car.title",
      "car.license_plate",
      "storms.id as storm_id",
      "storms.name as storm_name",
      "storms.ended_at",
    ])
    .where("car.host_id", "=", hostId)
    .orderBy("storms.declared_at")
    .orderBy("car.title")
    .orderBy("car.id")
    .execute();

/** The hosts of the cars of a storm, each with the number of cars. */
export const findHostsOf = (db: Db, stormId: string) =>
  waiting(db)
    .select(["car.host_id", (row) => row.fn.countAll<number>().as("cars")])
    .where("storms.id", "=", stormId)
    .groupBy("car.host_id")
    .orderBy("car.host_id")
    .execute();

/** The cars of a storm; those that wait for an inspection first. */
export const findStormCars = (db: Db, stormId: string) =>
  db
    .selectFrom("storm_cars")
    .innerJoin("car_listings as car", "car.id", "storm_cars.car_id")
    .innerJoin("profiles as host", "host.user_id", "car.host_id")
    .select([
      "car.id as car_id",
      "car.title",
      "car.license_plate",
      "car.host_id",
      "host.first_name",
      "host.last_name",
      "storm_cars.inspected_at",
      "storm_cars.photos",
      "storm_cars.note",
    ])
    .where("storm_cars.storm_id", "=", stormId)
    .where("car.deleted_at", "is", null)
    .orderBy("storm_cars.inspected_at", (order) => order.desc().nullsFirst())
    .orderBy("car.title")
    .orderBy("car.id")
    .execute();

/** Locks a car of a storm for its inspection; undefined if the car is not the host's. */
export const lockStormCar = (
  db: Db,
  { hostId, ...of }: { stormId: string; carId: string; hostId: string },
) =>
  db
    .selectFrom("storm_cars")
    .innerJoin("storms", "storms.id", "storm_cars.storm_id")
    .innerJoin("car_listings as car", "car.id", "storm_cars.car_id")
    .select(["storm_cars.inspected_at", "storms.name", "storms.ended_at"])
    .where("storm_cars.storm_id", "=", of.stormId)
    .where("storm_cars.car_id", "=", of.carId)
    .where("car.host_id", "=", hostId)
    .where("car.deleted_at", "is", null)
    .forUpdate("storm_cars")
    .executeTakeFirst();

/** Whether any of the photos with these keys was uploaded before an instant. */
export const hasPhotosFrom = async (
  db: Db,
  keys: readonly string[],
  { before }: { before: string },
): Promise<boolean> =>
  (await db
    .selectFrom("photos")
    .select("id")
    .where(sql<SqlBool>`key = any(${keys}::text[])`)
    .where("created_at", "<", before)
    .executeTakeFirst()) !== undefined;

export const insertInspection = (
  db: Db,
  {
    stormId,
    carId,
    ...inspection
  }: {
    stormId: string;
    carId: string;
    photos: string[];
    note: string | null;
    inspectedBy: string;
  },
  now: Date,
): Promise<unknown> =>
  db
    .updateTable("storm_cars")
    .set({
      photos: inspection.photos,
      note: inspection.note,
      inspected_by: inspection.inspectedBy,
      inspected_at: now.toISOString(),
    })
    .where("storm_id", "=", stormId)
    .where("car_id", "=", carId)
    .execute();
