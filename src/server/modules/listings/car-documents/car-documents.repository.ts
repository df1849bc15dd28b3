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
    .$call((query) => (kind === undefined ? query : query.where("kind", "=", kind)))
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

/** The day of the inspection, or of its upload if the host has not entered it. */
const INSPECTED_ON = sql`coalesce(document.inspected_on, (document.created_at at time zone 'America/Nassau')::date)`;

/**
 * Inspections no later than `latest` whose document is still valid; findDueInspection (domain)
 * decides.
 */
const inspections = (db: Db, today: CalendarDate, latest: CalendarDate) =>
  withCars(db)
    .where("document.kind", "=", "inspection")
    .where("document.expires_on", ">=", today)
    .where(sql<SqlBool>`${INSPECTED_ON} <= ${latest}`)
    .where(
      sql<SqlBool>`(document.inspection_reminded_for is null or document.inspection_reminded_for < ${today})`,
    );

const hostsIn = async (rows: Promise<{ host_id: string }[]>): Promise<string[]> =>
  (await rows).map((row) => row.host_id);

const EXPIRY = ["document.expires_on", "document.reminded_days"] as const;
const INSPECTION = [
  "document.expires_on",
  "document.inspected_on",
  "document.inspection_reminded_for",
  "document.created_at",
] as const;

export const findReminders = (db: Db, today: CalendarDate, last: CalendarDate) =>
  reminders(db, today, last)
    .select(["car.host_id", ...EXPIRY])
    .execute();

export const findInspections = (db: Db, today: CalendarDate, latest: CalendarDate) =>
  inspections(db, today, latest)
    .select(["car.host_id", ...INSPECTION])
    .execute();

/** The hosts of approved cars who have not been notified with this key. */
export const findHostsToRemindOfLicensing = (db: Db, key: string): Promise<string[]> =>
  hostsIn(
    db
      .selectFrom("car_listings as car")
      .where("car.deleted_at", "is", null)
      .where("car.is_approved", "=", true)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("notifications as sent")
              .select("sent.id")
              .whereRef("sent.user_id", "=", "car.host_id")
              .where("sent.event_key", "=", key),
          ),
        ),
      )
      .select("car.host_id")
      .distinct()
      .execute(),
  );

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
    .select(["document.id", "document.kind", ...EXPIRY, ...CAR])
    .orderBy("document.expires_on")
    .orderBy("car.title")
    .forUpdate("document")
    .skipLocked()
    .execute();

/** A host's inspections that may need a reminder, locked like lockReminders. */
export const lockInspections = (
  db: Db,
  hostId: string,
  today: CalendarDate,
  latest: CalendarDate,
) =>
  inspections(db, today, latest)
    .where("car.host_id", "=", hostId)
    .select(["document.id", "document.kind", ...INSPECTION, ...CAR])
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

/** @param due the day of the inspection of which the host is reminded */
export async function setInspectionReminded(db: Db, id: string, due: CalendarDate): Promise<void> {
  await db
    .updateTable("car_documents")
    .set({ inspection_reminded_for: due })
    .where("id", "=", id)
    .execute();
}
