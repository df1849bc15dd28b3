// Reviews of renter and host after a trip (docs/decisions/0020): one each, sealed until both have
// written or the period is over. Reviews of cars and hosts are public; those of a renter are for
// the hosts of the renter's bookings.
import {
  REVIEWS_PER_PAGE,
  type BookingReviews,
  type Review,
} from "../../../contract/people/reviews.ts";
import { DomainError } from "../../../domain/errors.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../domain/policies/booking.ts";
import { REVIEW_POLICY, partyToReview } from "../../../domain/policies/review.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import { personalTopic } from "../../../domain/live.ts";
import {
  average,
  checkMayReview,
  checkScores,
  cleanReview,
  MAX_ANSWER_LENGTH,
  MAX_REVIEW_LENGTH,
  ratingOf,
  reviewsEndAt,
  reviewState,
  type GivenScores,
  type ReviewFacts,
  type ReviewSide,
} from "../../../domain/booking/review.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { pageOf, readTimeCursor } from "../../platform/database/cursor.ts";
import { notifyListingChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { publishBooking, notifyAnswered, notifyReviewed } from "./publishing.service.ts";
import { presentReview } from "./reviews.presenter.ts";
import { findCarSums } from "./hosts.repository.ts";
import {
  findOfBooking,
  findPublished,
  findShown,
  findStay,
  insertReview,
  lockReview,
  lockStay,
  saveAnswer,
  type About,
  type ReviewRow,
  type Stay,
} from "./reviews.repository.ts";

/**
 * A booking of the person, and the person's side.
 * @throws DomainError not_found, also for other people's
 */
async function getStay(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<{ stay: Stay; side: ReviewSide }> {
  const stay = await findStay(ctx.db, bookingId);
  if (!stay) throw new DomainError("not_found", { what: "booking" });
  return { stay, side: authorize(BOOKING_POLICY.review, partiesToBooking(stay, user), "booking") };
}

const toReviewFacts = (stay: Stay, mine: ReviewRow | undefined): ReviewFacts => ({
  status: stay.status,
  endDate: stay.end_date,
  written: mine ? { isPublished: mine.published_at !== null } : null,
});

/** @throws DomainError not_found */
export async function readBookingReviews(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<BookingReviews> {
  const { stay, side } = await getStay(ctx, user, bookingId);
  const rows = await findOfBooking(ctx.db, bookingId);
  const mine = rows.find((row) => row.side === side);
  const theirs = rows.find((row) => row.side !== side);
  const isShown = theirs !== undefined && theirs.published_at !== null && theirs.hidden_at === null;
  return {
    side,
    car: { id: stay.car_id, title: stay.title },
    start_date: stay.start_date,
    end_date: stay.end_date,
    other_name: side === "renter" ? stay.host_first_name : stay.renter_first_name,
    state: reviewState(toReviewFacts(stay, mine), ctx.clock.now()),
    ends_at: reviewsEndAt(stay.end_date).toISOString(),
    other_wrote: theirs !== undefined,
    mine: mine ? presentReview(mine) : null,
    theirs: isShown ? presentReview(theirs) : null,
    may_answer: isShown && side === "host" && theirs.answer === null,
  };
}

export interface WrittenReview {
  stars: number;
  scores?: GivenScores | undefined;
  body: string;
}

/**
 * The second review publishes both.
 * @throws DomainError not_found, those of checkMayReview, checkScores and cleanReview
 */
export async function writeReview(
  ctx: Ctx,
  user: User,
  bookingId: string,
  { body: typed, ...given }: WrittenReview,
): Promise<BookingReviews> {
  await inTransaction(ctx, async (tx) => {
    await lockStay(tx.db, bookingId);
    const { stay, side } = await getStay(tx, user, bookingId);
    const rows = await findOfBooking(tx.db, bookingId);
    const now = tx.clock.now();
    checkMayReview(
      toReviewFacts(
        stay,
        rows.find((row) => row.side === side),
      ),
      now,
    );
    await insertReview(tx.db, {
      booking_id: bookingId,
      side,
      author_id: user.id,
      subject_id: side === "renter" ? stay.host_id : stay.renter_id,
      car_id: stay.car_id,
      ...checkScores(side, given),
      body: cleanReview(typed, MAX_REVIEW_LENGTH),
      created_at: now.toISOString(),
      sealed_until: reviewsEndAt(stay.end_date).toISOString(),
    });
    if (rows.length > 0) await publishBooking(tx, bookingId, { writtenBy: side });
    else await notifyReviewed(tx, stay, side);
    await tellSides(tx, stay);
  });
  return readBookingReviews(ctx, user, bookingId);
}

const tellSides = (ctx: Ctx, { id, renter_id, host_id }: Stay): Promise<void> =>
  publishLive(ctx, [personalTopic(renter_id), personalTopic(host_id)], "reviews", id);

/**
 * A public review.
 * @throws DomainError not_found
 */
export async function getShown(ctx: Ctx, id: string): Promise<ReviewRow> {
  const row = await findPublished(ctx.db, id);
  if (!row || row.hidden_at !== null) throw new DomainError("not_found", { what: "review" });
  return row;
}

/**
 * @throws DomainError not_found unless the review is about the person, review_answered, those of
 * cleanReview
 */
export async function answerReview(
  ctx: Ctx,
  user: User,
  id: string,
  typed: string,
): Promise<Review> {
  return inTransaction(ctx, async (tx) => {
    await lockReview(tx.db, id);
    const row = await getShown(tx, id);
    authorize(REVIEW_POLICY.answer, [partyToReview(row, user)], "review");
    if (row.answer !== null) throw new DomainError("review_answered");
    await saveAnswer(tx.db, id, cleanReview(typed, MAX_ANSWER_LENGTH), tx.clock.now());
    await notifyListingChanged(tx, row.car_id);
    const stay = await findStay(tx.db, row.booking_id);
    if (stay) {
      await notifyAnswered(tx, stay, row);
      await tellSides(tx, stay);
    }
    return presentReview(await getShown(tx, id));
  });
}

/**
 * A page of the reviews of a person or a car.
 * @throws DomainError invalid_request for a cursor of another list
 */
export async function listShown(ctx: Ctx, about: About, cursor: string | undefined) {
  const rows = await findShown(ctx.db, about, {
    after: readTimeCursor(cursor),
    limit: REVIEWS_PER_PAGE + 1,
  });
  const { shown, next_cursor } = pageOf(rows, REVIEWS_PER_PAGE);
  return { reviews: shown.map(presentReview), next_cursor };
}

/** @throws DomainError car_not_available */
export async function listCarReviews(ctx: Ctx, carId: string, cursor: string | undefined) {
  const sums = await findCarSums(ctx.db, carId);
  if (!sums) throw new DomainError("car_not_available");
  const { review_count: count } = sums;
  const averageOf = (sum: number): number => average(sum, count);
  return {
    ...(await listShown(ctx, { carId }, cursor)),
    rating: ratingOf(sums.star_sum, count),
    scores:
      count === 0
        ? null
        : {
            cleanliness: averageOf(sums.cleanliness_sum),
            condition: averageOf(sums.condition_sum),
            communication: averageOf(sums.communication_sum),
            value: averageOf(sums.value_sum),
          },
  };
}

/**
 * The reviews of a booking's renter, for its host and admins.
 * @throws DomainError not_found
 */
export async function listRenterReviews(
  ctx: Ctx,
  user: User,
  bookingId: string,
  cursor: string | undefined,
) {
  const stay = await findStay(ctx.db, bookingId);
  if (!stay) throw new DomainError("not_found", { what: "booking" });
  authorize(BOOKING_POLICY.read_renter_reviews, partiesToBooking(stay, user), "booking");
  return {
    ...(await listShown(ctx, { renterId: stay.renter_id }, cursor)),
    rating: ratingOf(stay.renter_star_sum, stay.renter_review_count),
  };
}
