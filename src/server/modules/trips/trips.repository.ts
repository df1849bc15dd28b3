// SQL over trips: their entries, the files of their photos and their secrets.
import { sql, type Insertable, type Selectable, type SqlBool } from "kysely";
import { maskListing } from "../../../domain/listing/listing-masking.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import type { HandoverKind } from "../../../domain/trip/entry.ts";
import type { Db } from "../../platform/database/database.ts";
import type {
  HandoverSecretsTable,
  TripEntriesTable,
  TripPhotosTable,
} from "../../platform/database/schema.ts";

export type TripEntryRow = Selectable<TripEntriesTable>;
export type TripPhotoRow = Selectable<TripPhotosTable>;
export type HandoverSecretRow = Selectable<HandoverSecretsTable>;

/** A booking with what its trip depends on and shows. */
const selectTrips = (db: Db) =>
  db
    .selectFrom("bookings as booking")
    .innerJoin("car_listings as car", "car.id", "booking.car_id")
    .innerJoin("profiles as renter", "renter.user_id", "booking.renter_id")
    .innerJoin("profiles as host", "host.user_id", "booking.host_id")
    .select([
      "booking.id",
      "booking.number",
      "booking.status",
      "booking.start_date",
      "booking.end_date",
      "booking.pickup_time",
      "booking.return_time",
      "booking.car_id",
      "booking.renter_id",
      "booking.host_id",
      "booking.meeting_place_name",
      "booking.level_charge",
      "car.title",
      "car.make",
      "car.model",
      "car.location",
      "car.images",
      "car.fuel_type",
      "renter.first_name as renter_first_name",
      "renter.last_name as renter_last_name",
      "host.first_name as host_first_name",
      "host.last_name as host_last_name",
      sql<boolean>`exists (select from trip_holds where booking_id = booking.id and released_at is null)`.as(
        "on_hold",
      ),
      sql<string | null>`(select max(at) from audit_events where subject_type = 'booking'
        and subject_id = booking.id and action like 'booking.cancel%')`.as("cancelled_at"),
      sql<string>`coalesce((select max(at) from audit_events where subject_type = 'booking'
        and subject_id = booking.id and action = 'booking.capture_succeeded'), booking.created_at)`.as(
        "approved_at",
      ),
    ]);
export type TripRow = Awaited<
  ReturnType<ReturnType<typeof selectTrips>["executeTakeFirstOrThrow"]>
>;

export async function findTrip(db: Db, bookingId: string): Promise<TripRow | undefined> {
  const row = await selectTrips(db).where("booking.id", "=", bookingId).executeTakeFirst();
  return row && maskListing(row);
}

/** Locks the booking, so that its entries are added one after another. */
export const lockTrip = (db: Db, bookingId: string): Promise<unknown> =>
  db.selectFrom("bookings").select("id").where("id", "=", bookingId).forNoKeyUpdate().execute();

/** When the car was or will be next picked up after its return: as booked, or sooner. */
export async function findNextPickup(
  db: Db,
  { id, car_id }: TripRow,
  returnedAt: Date,
): Promise<Date | null> {
  const pickup = sql<string | null>`least(pickup_at, picked_up_at)`;
  const { next } = await db
    .selectFrom("bookings")
    .select(sql<string | null>`min(${pickup})`.as("next"))
    .where("car_id", "=", car_id)
    .where("status", "in", ["approved", "completed"])
    .where("end_date", ">=", todayInNassau(returnedAt))
    .where("id", "<>", id)
    .where(pickup, ">", returnedAt.toISOString())
    .executeTakeFirstOrThrow();
  return next === null ? null : new Date(next);
}

/** The entries of a booking, in the order in which they were received. */
export const findEntries = (db: Db, bookingId: string): Promise<TripEntryRow[]> =>
  db
    .selectFrom("trip_entries")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("position")
    .execute();

export const findEntry = (db: Db, id: string): Promise<TripEntryRow | undefined> =>
  db.selectFrom("trip_entries").selectAll().where("id", "=", id).executeTakeFirst();

/** @returns whether it was added; false if its id is in use */
export async function insertEntry(db: Db, entry: TripEntryRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto("trip_entries")
    .values({ ...entry, content: JSON.stringify(entry.content) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return added === 1n;
}

/**
 * The bookings after `after`, by id, that have entries, photos, copied times, or an audited
 * confirmation or signature. Whatever part of a trip is deleted, another part still names it.
 */
export const findRecordedBookings = async (
  db: Db,
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await sql<{ booking_id: string }>`
      select booking_id from trip_entries where booking_id > ${after}
      union select booking_id from trip_photos where booking_id > ${after}
      union select id from bookings where id > ${after}
        and num_nonnulls(picked_up_at, returned_at, return_noticed_at, delayed_pickup_at) > 0
      union select subject_id from audit_events
        where subject_type = 'booking' and action in ('trip.confirm', 'trip.sign') and subject_id > ${after}
      order by booking_id limit ${limit}`.execute(db)
  ).rows.map((row) => row.booking_id);

/** The times that a trigger copied from the entries to the booking. */
export const findCopiedTimes = (db: Db, bookingId: string) =>
  db
    .selectFrom("bookings")
    .select(["picked_up_at", "returned_at", "return_noticed_at", "delayed_pickup_at"])
    .where("id", "=", bookingId)
    .executeTakeFirst();

/** The hash at a position, as the audit log recorded it with a confirmation or a signature. */
export interface RecordedHash {
  position: number;
  /** Hexadecimal. */
  hash: string;
}

/** The hashes that the audit log has of a trip's confirmations and signatures. */
export const findRecordedHashes = async (db: Db, bookingId: string): Promise<RecordedHash[]> =>
  (
    await sql<RecordedHash>`
      select (after ->> 'position')::int as position, after ->> 'head_hash' as hash from audit_events
      where subject_id = ${bookingId} and subject_type = 'booking' and action in ('trip.confirm', 'trip.sign')
      order by id`.execute(db)
  ).rows;

/** The bookings whose renter said before this instant that the car is back, without an answer. */
export const findUnansweredNotices = async (db: Db, before: string): Promise<string[]> =>
  (
    await db
      .selectFrom("trip_entries")
      .innerJoin("bookings", "bookings.id", "booking_id")
      .select("booking_id")
      .where("kind", "=", "return_notice")
      .where("received_at", "<=", before)
      .where("returned_at", "is", null)
      .execute()
  ).map((row) => row.booking_id);

/** The bookings whose car was picked up and not returned, with a booked return by this instant. */
export const findCarsOut = (db: Db, before: string) =>
  db
    .selectFrom("bookings")
    .select(["id", "car_id", "start_date", "end_date", "pickup_time", "return_time"])
    .where("picked_up_at", "is not", null)
    .where("returned_at", "is", null)
    .where("return_at", "<=", before)
    .execute();

export const findPhotos = (db: Db, bookingId: string): Promise<TripPhotoRow[]> =>
  db.selectFrom("trip_photos").selectAll().where("booking_id", "=", bookingId).execute();

export const findPhoto = (
  db: Db,
  bookingId: string,
  entryId: string,
): Promise<TripPhotoRow | undefined> =>
  db
    .selectFrom("trip_photos")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("entry_id", "=", entryId)
    .executeTakeFirst();

/** The stored photos that a person took, oldest first. */
export const findPhotosBy = (db: Db, authorId: string): Promise<TripPhotoRow[]> =>
  db
    .selectFrom("trip_photos as photo")
    .innerJoin("trip_entries as entry", "entry.id", "photo.entry_id")
    .selectAll("photo")
    .where("entry.author_id", "=", authorId)
    .orderBy("photo.created_at")
    .execute();

export async function insertPhoto(db: Db, photo: Insertable<TripPhotosTable>): Promise<void> {
  await db.insertInto("trip_photos").values(photo).execute();
}

/**
 * Bookings with photos stored before this instant, which may have closed before it. Photos stay
 * until all cases of the booking were closed before the instant.
 */
export const findWithOldPhotos = async (db: Db, before: string): Promise<string[]> =>
  (
    await db
      .selectFrom("trip_photos")
      .select("booking_id")
      .distinct()
      .where("created_at", "<", before)
      .where(
        sql<SqlBool>`not exists (select from trip_cases held where held.booking_id = trip_photos.booking_id and (closed_at is null or closed_at >= ${before}))`,
      )
      .execute()
  ).map((row) => row.booking_id);

/** @returns the deleted photos */
export const deletePhotos = (db: Db, bookingId: string): Promise<{ id: string }[]> =>
  db.deleteFrom("trip_photos").where("booking_id", "=", bookingId).returning("id").execute();

/** Stores a secret, and resets the tries of the previous one. */
export async function saveSecret(db: Db, secret: Omit<HandoverSecretRow, "tries">): Promise<void> {
  const row = { ...secret, tries: 0 };
  await db
    .insertInto("handover_secrets")
    .values(row)
    .onConflict((conflict) => conflict.columns(["booking_id", "handover"]).doUpdateSet(row))
    .execute();
}

const selectSecret = (db: Db, bookingId: string, handover: HandoverKind) =>
  db
    .selectFrom("handover_secrets")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("handover", "=", handover);

export const findSecret = (
  ...secret: Parameters<typeof selectSecret>
): Promise<HandoverSecretRow | undefined> => selectSecret(...secret).executeTakeFirst();

/** Locks a secret, so that the codes for it are compared one after another. */
export const lockSecret = (
  ...secret: Parameters<typeof selectSecret>
): Promise<HandoverSecretRow | undefined> =>
  selectSecret(...secret)
    .forUpdate()
    .executeTakeFirst();

/** Counts a wrong code. */
export async function countCodeTry(
  db: Db,
  bookingId: string,
  handover: HandoverKind,
): Promise<void> {
  await db
    .updateTable("handover_secrets")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("booking_id", "=", bookingId)
    .where("handover", "=", handover)
    .execute();
}

export async function deleteSecret(
  db: Db,
  bookingId: string,
  handover: HandoverKind,
): Promise<void> {
  await db
    .deleteFrom("handover_secrets")
    .where("booking_id", "=", bookingId)
    .where("handover", "=", handover)
    .execute();
}

/** Deletes the secrets of bookings that ended before this instant, unless the car is still out. */
export async function deleteOldSecrets(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom("handover_secrets")
    .using("bookings")
    .whereRef("bookings.id", "=", "booking_id")
    .where("return_at", "<", before)
    .where((row) => row.or([row("picked_up_at", "is", null), row("returned_at", "is not", null)]))
    .execute();
}
