// A host's own page of reviews: what renters wrote, the averages, and the reviews to write.
import type { getOwnReviewSummary, listOwnReviews } from "../../../contract/host/host-reviews.ts";
import { REVIEWS_PER_PAGE } from "../../../contract/people/reviews.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import {
  averageScores,
  REVIEW_DAYS,
  reviewsEndAt,
  toRating,
} from "../../../domain/review/review.ts";
import { addDays, todayInNassau } from "../../../domain/calendar/dates.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import type { DataCtx, DbCtx, User } from "../../platform/context.ts";
import { readTimeCursor, toPage } from "../../platform/database/cursor.ts";
import { findReviewedCars, findUnreviewed, sumHostReviews } from "./host-reviews.repository.ts";
import { presentReview } from "./reviews.presenter.ts";
import { findShown } from "./reviews.repository.ts";

/** The most reviews to write that are shown at once. */
const DUE = 20;

/** @throws DomainError forbidden, invalid_request for a cursor of another list */
export async function listReviewsOfHost(
  ctx: DbCtx,
  user: User,
  { car_id: carId, cursor }: { car_id?: string | undefined; cursor?: string | undefined },
): Promise<Output<typeof listOwnReviews>> {
  requireHost(user);
  const page = { after: readTimeCursor(cursor), limit: REVIEWS_PER_PAGE + 1 };
  const rows = await findShown(ctx.db, { hostId: user.id, withCar: carId }, page);
  const { shown, next_cursor } = toPage(rows, REVIEWS_PER_PAGE);
  return {
    reviews: shown.map((row) => ({ ...presentReview(row), booking_id: row.booking_id })),
    next_cursor,
  };
}

/** @throws DomainError forbidden */
export async function readReviewSummary(
  ctx: DataCtx,
  user: User,
  carId: string | undefined,
): Promise<Output<typeof getOwnReviewSummary>> {
  requireHost(user);
  const from = addDays(todayInNassau(ctx.clock.now()), -REVIEW_DAYS);
  const [sums, cars, due] = await Promise.all([
    sumHostReviews(ctx.db, user.id, carId),
    findReviewedCars(ctx.db, user.id),
    findUnreviewed(ctx.db, user.id, { carId, from, limit: DUE }),
  ]);
  const { count } = sums;
  return {
    rating: toRating(sums.star_sum, count),
    scores: averageScores(sums, count),
    stars: sums.stars,
    cars,
    due: due.map(({ id, number, car_id, title, first_name, ended_on, ...trip }) => ({
      ...trip,
      booking_id: id,
      booking_number: formatBookingNumber(number),
      car: { id: car_id, title },
      renter_name: first_name,
      ends_at: reviewsEndAt(ended_on).toISOString(),
    })),
  };
}
