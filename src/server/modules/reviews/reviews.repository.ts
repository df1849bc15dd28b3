// SQL over reviews and the bookings they are about. Reports are in reports.repository.ts, hosts in
// hosts.repository.ts.
import { sql, type Insertable, type Selectable, type SqlBool } from "kysely";
import { maskListing } from "../../../domain/listing/listing-masking.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { ReviewSide } from "../../../domain/review/review.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import type { ReviewsTable } from "../../platform/database/schema.ts";

/** A booking with the details that its two sides see. People who have left are anonymous. */
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
      sql<CalendarDate>`coalesce(booking.ended_on, booking.end_date)`.as("ended_on"),
      "booking.car_id",
      "booking.renter_id",
      "booking.host_id",
      "car.title",
      "car.year",
      "car.make",
      "car.model",
      "renter.first_name as renter_first_name",
      "renter.renter_review_count",
      "renter.renter_star_sum",
      "host.first_name as host_first_name",
    ]);
export type ReviewedTrip = Awaited<
  ReturnType<ReturnType<typeof selectTrips>["executeTakeFirstOrThrow"]>
>;

/**
 * The booking with the car as both sides read it in emails and on the page, without contact
 * details.
 */
export async function findReviewedTrip(
  db: Db,
  bookingId: string,
): Promise<ReviewedTrip | undefined> {
  const trip = await selectTrips(db).where("booking.id", "=", bookingId).executeTakeFirst();
  return trip && maskListing(trip);
}

/** Locks the booking, so that both sides' reviews and the publishing job run one after another. */
export const lockReviewedTrip = (db: Db, bookingId: string): Promise<unknown> =>
  db.selectFrom("bookings").select("id").where("id", "=", bookingId).forNoKeyUpdate().execute();

const reviews = (db: Db) =>
  db
    .selectFrom("reviews as review")
    .innerJoin("car_listings as car", "car.id", "review.car_id")
    .innerJoin("profiles as author", "author.user_id", "review.author_id")
    .innerJoin("accounts as account", "account.id", "review.author_id")
    .selectAll("review")
    .select([
      "car.title",
      "author.first_name",
      "author.last_name",
      "author.photo_id",
      "account.deleted_at as author_left_at",
      sql<string>`(review.created_at at time zone 'UTC')::text`.as("key"),
    ]);
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>["executeTakeFirstOrThrow"]>>;

/** The reviews of a booking (at most two), whatever their state. */
export const findOfBooking = (db: Db, bookingId: string): Promise<ReviewRow[]> =>
  reviews(db).where("review.booking_id", "=", bookingId).execute();

/** Finds published reviews; the service checks who may read a hidden one. */
export const findPublished = (db: Db, id: string): Promise<ReviewRow | undefined> =>
  reviews(db)
    .where("review.id", "=", id)
    .where("review.published_at", "is not", null)
    .executeTakeFirst();

export const lockReview = (db: Db, id: string): Promise<Selectable<ReviewsTable> | undefined> =>
  db.selectFrom("reviews").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The subject of reviews: a car, or a person as a host (with one car or all) or as a renter. */
export type ReviewSubject =
  { carId: string } | { hostId: string; withCar?: string | undefined } | { renterId: string };

/** One page of public reviews, newest first, starting after `after`. */
export function findShown(
  db: Db,
  about: ReviewSubject,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<ReviewRow[]> {
  const side: ReviewSide = "renterId" in about ? "host" : "renter";
  const of =
    "carId" in about
      ? sql<SqlBool>`review.car_id = ${about.carId}`
      : sql<SqlBool>`review.subject_id = ${"hostId" in about ? about.hostId : about.renterId}`;
  const withCar = "hostId" in about ? about.withCar : undefined;
  return reviews(db)
    .where(of)
    .$if(withCar !== undefined, (query) => query.where("review.car_id", "=", withCar ?? ""))
    .where("review.side", "=", side)
    .where("review.published_at", "is not", null)
    .where("review.hidden_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(review.created_at, review.id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .orderBy("review.created_at", "desc")
    .orderBy("review.id", "desc")
    .limit(limit)
    .execute();
}

export const insertReview = (db: Db, review: Insertable<ReviewsTable>): Promise<unknown> =>
  db.insertInto("reviews").values(review).execute();

/**
 * Publishes a booking's sealed reviews.
 * @returns the published reviews
 */
export const publishReview = (
  db: Db,
  bookingId: string,
  now: Date,
): Promise<Selectable<ReviewsTable>[]> =>
  db
    .updateTable("reviews")
    .set({ published_at: now.toISOString() })
    .where("booking_id", "=", bookingId)
    .where("published_at", "is", null)
    .returningAll()
    .execute();

/** Bookings with a review whose sealing period is over. */
export const findUnsealed = async (db: Db, limit: number, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom("reviews")
      .select("booking_id")
      .where("published_at", "is", null)
      .where("sealed_until", "<=", now.toISOString())
      .orderBy("sealed_until")
      .limit(limit)
      .execute()
  ).map(({ booking_id }) => booking_id);

export const saveReviewAnswer = (db: Db, id: string, answer: string, now: Date): Promise<unknown> =>
  db
    .updateTable("reviews")
    .set({ answer, answered_at: now.toISOString() })
    .where("id", "=", id)
    .execute();

/**
 * Hides a review or shows it again.
 * @returns whether that changed anything
 */
export async function setHidden(db: Db, id: string, hidden: boolean, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("reviews")
    .set({ hidden_at: hidden ? now.toISOString() : null })
    .where("id", "=", id)
    .where("hidden_at", hidden ? "is" : "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface DueReviewRequest {
  booking_id: string;
  side: ReviewSide;
}

/**
 * The sides of completed bookings that have not written a review and were not yet notified of the
 * event `key`. The trips ended between two days (inclusive); people who have left are excluded.
 */
export async function findDueReviewRequests(
  db: Db,
  { from, to, key, limit }: { from: string; to: string; key: string; limit: number },
): Promise<DueReviewRequest[]> {
  const { rows } = await sql<DueReviewRequest>`
    select booking.id as booking_id, party.side
    from bookings booking
    cross join lateral (values ('renter', booking.renter_id), ('host', booking.host_id)) as party (side, user_id)
    join accounts account on account.id = party.user_id and account.deleted_at is null
    where booking.status = 'completed' and booking.ended_on between ${from} and ${to}
      and not exists (select from reviews where booking_id = booking.id and side = party.side)
      and not exists (select from notifications where user_id = party.user_id and event_key = 'booking:' || booking.id || ${`:${key}`})
    limit ${limit}`.execute(db);
  return rows;
}

/** Whether the person still has an account. */
export const isThere = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst()) !== undefined;
