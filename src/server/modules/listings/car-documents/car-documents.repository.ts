// SQL for car documents.
import { sql, type Insertable, type Selectable, type SqlBool } from "kysely";
import type { ReminderDays, DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { CarDocumentsTable } from "../../../platform/database/schema.ts";
import type { ListingRow } from "../hosting/host-listings.repository.ts";

export type CarDocumentRow = Selectable<CarDocumentsTable>;

const matchesAny = (column: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;

export const findCarDocuments = (db: Db, carIds: readonly string[]): Promise<CarDocumentRow[]> =>
  db
    .selectFrom("car_documents")
    .selectAll()
    .where(matchesAny("car_id", carIds))
    .orderBy("car_id")
    .orderBy("kind")
    .execute();

export const findCarDocument = (
  db: Db,
  carId: string,
  kind: DocumentKind,
): Promise<CarDocumentRow | undefined> =>
  db
    .selectFrom("car_documents")
    .selectAll()
    .where("car_id", "=", carId)
    .where("kind", "=", kind)
    .executeTakeFirst();

/** Call it with the car locked, after the older document of that kind is deleted. */
export const insertCarDocument = (
  db: Db,
  document: Insertable<CarDocumentsTable>,
): Promise<CarDocumentRow> =>
  db.insertInto("car_documents").values(document).returningAll().executeTakeFirstOrThrow();

/**
 * @param kind undefined for all kinds
 * @returns the deleted documents
 */
export const deleteCarDocuments = (
  db: Db,
  carId: string,
  kind?: DocumentKind,
): Promise<CarDocumentRow[]> =>
  db
    .deleteFrom("car_documents")
    .where("car_id", "=", carId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "insurance"))
    .returningAll()
    .execute();

/** Documents with their cars, for listings that are not deleted. */
const withCars = (db: Db) =>
  db
    .selectFrom("car_listings as car")
    .innerJoin("car_documents as document", "document.car_id", "car.id")
    .where("car.deleted_at", "is", null);

/**
 * Documents that expire between `today` and `last` and may still need a reminder; dueReminder
 * (domain) decides.
 */
const reminders = (db: Db, today: CalendarDate, last: CalendarDate) =>
  withCars(db)
    .where("document.expires_on", ">=", today)
    .where("document.expires_on", "<=", last)
    .where((row) =>
      row.or([row("document.reminded_days", "is", null), row("document.reminded_days", "=", 30)]),
    );

/** Expired insurance documents of cars that are still on the site. */
const overdue = (db: Db, today: CalendarDate) =>
  withCars(db)
    .where("document.kind", "=", "insurance")
    .where("document.expires_on", "<", today)
    .where("car.is_available", "=", true);

const hostsIn = async (rows: Promise<{ host_id: string }[]>): Promise<string[]> =>
  (await rows).map((row) => row.host_id);

export const hostsToRemind = (db: Db, today: CalendarDate, last: CalendarDate): Promise<string[]> =>
  hostsIn(reminders(db, today, last).select("car.host_id").distinct().execute());

export const hostsOverdue = (db: Db, today: CalendarDate): Promise<string[]> =>
  hostsIn(overdue(db, today).select("car.host_id").distinct().execute());

const CAR = ["car.make", "car.model", "car.year", "car.title"] as const;

/**
 * A host's documents that may need a reminder. They are locked, so that only one of two jobs
 * reminds.
 */
export const lockReminders = (db: Db, hostId: string, today: CalendarDate, last: CalendarDate) =>
  reminders(db, today, last)
    .where("car.host_id", "=", hostId)
    .select([
      "document.id",
      "document.kind",
      "document.expires_on",
      "document.reminded_days",
      ...CAR,
    ])
    .orderBy("document.expires_on")
    .orderBy("car.title")
    .forUpdate("document")
    .skipLocked()
    .execute();

/**
 * A host's cars with expired insurance. Car and document are locked together, so that a
 * simultaneous renewal comes before or after.
 */
export const lockOverdue = (
  db: Db,
  hostId: string,
  today: CalendarDate,
): Promise<(ListingRow & { expires_on: CalendarDate | null })[]> =>
  overdue(db, today)
    .where("car.host_id", "=", hostId)
    .selectAll("car")
    .select("document.expires_on")
    .orderBy("car.id")
    .forUpdate()
    .execute();

export async function setReminded(db: Db, id: string, days: ReminderDays): Promise<void> {
  await db.updateTable("car_documents").set({ reminded_days: days }).where("id", "=", id).execute();
}
