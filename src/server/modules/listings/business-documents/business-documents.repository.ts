// SQL for the documents of hosts' businesses.
import type { Insertable, Selectable } from "kysely";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { ReminderDays } from "../../../../domain/listing/car-documents.ts";
import type { BusinessDocumentKind } from "../../../../domain/person/business-documents.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { BusinessDocumentsTable } from "../../../platform/database/schema.ts";

export type BusinessDocumentRow = Selectable<BusinessDocumentsTable>;

export const findBusinessDocuments = (db: Db, hostId: string): Promise<BusinessDocumentRow[]> =>
  db
    .selectFrom("business_documents")
    .selectAll()
    .where("host_id", "=", hostId)
    .orderBy("kind")
    .execute();

export const findBusinessDocument = (
  db: Db,
  hostId: string,
  kind: BusinessDocumentKind,
): Promise<BusinessDocumentRow | undefined> =>
  db
    .selectFrom("business_documents")
    .selectAll()
    .where("host_id", "=", hostId)
    .where("kind", "=", kind)
    .executeTakeFirst();

/** Call it with the account locked, after the older document of that kind is deleted. */
export const insertBusinessDocument = (
  db: Db,
  document: Insertable<BusinessDocumentsTable>,
): Promise<BusinessDocumentRow> =>
  db.insertInto("business_documents").values(document).returningAll().executeTakeFirstOrThrow();

/**
 * @param kind undefined for all kinds
 * @returns the deleted documents
 */
export const deleteBusinessDocuments = (
  db: Db,
  hostId: string,
  kind?: BusinessDocumentKind,
): Promise<BusinessDocumentRow[]> =>
  db
    .deleteFrom("business_documents")
    .where("host_id", "=", hostId)
    .$call((query) => (kind === undefined ? query : query.where("kind", "=", kind)))
    .returningAll()
    .execute();

/** Documents that expire between `today` and `last`; dueReminder (domain) decides. */
const reminders = (db: Db, today: CalendarDate, last: CalendarDate) =>
  db
    .selectFrom("business_documents as document")
    .where("document.expires_on", ">=", today)
    .where("document.expires_on", "<=", last)
    .where((row) =>
      row.or([row("document.reminded_days", "is", null), row("document.reminded_days", "=", 30)]),
    );

export const findBusinessReminders = (db: Db, today: CalendarDate, last: CalendarDate) =>
  reminders(db, today, last)
    .select(["document.host_id", "document.expires_on", "document.reminded_days"])
    .execute();

/** Locks a host's documents that may need a reminder, so that only one of two jobs reminds. */
export const lockBusinessReminders = (
  db: Db,
  hostId: string,
  today: CalendarDate,
  last: CalendarDate,
): Promise<BusinessDocumentRow[]> =>
  reminders(db, today, last)
    .where("document.host_id", "=", hostId)
    .selectAll("document")
    .orderBy("document.expires_on")
    .forUpdate()
    .skipLocked()
    .execute();

export async function setBusinessReminded(db: Db, id: string, days: ReminderDays): Promise<void> {
  await db
    .updateTable("business_documents")
    .set({ reminded_days: days })
    .where("id", "=", id)
    .execute();
}
