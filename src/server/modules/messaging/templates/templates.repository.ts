// SQL for message templates, and for the bookings that they are filled in with.
import { sql, type Selectable, type SqlBool } from "kysely";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { MAX_TEMPLATE_DELAY_HOURS } from "../../../../domain/message/template.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { MessageTemplatesTable } from "../../../platform/database/schema.ts";
import { CURRENT_STORM } from "../../bookings/storms/storms.service.ts";

export type TemplateRow = Selectable<MessageTemplatesTable>;
export type GivenTemplate = Pick<TemplateRow, "name" | "body" | "moment">;

const HOUR_MS = 3_600_000;

export const findTemplates = (db: Db, hostId: string): Promise<TemplateRow[]> =>
  db
    .selectFrom("message_templates")
    .selectAll()
    .where("host_id", "=", hostId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const findTemplate = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  db.selectFrom("message_templates").selectAll().where("id", "=", id).executeTakeFirst();

export const insertTemplate = (
  db: Db,
  hostId: string,
  given: GivenTemplate,
  now: Date,
): Promise<unknown> => {
  const at = now.toISOString();
  return db
    .insertInto("message_templates")
    .values({ ...given, host_id: hostId, created_at: at, changed_at: at })
    .execute();
};

/** @returns whether the host has the template */
export async function updateTemplate(
  db: Db,
  { id, hostId }: { id: string; hostId: string },
  given: GivenTemplate,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("message_templates")
    .set({ ...given, changed_at: now.toISOString() })
    .where("id", "=", id)
    .where("host_id", "=", hostId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns whether the host had the template */
export async function deleteTemplate(db: Db, id: string, hostId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("message_templates")
    .where("id", "=", id)
    .where("host_id", "=", hostId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

const APPROVED_AT = sql<string>`coalesce((select max(at) from audit_events where subject_type = 'booking'
  and subject_id = bookings.id and action = 'booking.capture_succeeded'), bookings.created_at)`;

/** Bookings with what a template says about them, and what decides when it is sent. */
const selectBookings = (db: Db) =>
  db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .select([
      "bookings.id",
      "bookings.number",
      "bookings.status",
      "bookings.host_id",
      "bookings.start_date",
      "bookings.end_date",
      "bookings.pickup_time",
      "bookings.return_time",
      "bookings.picked_up_at",
      "bookings.delayed_pickup_at",
      "bookings.returned_at",
      "bookings.meeting_place_name",
      "car.make",
      "car.model",
      "car.title",
      "car.location",
      "renter.first_name",
      APPROVED_AT.as("approved_at"),
      CURRENT_STORM.as("storm"),
      sql<boolean>`exists (select from trip_holds where booking_id = bookings.id and released_at is null)`.as(
        "on_hold",
      ),
    ]);
export type TemplateBooking = Awaited<
  ReturnType<ReturnType<typeof selectBookings>["executeTakeFirstOrThrow"]>
>;

export const findTemplateBooking = (db: Db, id: string): Promise<TemplateBooking | undefined> =>
  selectBookings(db).where("bookings.id", "=", id).executeTakeFirst();

/** The host's next approved booking, for a preview. */
export const findNextBooking = (
  db: Db,
  hostId: string,
  now: Date,
): Promise<TemplateBooking | undefined> =>
  selectBookings(db)
    .where("bookings.host_id", "=", hostId)
    .where("bookings.status", "=", "approved")
    .where("end_date", ">=", todayInNassau(now))
    .orderBy("start_date")
    .orderBy("bookings.id")
    .executeTakeFirst();

export const lockBooking = (db: Db, id: string): Promise<unknown> =>
  db.selectFrom("bookings").select("id").where("id", "=", id).forNoKeyUpdate().execute();

export const isSent = async (db: Db, templateId: string, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom("template_messages")
    .select("message_id")
    .where("template_id", "=", templateId)
    .where("booking_id", "=", bookingId)
    .executeTakeFirst()) !== undefined;

export const recordSent = (
  db: Db,
  row: { template_id: string; booking_id: string; message_id: string },
): Promise<unknown> => db.insertInto("template_messages").values(row).execute();

/**
 * The templates and bookings whose moment may have come within the last hours. The domain decides
 * which of them are due.
 */
export function findCandidates(
  db: Db,
  now: Date,
): Promise<
  (TemplateBooking & Pick<TemplateRow, "moment" | "changed_at"> & { template_id: string })[]
> {
  const today = todayInNassau(now);
  const since = new Date(now.getTime() - MAX_TEMPLATE_DELAY_HOURS * HOUR_MS).toISOString();
  return selectBookings(db)
    .innerJoin("message_templates as template", "template.host_id", "bookings.host_id")
    .where("bookings.status", "in", ["approved", "completed"])
    .where(
      sql<SqlBool>`case template.moment
        when 'approved' then exists (select from audit_events where subject_type = 'booking'
          and subject_id = bookings.id and action = 'booking.capture_succeeded' and at > ${since})
        when 'after_return' then returned_at > ${since}
        when 'before_return' then returned_at is null
          and end_date between ${addDays(today, -1)} and ${addDays(today, 1)}
        else picked_up_at is null and start_date between ${today} and ${addDays(today, 2)} end`,
    )
    .where(
      sql<SqlBool>`template.moment is not null and not exists (select from template_messages sent
        where sent.template_id = template.id and sent.booking_id = bookings.id)`,
    )
    .select(["template.id as template_id", "template.moment", "template.changed_at"])
    .orderBy("bookings.id")
    .execute();
}
