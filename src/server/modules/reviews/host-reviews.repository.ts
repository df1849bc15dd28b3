// SQL for a host's own page of reviews: sums, the cars that have reviews, and reviews to write.
import { sql } from "kysely";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { MAX_STARS } from "../../../domain/review/review.ts";
import type { Db } from "../../platform/database/database.ts";

const STARS = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** The sums of published reviews of a host's cars, or of one car. */
export async function sumHostReviews(db: Db, hostId: string, carId: string | undefined) {
  const row = await db
    .selectFrom("reviews")
    .where("subject_id", "=", hostId)
    .where("side", "=", "renter")
    .where("published_at", "is not", null)
    .where("hidden_at", "is", null)
    .$if(carId !== undefined, (query) => query.where("car_id", "=", carId ?? ""))
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      fn.coalesce(fn.sum<number>("stars"), sql<number>`0`).as("star_sum"),
      fn.coalesce(fn.sum<number>("cleanliness"), sql<number>`0`).as("cleanliness_sum"),
      fn.coalesce(fn.sum<number>("condition"), sql<number>`0`).as("condition_sum"),
      fn.coalesce(fn.sum<number>("communication"), sql<number>`0`).as("communication_sum"),
      fn.coalesce(fn.sum<number>("value"), sql<number>`0`).as("value_sum"),
      sql<
        number[]
      >`array[${sql.join(STARS.map((star) => sql`(count(*) filter (where stars = ${star}))::int`))}]`.as(
        "stars",
      ),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/** A host's cars that have reviews, by title. */
export const findReviewedCars = (
  db: Db,
  hostId: string,
): Promise<{ id: string; title: string; reviews: number }[]> =>
  db
    .selectFrom("car_listings")
    .where("host_id", "=", hostId)
    .where("review_count", ">", 0)
    .select(["id", "title", "review_count as reviews"])
    .orderBy("title")
    .orderBy("id")
    .execute();

/** Completed trips that ended on or after `from` and that the host has not reviewed. */
export const findUnreviewed = (
  db: Db,
  hostId: string,
  { carId, from, limit }: { carId: string | undefined; from: CalendarDate; limit: number },
) =>
  db
    .selectFrom("bookings as booking")
    .innerJoin("car_listings as car", "car.id", "booking.car_id")
    .innerJoin("profiles as renter", "renter.user_id", "booking.renter_id")
    .where("booking.host_id", "=", hostId)
    .where("booking.status", "=", "completed")
    .where("booking.ended_on", ">=", from)
    .$if(carId !== undefined, (query) => query.where("booking.car_id", "=", carId ?? ""))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("reviews")
            .select("reviews.id")
            .whereRef("reviews.booking_id", "=", "booking.id")
            .where("reviews.side", "=", "host"),
        ),
      ),
    )
    .select([
      "booking.id",
      "booking.number",
      "booking.car_id",
      "booking.start_date",
      "booking.end_date",
      sql<CalendarDate>`booking.ended_on`.as("ended_on"),
      "car.title",
      "renter.first_name",
      sql<boolean>`exists (select from reviews where booking_id = booking.id and side = 'renter')`.as(
        "renter_wrote",
      ),
    ])
    .orderBy("booking.ended_on")
    .orderBy("booking.id")
    .limit(limit)
    .execute();
