// SQL for car documents.
import { sql, type Insertable, type Selectable, type SqlBool } from "kysely";
import type { ReminderDays, DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { CarDocumentsTable } from "../../../platform/database/schema.ts";
import type { ListingRow } from "../hosting/host-listings.repository.ts";

export type DocumentRow = Selectable<CarDocumentsTable>;

const isAnyOf = (column: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;

export const findDocuments = (ctx: Ctx, carIds: readonly string[]): Promise<DocumentRow[]> =>
  ctx.db
    .selectFrom("car_documents")
    .selectAll()
    .where(isAnyOf("car_id", carIds))
    .orderBy("car_id")
    .orderBy("kind")
    .execute();

export const findDocument = (
  ctx: Ctx,
  carId: string,
  kind: DocumentKind,
): Promise<DocumentRow | undefined> =>
  ctx.db
    .selectFrom("car_documents")
    .selectAll()
    .where("car_id", "=", carId)
    .where("kind", "=", kind)
    .executeTakeFirst();

/** Call it with the car locked, after the older document of that kind is deleted. */
export const insertDocument = (
  ctx: Ctx,
  document: Insertable<CarDocumentsTable>,
): Promise<DocumentRow> =>
  ctx.db.insertInto("car_documents").values(document).returningAll().executeTakeFirstOrThrow();

/**
 * @param kind undefined for all kinds
 * @returns the deleted documents
 */
export const deleteDocuments = (
  ctx: Ctx,
  carId: string,
  kind?: DocumentKind,
): Promise<DocumentRow[]> =>
  ctx.db
    .deleteFrom("car_documents")
    .where("car_id", "=", carId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "insurance"))
    .returningAll()
    .execute();

/** Documents with their cars, for listings that are not deleted. */
const withCars = (ctx: Ctx) =>
  ctx.db
    .selectFrom("car_listings as car")
    .innerJoin("car_documents as document", "document.car_id", "car.id")
    .where("car.deleted_at", "is", null);

/**
 * Documents that expire between `today` and `last` and may still need a reminder; dueReminder
 * (domain) decides.
 */
const reminders = (ctx: Ctx, today: CalendarDate, last: CalendarDate) =>
  withCars(ctx)
    .where("document.expires_on", ">=", today)
    .where("document.expires_on", "<=", last)
    .where((row) =>
      row.or([row("document.reminded_days", "is", null), row("document.reminded_days", "=", 30)]),
    );

/** Expired insurance documents of cars that are still on the site. */
const overdue = (ctx: Ctx, today: CalendarDate) =>
  withCars(ctx)
    .where("document.kind", "=", "insurance")
    .where("document.expires_on", "<", today)
    .where("car.is_available", "=", true);

const hostsIn = async (rows: Promise<{ host_id: string }[]>): Promise<string[]> =>
  (await rows).map((row) => row.host_id);

export const hostsToRemind = (
  ctx: Ctx,
  today: CalendarDate,
  last: CalendarDate,
): Promise<string[]> =>
  hostsIn(reminders(ctx, today, last).select("car.host_id").distinct().execute());

export const hostsOverdue = (ctx: Ctx, today: CalendarDate): Promise<string[]> =>
  hostsIn(overdue(ctx, today).select("car.host_id").distinct().execute());

const CAR = ["car.make", "car.model", "car.year", "car.title"] as const;

/**
 * A host's documents that may need a reminder. They are locked, so that only one of two jobs
 * reminds.
 */
export const lockReminders = (ctx: Ctx, hostId: string, today: CalendarDate, last: CalendarDate) =>
  reminders(ctx, today, last)
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
  ctx: Ctx,
  hostId: string,
  today: CalendarDate,
): Promise<(ListingRow & { expires_on: string | null })[]> =>
  overdue(ctx, today)
    .where("car.host_id", "=", hostId)
    .selectAll("car")
    .select("document.expires_on")
    .orderBy("car.id")
    .forUpdate()
    .execute();

export async function setReminded(ctx: Ctx, id: string, days: ReminderDays): Promise<void> {
  await ctx.db
    .updateTable("car_documents")
    .set({ reminded_days: days })
    .where("id", "=", id)
    .execute();
}
