// SQL over reports of reviews.
import { sql, type RawBuilder } from "kysely";
import { readBookingNumber } from "../../../domain/booking/booking-number.ts";
import type { ReviewDecision } from "../../../domain/review/review.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import {
  direction,
  followsInTime,
  withinDays,
  type TimeOrder,
} from "../../platform/database/time-order.ts";
import { readId, readText } from "../../platform/database/text-search.ts";

/** @returns whether it is the person's first report of the review */
export const insertReport = async (
  db: Db,
  report: { review_id: string; reporter_id: string; reason: string },
  now: Date,
): Promise<boolean> =>
  (await db
    .insertInto("review_reports")
    .values({ ...report, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["review_id", "reporter_id"]).doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;

const fullName = (of: string): RawBuilder<string> =>
  sql`${sql.ref(`${of}.first_name`)} || ' ' || ${sql.ref(`${of}.last_name`)}`;

export interface ReportSearch extends TimeOrder {
  filter: "all" | "open" | "decided";
  search?: string | undefined;
}

/**
 * One page of reports with their reviews, starting after `after`. There are few, so the search
 * scans them in their order.
 */
export const findReports = (
  db: Db,
  { filter, search, ...order }: ReportSearch,
  { after, limit }: { after: Position | undefined; limit: number },
) => {
  const id = search === undefined ? undefined : readId(search);
  const number = search === undefined ? undefined : readBookingNumber(search);
  return db
    .selectFrom("review_reports as report")
    .innerJoin("reviews as review", "review.id", "report.review_id")
    .innerJoin("car_listings as car", "car.id", "review.car_id")
    .innerJoin("profiles as author", "author.user_id", "review.author_id")
    .innerJoin("accounts as account", "account.id", "review.author_id")
    .innerJoin("profiles as reporter", "reporter.user_id", "report.reporter_id")
    .leftJoin("profiles as admin", "admin.user_id", "report.decided_by")
    .innerJoin("bookings as booking", "booking.id", "review.booking_id")
    .selectAll("review")
    .select([
      "report.id as report_id",
      "booking.number as booking_number",
      "report.reason",
      "report.reporter_id",
      "report.created_at as reported_at",
      "report.decision",
      "report.decided_at",
      "car.title",
      "author.first_name",
      "author.last_name",
      "author.photo_id",
      "account.deleted_at as author_left_at",
      fullName("author").as("author_name"),
      fullName("reporter").as("reporter_name"),
      sql<string | null>`${fullName("admin")}`.as("admin_name"),
      sql<string>`(report.created_at at time zone 'UTC')::text`.as("key"),
    ])
    .$if(filter === "open", (query) => query.where("report.decided_at", "is", null))
    .$if(filter === "decided", (query) => query.where("report.decided_at", "is not", null))
    .$if(id !== undefined, (query) => query.where("review.id", "=", id ?? ""))
    .$if(number !== undefined, (query) => query.where("booking.number", "=", number ?? 0))
    .$if(search !== undefined && id === undefined && number === undefined, (query) =>
      query.where(readText(TEXT, search ?? "")),
    )
    .where(withinDays("report.created_at", order))
    .where(followsInTime("report.created_at", "report.id", order, after))
    .orderBy("report.created_at", direction(order))
    .orderBy("report.id", direction(order))
    .limit(limit)
    .execute();
};
export type ReportRow = Awaited<ReturnType<typeof findReports>>[number];

const TEXT = sql<string>`lower(' ' || report.reason || ' ' || review.body || ' ' || ${fullName("author")} || ' ' || ${fullName("reporter")})`;

/**
 * Decides a review's open reports.
 * @returns the people who reported it
 */
export const settleReports = async (
  db: Db,
  reviewId: string,
  { decision, admin }: { decision: ReviewDecision; admin: string },
  now: Date,
): Promise<{ id: string; reporter_id: string }[]> =>
  db
    .updateTable("review_reports")
    .set({ decision, decided_by: admin, decided_at: now.toISOString() })
    .where("review_id", "=", reviewId)
    .where("decided_at", "is", null)
    .returning(["id", "reporter_id"])
    .execute();

/** The names of reviews in the audit log: the title of their car. */
export async function findReviewTitles(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("reviews")
    .innerJoin("car_listings as car", "car.id", "reviews.car_id")
    .select(["reviews.id", "car.title"])
    .where("reviews.id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
